// A place on a scale: stars, faces, how likely to recommend. A press gives it.
import {
  IconMoodAnnoyed,
  IconMoodHappy,
  IconMoodNeutral,
  IconMoodSad,
  IconMoodSmile,
  IconStarFilled,
  IconStarHalfFilled,
} from "@tabler/icons-react"
import { type ScaleQuestion, scaleValues } from "../../../../../domain/questions/scale.ts"
import { useWords } from "../../../../kit/words.tsx"
import type { AnswerProps } from "./Answer.tsx"
import classes from "./answer.module.css"
import { begin } from "./begin.ts"

export const ScaleAnswer = ({ question, onGive }: AnswerProps) => {
  const t = useWords()
  if (question.type !== "starRating" && question.type !== "nps" && question.type !== "emoji") return null
  const values = scaleValues(question)
  const nameOf = (value: number): string => {
    if (question.type === "emoji") return t(`emoji.${faceOf(value)}`)
    return question.type === "nps" ? String(value) : t("talk.stars", { count: value })
  }
  return (
    <div className={classes["scale"]} data-of={question.type}>
      {values.map((value, place) => (
        <button
          key={value}
          ref={place === 0 ? begin : undefined}
          type="button"
          className={classes["step"]}
          aria-label={nameOf(value)}
          title={nameOf(value)}
          onClick={() => onGive(value)}
        >
          <Sign type={question.type} value={value} />
        </button>
      ))}
    </div>
  )
}

const faces = { 1: IconMoodSad, 2: IconMoodAnnoyed, 3: IconMoodNeutral, 4: IconMoodSmile, 5: IconMoodHappy } as const
type Level = keyof typeof faces
const levels: ReadonlyArray<Level> = [1, 2, 3, 4, 5]
const faceOf = (value: number): Level => levels.find((level) => level === value) ?? 3

const Sign = ({ type, value }: { readonly type: ScaleQuestion["type"]; readonly value: number }) => {
  if (type === "nps") return <span>{value}</span>
  if (type === "starRating") {
    const Star = Number.isInteger(value) ? IconStarFilled : IconStarHalfFilled
    return <Star size={24} aria-hidden="true" />
  }
  const Face = faces[faceOf(value)]
  return <Face size={30} stroke={1.75} aria-hidden="true" />
}
