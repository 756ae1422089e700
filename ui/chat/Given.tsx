/** @jsxImportSource preact */
// What the respondent gave, as it stands in the transcript.
import { givenText } from "../../domain/chat/given-text.ts"
import type { Line } from "../../machines/conversation-context.ts"
import { Face } from "./controls/Face.tsx"
import { faceOf } from "./controls/faces.ts"
import { Icon } from "./Icon.tsx"
import { goToEnd } from "./scrolling.ts"
import { useSpeech } from "./speaking.ts"

type GivenLine = Extract<Line, { readonly type: "given" }>

export const Given = ({ line }: { readonly line: GivenLine }) => {
  const { words } = useSpeech()
  return (
    <div class={`bubble mine${line.isSent ? "" : " unsent"}`} ref={goToEnd}>
      <span class="unseen">{words("page.you")} </span>
      <Content line={line} />
      {!line.isSent && <Icon name="waiting" />}
    </div>
  )
}

const Content = ({ line: { question, value } }: { readonly line: GivenLine }) => {
  const { words, language, star } = useSpeech()
  if (value === null || value === undefined || question === null) return <em>{words("give.skipped")}</em>
  const asked = question.question
  switch (asked.type) {
    case "emoji": {
      const face = faceOf(value)
      if (face === undefined) return <>{givenText(asked, value, language)}</>
      return (
        <>
          <Face value={face.value} />
          <span class="unseen">{words(face.name)}</span>
        </>
      )
    }
    case "starRating":
      return (
        <>
          <span aria-hidden="true">{star} </span>
          {words("give.stars", { value: Number(value), most: 5 })}
        </>
      )
    case "file":
      return (
        <>
          <Icon name="file" /> {words("give.files", { count: Array.isArray(value) ? value.length : 1 })}
        </>
      )
    default:
      return (
        <span class="written" dir="auto">
          {givenText(asked, value, language)}
        </span>
      )
  }
}
