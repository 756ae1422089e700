/** @jsxImportSource preact */
// The conversation so far. What is added is read out; that something is being typed is seen only.
import type { Line } from "../../machines/conversation.ts"
import { Given } from "./Given.tsx"
import { shownMarkup } from "./markup.ts"
import { keepEnd } from "./scrolling.ts"
import { useSpeech } from "./speaking.ts"

type Told = Extract<Line, { readonly type: "told" }>["told"]

export const Transcript = ({ lines, isTyping }: { readonly lines: ReadonlyArray<Line>; readonly isTyping: boolean }) => {
  const { words } = useSpeech()
  return (
    <div class="transcript" onLoadCapture={({ currentTarget }) => keepEnd(currentTarget)}>
      <div class="lines" role="log" aria-label={words("page.conversation")}>
        {lines.map((line, i) => (line.type === "told" ? <Theirs key={i} told={line.told} /> : <Given key={i} line={line} />))}
      </div>
      {isTyping && (
        <div class="bubble theirs typing" aria-hidden="true" ref={keepEnd}>
          <i />
          <i />
          <i />
        </div>
      )}
    </div>
  )
}

const Theirs = ({ told }: { readonly told: Told }) => {
  const { words } = useSpeech()
  if (told.html === "" && told.type !== "score") return null
  return (
    <div class={`bubble theirs${told.type === "show" && told.as !== "message" ? " picture" : ""}`} id={`said-${told.uuid}`} ref={keepEnd}>
      <div dangerouslySetInnerHTML={{ __html: shownMarkup(told.html) }} />
      {told.type === "score" && (
        <p class="score">
          {words("score.total", { total: told.score.total })}
          {told.score.average !== null && <small>{words("score.average", { average: told.score.average })}</small>}
        </p>
      )}
    </div>
  )
}
