/** @jsxImportSource preact */
// Controls for scales: emoji faces and NPS, which answer immediately, and the star rating.

import { restoreScaleValue } from "../../../domain/questions/answer-draft.ts"
import { listScaleValues, starCount } from "../../../domain/questions/scale-question.ts"
import { useChatTexts } from "../chat-texts.ts"
import { AnswerForm, type ControlPropsOf, useDraftValue } from "./AnswerForm.tsx"

type EmojiValue = (typeof emojiFaces)[number]["value"]

const faceDrawings = {
  1: { color: "#f28b82", mouth: "M7.5 17.2q4.5-4.6 9 0", brows: "M6.3 7.6l3.4 1.6M17.7 7.6l-3.4 1.6" },
  2: { color: "#f7b267", mouth: "M8 16.6q4-2.6 8 0", brows: "" },
  3: { color: "#fdd663", mouth: "M8 15.6h8", brows: "" },
  4: { color: "#d7e36a", mouth: "M8 14.8q4 3 8 0", brows: "" },
  5: { color: "#a5d46a", mouth: "M7 13.8h10q-.6 4.8-5 4.8t-5-4.8z", brows: "" },
} as const satisfies Record<EmojiValue, object>

/** A face drawn as SVG, so that it looks the same on every device. Decorative: its name is given beside it. */
export const EmojiFace = ({ value }: { readonly value: EmojiValue }) => {
  const { color, mouth, brows } = faceDrawings[value]
  return (
    <svg class="drawn-face" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="10.5" fill={color} />
      <circle cx="8.7" cy="10.4" r="1.35" />
      <circle cx="15.3" cy="10.4" r="1.35" />
      <path d={mouth} fill={value === 5 ? "#33312c" : "none"} />
      <path d={brows} fill="none" />
    </svg>
  )
}

/** [Q3] The faces of an emoji scale, unhappiest first, with the message keys of their names. */
export const emojiFaces = [
  { value: 1, name: "give.emoji.1" },
  { value: 2, name: "give.emoji.2" },
  { value: 3, name: "give.emoji.3" },
  { value: 4, name: "give.emoji.4" },
  { value: 5, name: "give.emoji.5" },
] as const

export const findEmojiFace = (value: unknown): (typeof emojiFaces)[number] | undefined => emojiFaces.find((face) => face.value === value)

export const EmojiScale = ({ labelId, onSubmit }: ControlPropsOf<"emoji">) => {
  const { words } = useChatTexts()
  return (
    <fieldset class="emoji" aria-labelledby={labelId}>
      {emojiFaces.map(({ value, name }) => (
        <button key={value} class="choice face" type="button" aria-label={words(name)} title={words(name)} onClick={() => onSubmit(value)}>
          <EmojiFace value={value} />
        </button>
      ))}
    </fieldset>
  )
}

export const NpsScale = ({ question, labelId, onSubmit }: ControlPropsOf<"nps">) => {
  const { words } = useChatTexts()
  const values = listScaleValues(question)
  return (
    <div>
      <fieldset
        class="nps"
        aria-labelledby={labelId}
        aria-describedby="nps-ends"
        style={{ "--all": String(values.length), "--half": String(Math.ceil(values.length / 2)) }}
      >
        {values.map((value) => (
          <button key={value} class="choice" type="button" onClick={() => onSubmit(value)}>
            {value}
          </button>
        ))}
      </fieldset>
      <p class="ends" id="nps-ends">
        <span>{words("give.nps.low")}</span>
        <span>{words("give.nps.high")}</span>
      </p>
    </div>
  )
}

/** Star rating in whole or half stars. Each step is a native radio button, which brings arrow keys, tapping and screen reader support. */
export const StarRating = (props: ControlPropsOf<"starRating">) => {
  const { question, labelId, problemId, onSubmit } = props
  const { words, star } = useChatTexts()
  const [rating, setRating] = useDraftValue(props, (draft) => restoreScaleValue(question, draft) ?? 0)
  const values = listScaleValues(question)
  return (
    <AnswerForm label={labelId} canSend={rating > 0} onSend={() => onSubmit(rating)}>
      <fieldset class="stars" aria-labelledby={labelId} aria-describedby={problemId}>
        {Array.from({ length: starCount }, (_, i) => (
          <span key={i} class="star">
            <span class="star-off" aria-hidden="true">
              {star}
            </span>
            <span class="star-on" aria-hidden="true" style={{ inlineSize: `${Math.min(1, Math.max(0, rating - i)) * 100}%` }}>
              <span>{star}</span>
            </span>
            <span class="star-places">
              {values
                .filter((value) => Math.ceil(value) === i + 1)
                .map((value) => (
                  <input
                    key={value}
                    type="radio"
                    name={question.uuid}
                    aria-label={words("give.stars", { value, most: starCount })}
                    checked={rating === value}
                    onChange={() => setRating(value)}
                  />
                ))}
            </span>
          </span>
        ))}
      </fieldset>
    </AnswerForm>
  )
}
