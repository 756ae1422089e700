/** @jsxImportSource preact */
// A community's style, shown on the demo story and on one control at a time. It is the page itself, with nobody answering.

import { render } from "preact"
import type { chatPreviewDemo as texts } from "../../domain/catalog/en/preview-demo.ts"
import { type ChatPreview, type ChatScenario, demoStory, initialChatPreview, previewTitle } from "../../domain/style/preview-protocol.ts"
import { buildPreviewQuestion, previewLimits } from "../../domain/style/preview-question.ts"
import { sideMenuOf } from "../../domain/style/side-menu-links.ts"
import type { TranscriptLine } from "../../machines/conversation/conversation-transcript.ts"
import { AnswerControl } from "./AnswerArea.tsx"
import { ChatHeader } from "./ChatHeader.tsx"
import { type AppliedStyle, applyStyle, styleValue, toAppliedStyle } from "./chat-style.ts"
import { type ChatTexts, ChatTextsContext, useChatTexts } from "./chat-texts.ts"
import { scrollToEnd } from "./focus-and-scrolling.ts"
import { Transcript } from "./Transcript.tsx"

export type PreviewTexts = Readonly<Record<keyof typeof texts, string>>
type Given = { readonly community: string; readonly look: AppliedStyle; readonly message: ChatPreview; readonly texts: PreviewTexts }

export const ChatStylePreview = ({ community, look, message: { sheet, scenario, told }, texts }: Given) => {
  const { words } = useChatTexts()
  return (
    <div class="page">
      <ChatHeader
        title={community}
        community={community}
        sideMenu={sideMenuOf(sheet)}
        showsMenu={scenario === "sideMenu"}
        look={look}
        percent={(told / demoStory.paragraphs) * 100}
      />
      <main>
        <Transcript lines={linesOf(texts, told)} isTyping={told < demoStory.paragraphs} />
        <section class="answer" id="answer" aria-label={words("page.answer")} key={scenario} ref={scrollToEnd}>
          {scenario === "invalid" && (
            <p class="problem" id="problem">
              {words("answer.short", { least: previewLimits.open.minimum })}
            </p>
          )}
          <ScenarioControl scenario={scenario} texts={texts} />
        </section>
      </main>
      {styleValue(look, "branding_message-display") !== "none" && <footer>{words("page.branding")}</footer>}
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
      onSubmit={nobody}
      onDraft={nobody}
      onReject={nobody}
      files={{ files: [], picked: [], isSending: false }}
      send={nobody}
    />
  )
}

/** Nobody answers a preview. */
const nobody = (): void => undefined

const paragraphs = ["preview.story.1", "preview.story.2", "preview.story.3", "preview.story.4", "preview.story.5"] as const

/** An open film, whose page has nothing but its button until somebody plays it. */
const film = "https://vimeo.com/1084537"

/** What has been told so far, an answer and a film in between, and the question that is asked now. */
const linesOf = (texts: PreviewTexts, told: number): ReadonlyArray<TranscriptLine> => {
  const said = (uuid: string, html: string, as: "message" | "video" = "message"): TranscriptLine => ({
    type: "told",
    told: { type: "show", as, uuid, name: uuid, html, delay: 0 },
  })
  const answered: TranscriptLine = {
    type: "given",
    question: { type: "ask", question: { uuid: "q", type: "open" }, uuid: "q", name: "q", html: "", delay: 0 },
    value: texts["preview.answered"],
    isSent: true,
  }
  const lines = paragraphs.slice(0, told).map((key) => said(key, `<p>${texts[key]}</p>`))
  const [between, played] = [told > 2 ? [answered] : [], told > 3 ? [said("film", film, "video")] : []]
  return [
    ...lines.slice(0, 2),
    ...between,
    ...lines.slice(2, 4),
    ...played,
    ...lines.slice(4),
    said("asked", `<p>${texts["preview.asked"]}</p>`),
  ]
}

// Shows the preview of a style in its frame. Fetched only where an address asks for one.

/** The story is told in the languages of the console. */
const textsIn = async (language: string) =>
  language === "nl"
    ? (await import("../../domain/catalog/nl/preview-demo.ts")).chatPreviewDemo
    : (await import("../../domain/catalog/en/preview-demo.ts")).chatPreviewDemo

type ShowProps = {
  readonly root: HTMLElement
  readonly community: string
  readonly speech: ChatTexts
  /** Tells what is to be shown, each time the console says so. */
  readonly watch: (show: (message: ChatPreview) => void) => void
}

export const renderChatPreview = async ({ root, community, speech, watch }: ShowProps): Promise<void> => {
  const texts = await textsIn(speech.language)
  document.title = previewTitle("web", community)
  const show = (message: ChatPreview): void => {
    const look = toAppliedStyle(message.sheet)
    applyStyle(look, document.documentElement)
    render(
      <ChatTextsContext.Provider value={{ ...speech, star: styleValue(look, "star_rating-glyph") }}>
        <ChatStylePreview community={community} look={look} message={message} texts={texts} />
      </ChatTextsContext.Provider>,
      root,
    )
  }
  show(initialChatPreview)
  watch(show)
}
