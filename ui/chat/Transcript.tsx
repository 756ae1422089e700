/** @jsxImportSource preact */
// The conversation so far. What is added is read out; that something is being typed is seen only.
import { amountText } from "../../domain/chat/answered-by.ts"
import { videoAt, videoIn } from "../../domain/rich-text/video.ts"
import type { Line } from "../../machines/conversation-context.ts"
import { Given } from "./Given.tsx"
import { nameMissingImage, shownMarkup } from "./markup.ts"
import { keepEnd } from "./scrolling.ts"
import { useSpeech } from "./speaking.ts"
import { Video } from "./Video.tsx"
import { wordedIn } from "./worded-in.ts"

type Told = Extract<Line, { readonly type: "told" }>["told"]

export const Transcript = ({ lines, isTyping }: { readonly lines: ReadonlyArray<Line>; readonly isTyping: boolean }) => {
  const { words } = useSpeech()
  return (
    <div
      class="transcript"
      onLoadCapture={({ currentTarget }) => keepEnd(currentTarget)}
      onErrorCapture={({ target }) => nameMissingImage(target, words("image.missing"))}
    >
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
  const { words, language } = useSpeech()
  const due = told.type === "act" ? told.due : null
  if (told.html === "" && told.type !== "score" && due === null) return null
  const video = told.type === "show" && told.as === "video" ? videoAt(videoIn(told.html)) : null
  const kind = video !== null && video.type !== "elsewhere" ? " film" : told.type === "show" && told.as === "image" ? " picture" : ""
  return (
    <div class={`bubble theirs${kind}`} id={`said-${told.uuid}`} ref={keepEnd}>
      {video === null ? (
        <div {...wordedIn(told.language, language)} dangerouslySetInnerHTML={{ __html: shownMarkup(told.html) }} />
      ) : (
        <Video video={video} />
      )}
      {due !== null && (
        <p class="score">
          {words("payment.due", { amount: amountText(due, language) })}
          <small>{words("payment.none")}</small>
        </p>
      )}
      {told.type === "score" && (
        <p class="score">
          {words("score.total", { total: told.score.total })}
          {told.score.average !== null && <small>{words("score.average", { average: told.score.average })}</small>}
        </p>
      )}
    </div>
  )
}
