/** @jsxImportSource preact */
// Preview of a community's style: the chat page with a demo story and one control at a time [T19]. Loaded for preview addresses only.

import { render } from "preact"
import type { chatPreviewDemo as texts } from "../../domain/catalog/en/preview-demo.ts"
import {
  type ChatPreview,
  type ChatScenario,
  demoStory,
  initialChatPreview,
  parseChatPreview,
  previewTitle,
} from "../../domain/preview/preview-protocol.ts"
import { buildPreviewQuestion, previewLimits } from "../../domain/preview/preview-question.ts"
import { buildSideMenu } from "../../domain/style/side-menu-links.ts"
import type { TranscriptLine } from "../../machines/conversation/conversation-transcript.ts"
import { AnswerControl } from "./AnswerArea.tsx"
import { ChatHeader } from "./ChatHeader.tsx"
import { type AppliedStyle, applyStyle, styleValue, toAppliedStyle } from "./chat-style.ts"
import { type ChatTexts, ChatTextsContext, useChatTexts } from "./chat-texts.ts"
import { scrollToEnd } from "./focus-and-scrolling.ts"
import { Transcript } from "./Transcript.tsx"

export type PreviewTexts = Readonly<Record<keyof typeof texts, string>>
type ChatStylePreviewProps = {
  readonly community: string
  readonly style: AppliedStyle
  readonly message: ChatPreview
  readonly texts: PreviewTexts
}

export const ChatStylePreview = ({
  community,
  style,
  message: { sheet, scenario, told: shownParagraphs },
  texts,
}: ChatStylePreviewProps) => {
  const { words } = useChatTexts()
  return (
    <div class="page">
      <ChatHeader
        title={community}
        community={community}
        sideMenu={buildSideMenu(sheet)}
        showsMenu={scenario === "sideMenu"}
        style={style}
        percent={(shownParagraphs / demoStory.paragraphs) * 100}
      />
      <main>
        <Transcript lines={buildTranscript(texts, shownParagraphs)} isTyping={shownParagraphs < demoStory.paragraphs} />
        <section class="answer" id="answer" aria-label={words("page.answer")} key={scenario} ref={scrollToEnd}>
          {scenario === "invalid" && (
            <p class="problem" id="problem">
              {words("answer.short", { least: previewLimits.open.minimum })}
            </p>
          )}
          <ScenarioControl scenario={scenario} texts={texts} />
        </section>
      </main>
      {styleValue(style, "branding_message-display") !== "none" && <footer>{words("page.branding")}</footer>}
    </div>
  )
}

const ScenarioControl = ({ scenario, texts }: { readonly scenario: ChatScenario; readonly texts: PreviewTexts }) => {
  const { words } = useChatTexts()
  if (scenario === "actionsEnabled" || scenario === "actionsDisabled")
    return (
      <button class="primary" type="button" disabled={scenario === "actionsDisabled"}>
        {words("give.send")}
      </button>
    )
  return (
    <AnswerControl
      {...buildPreviewQuestion(scenario, texts)}
      labelId="said-asked"
      problemId={scenario === "invalid" ? "problem" : undefined}
      onSubmit={ignoreEvent}
      onDraft={ignoreEvent}
      onReject={ignoreEvent}
      files={{ files: [], filesToUpload: [], isSending: false }}
      send={ignoreEvent}
    />
  )
}

/** Handler of all control events: a preview cannot be answered. */
const ignoreEvent = (): void => undefined

const paragraphKeys = ["preview.story.1", "preview.story.2", "preview.story.3", "preview.story.4", "preview.story.5"] as const

/** An openly licensed film. Nothing is loaded from its host before its play button is pressed. */
const filmUrl = "https://vimeo.com/1084537"

/** Builds the transcript of the first `shownParagraphs` paragraphs, with an answer and a film in between, and the current question. */
const buildTranscript = (texts: PreviewTexts, shownParagraphs: number): ReadonlyArray<TranscriptLine> => {
  const buildMessage = (uuid: string, html: string, as: "message" | "video" = "message"): TranscriptLine => ({
    type: "script",
    effect: { type: "show", as, uuid, html, delay: 0 },
  })
  const answerLine: TranscriptLine = {
    type: "answer",
    question: { type: "ask", question: { uuid: "q", type: "open" }, uuid: "q", html: "", delay: 0 },
    value: texts["preview.answered"],
    isSent: true,
  }
  const storyLines = paragraphKeys.slice(0, shownParagraphs).map((key) => buildMessage(key, `<p>${texts[key]}</p>`))
  const [answerLines, videoLines] = [
    shownParagraphs > 2 ? [answerLine] : [],
    shownParagraphs > 3 ? [buildMessage("film", filmUrl, "video")] : [],
  ]
  return [
    ...storyLines.slice(0, 2),
    ...answerLines,
    ...storyLines.slice(2, 4),
    ...videoLines,
    ...storyLines.slice(4),
    buildMessage("asked", `<p>${texts["preview.asked"]}</p>`),
  ]
}

/** The story exists in the languages of the console only; other languages get English. */
const loadPreviewTexts = async (language: string) =>
  language === "nl"
    ? (await import("../../domain/catalog/nl/preview-demo.ts")).chatPreviewDemo
    : (await import("../../domain/catalog/en/preview-demo.ts")).chatPreviewDemo

type ChatPreviewOptions = {
  readonly root: HTMLElement
  readonly community: string
  readonly chatTexts: ChatTexts
  /** Calls `show` with every message from the console that `parse` accepts. */
  readonly listen: (parse: typeof parseChatPreview, show: (message: ChatPreview) => void) => void
}

export const renderChatPreview = async ({ root, community, chatTexts, listen }: ChatPreviewOptions): Promise<void> => {
  const texts = await loadPreviewTexts(chatTexts.language)
  document.title = previewTitle("web", community)
  const show = (message: ChatPreview): void => {
    const style = toAppliedStyle(message.sheet)
    applyStyle(style, document.documentElement)
    render(
      <ChatTextsContext.Provider value={{ ...chatTexts, star: styleValue(style, "star_rating-glyph") }}>
        <ChatStylePreview community={community} style={style} message={message} texts={texts} />
      </ChatTextsContext.Provider>,
      root,
    )
  }
  show(initialChatPreview)
  listen(parseChatPreview, show)
}
