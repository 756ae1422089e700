/** @jsxImportSource preact */
// A community's style, shown on the demo story and on one control at a time. It is the page itself, with nobody answering.
import type { preview as texts } from "../../../domain/catalogue/en/preview.ts"
import type { Question } from "../../../domain/questions/question.ts"
import { type ChatScenario, story } from "../../../domain/style/preview.ts"
import type { ChatPreview } from "../../../domain/style/preview-message.ts"
import type { Line } from "../../../machines/conversation-context.ts"
import { ByType } from "../controls/ByType.tsx"
import { Header } from "../Header.tsx"
import { type Look, valueIn } from "../look.ts"
import { useSpeech } from "../speaking.ts"
import { Transcript } from "../Transcript.tsx"

export type PreviewTexts = Readonly<Record<keyof typeof texts, string>>
type Given = { readonly community: string; readonly look: Look; readonly message: ChatPreview; readonly texts: PreviewTexts }

export const Preview = ({ community, look, message: { scenario, told }, texts }: Given) => {
  const { words } = useSpeech()
  return (
    <div class="page">
      <Header
        title={community}
        community={community}
        sideMenu={{ links: linksIn(look) }}
        look={look}
        percent={(told / story.paragraphs) * 100}
      />
      <main>
        <Transcript lines={linesOf(texts, told)} isTyping={told < story.paragraphs} />
        <section class="answer" id="answer" aria-label={words("page.answer")} key={scenario}>
          {scenario === "invalid" && (
            <p class="problem" id="problem">
              {words("answer.short", { least: 10 })}
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
      question={questionOf(scenario, texts)}
      label="said-asked"
      problem={scenario === "invalid" ? "problem" : undefined}
      give={nobody}
      draft={null}
      write={nobody}
      refuse={nobody}
      files={{ files: [], picked: [], isSending: false }}
      send={nobody}
    />
  )
}

/** Nobody answers a preview. */
const nobody = (): void => undefined

const questionOf = (scenario: Exclude<ChatScenario, "actionsEnabled" | "actionsDisabled">, texts: PreviewTexts): Question => {
  const uuid = "preview"
  const choices = (["preview.choice.1", "preview.choice.2", "preview.choice.3"] as const).map((key, i) => ({
    uuid: key,
    value: i + 1,
    order: i,
    translation: { locale: "en", content: texts[key] },
  }))
  switch (scenario) {
    case "choice":
      return { uuid, type: "choice", choices }
    case "dropdown":
      return { uuid, type: "choice", choices, options: { dropdown: true } }
    case "openAnswer":
    case "invalid":
      return { uuid, type: "open" }
    case "slider": {
      const [lowerBoundLabel, upperBoundLabel] = [texts["preview.low"], texts["preview.high"]]
      return {
        uuid,
        type: "numeric",
        options: { minimum: 0, maximum: 10, hasSlider: true, hasLabel: true, lowerBoundLabel, upperBoundLabel },
      }
    }
    case "starRating":
      return { uuid, type: "starRating" }
  }
}

const paragraphs = ["preview.story.1", "preview.story.2", "preview.story.3", "preview.story.4", "preview.story.5"] as const

/** What has been told so far, an answer in between, and the question that is asked now. */
const linesOf = (texts: PreviewTexts, told: number): ReadonlyArray<Line> => {
  const said = (uuid: string, html: string): Line => ({
    type: "told",
    told: { type: "show", as: "message", uuid, name: uuid, html, delay: 0 },
  })
  const answered: Line = {
    type: "given",
    question: { type: "ask", question: { uuid: "q", type: "open" }, uuid: "q", name: "q", html: "", delay: 0 },
    value: texts["preview.answered"],
    isSent: true,
  }
  const lines = paragraphs.slice(0, told).map((key) => said(key, `<p>${texts[key]}</p>`))
  return [...lines.slice(0, 2), ...(told > 2 ? [answered] : []), ...lines.slice(2), said("asked", `<p>${texts["preview.asked"]}</p>`)]
}

/** The links that the style itself holds; the menu that was saved comes with a conversation. */
const linksIn = (look: Look) =>
  ([1, 2, 3, 4] as const).flatMap((n) => {
    const [content, url] = [valueIn(look, `sidemenu_link_${n}-content`), valueIn(look, `sidemenu_link_${n}-url`)]
    return valueIn(look, `sidemenu_link_${n}-display`) === "none" || content === "" ? [] : [{ content, url }]
  })
