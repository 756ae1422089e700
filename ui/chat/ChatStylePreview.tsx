/** @jsxImportSource preact */
// A community's style, shown on the demo story and on one control at a time. It is the page itself, with nobody answering.

import { render } from "preact"
import type { preview as texts } from "../../domain/catalog/en/preview-demo.ts"
import { type ChatPreview, type ChatScenario, firstChatPreview, previewTitle, story } from "../../domain/style/preview-protocol.ts"
import { previewed, previewLimits } from "../../domain/style/preview-question.ts"
import { sideMenuOf } from "../../domain/style/side-menu-links.ts"
import type { Line } from "../../machines/conversation/conversation-transcript.ts"
import { ByType } from "./AnswerArea.tsx"
import { Header } from "./ChatHeader.tsx"
import { type Look, lookOfSheet, valueIn, wear } from "./chat-style.ts"
import { Speaking, type Speech, useSpeech } from "./chat-texts.ts"
import { goToEnd } from "./focus-and-scrolling.ts"
import { Transcript } from "./Transcript.tsx"

export type PreviewTexts = Readonly<Record<keyof typeof texts, string>>
type Given = { readonly community: string; readonly look: Look; readonly message: ChatPreview; readonly texts: PreviewTexts }

export const Preview = ({ community, look, message: { sheet, scenario, told }, texts }: Given) => {
  const { words } = useSpeech()
  return (
    <div class="page">
      <Header
        title={community}
        community={community}
        sideMenu={sideMenuOf(sheet)}
        showsMenu={scenario === "sideMenu"}
        look={look}
        percent={(told / story.paragraphs) * 100}
      />
      <main>
        <Transcript lines={linesOf(texts, told)} isTyping={told < story.paragraphs} />
        <section class="answer" id="answer" aria-label={words("page.answer")} key={scenario} ref={goToEnd}>
          {scenario === "invalid" && (
            <p class="problem" id="problem">
              {words("answer.short", { least: previewLimits.open.minimum })}
            </p>
          )}
          <OnScenario scenario={scenario} texts={texts} />
        </section>
      </main>
      {valueIn(look, "branding_message-display") !== "none" && <footer>{words("page.branding")}</footer>}
    </div>
  )
}

const OnScenario = ({ scenario, texts }: { readonly scenario: ChatScenario; readonly texts: PreviewTexts }) => {
  const { words } = useSpeech()
  if (scenario === "actionsEnabled" || scenario === "actionsDisabled")
    return (
      <button class="primary" type="button" disabled={scenario === "actionsDisabled"}>
        {words("give.send")}
      </button>
    )
  return (
    <ByType
      {...previewed(scenario, texts)}
      label="said-asked"
      problem={scenario === "invalid" ? "problem" : undefined}
      give={nobody}
      write={nobody}
      refuse={nobody}
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
const linesOf = (texts: PreviewTexts, told: number): ReadonlyArray<Line> => {
  const said = (uuid: string, html: string, as: "message" | "video" = "message"): Line => ({
    type: "told",
    told: { type: "show", as, uuid, name: uuid, html, delay: 0 },
  })
  const answered: Line = {
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
    ? (await import("../../domain/catalog/nl/preview-demo.ts")).preview
    : (await import("../../domain/catalog/en/preview-demo.ts")).preview

type ShowProps = {
  readonly root: HTMLElement
  readonly community: string
  readonly speech: Speech
  /** Tells what is to be shown, each time the console says so. */
  readonly watch: (show: (message: ChatPreview) => void) => void
}

export const showPreview = async ({ root, community, speech, watch }: ShowProps): Promise<void> => {
  const texts = await textsIn(speech.language)
  document.title = previewTitle("web", community)
  const show = (message: ChatPreview): void => {
    const look = lookOfSheet(message.sheet)
    wear(look, document.documentElement)
    render(
      <Speaking.Provider value={{ ...speech, star: valueIn(look, "star_rating-glyph") }}>
        <Preview community={community} look={look} message={message} texts={texts} />
      </Speaking.Provider>,
      root,
    )
  }
  show(firstChatPreview)
  watch(show)
}
