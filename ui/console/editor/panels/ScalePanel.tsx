// [Q3, Q4] The panel of star, NPS and emoji scales: a preview and the few settings.
import {
  IconMoodAnnoyed,
  IconMoodHappy,
  IconMoodNeutral,
  IconMoodSad,
  IconMoodSmile,
  IconStar,
  IconStarHalfFilled,
} from "@tabler/icons-react"
import { listScaleValues, npsRanges, type ScaleQuestion, starCount } from "../../../../domain/questions/scale-question.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { SegmentedField } from "../../../kit/SegmentedField.tsx"
import { SwitchField } from "../../../kit/SwitchField.tsx"
import { useIsLocked, useIsViewOnly, useUpdateInstruction } from "../editor-context.tsx"
import { SkippableField } from "./QuestionFields.tsx"
import classes from "./QuestionPanels.module.css"
import { getQuestionOfType } from "./question-form.ts"

export const ScalePanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const question = getQuestionOfType(instruction, "starRating", "nps", "emoji")
  if (question === null) return null
  return (
    <div className={classes["panel"]}>
      <Preview question={question} />
      {question.type === "starRating" && <HalfStars uuid={instruction.uuid} question={question} />}
      {question.type === "nps" && <Range uuid={instruction.uuid} question={question} />}
      <SkippableField instruction={instruction} />
    </div>
  )
}

const faces = [IconMoodSad, IconMoodAnnoyed, IconMoodNeutral, IconMoodSmile, IconMoodHappy] as const

/** The scale as respondents see it; it cannot be answered here. */
const Preview = ({ question }: { readonly question: ScaleQuestion }) => {
  const t = useTranslate()
  const values = listScaleValues(question)
  return (
    <figure className={classes["preview"]}>
      <figcaption>{t("editor.preview")}</figcaption>
      <div className={classes["scale"]} aria-hidden="true">
        {question.type === "emoji" && values.map((value, index) => <Face key={value} index={index} />)}
        {question.type === "nps" &&
          values.map((value) => (
            <span key={value} className={classes["step"]}>
              {value}
            </span>
          ))}
        {question.type === "starRating" &&
          Array.from({ length: starCount }, (_, index) => {
            const Star = question.options?.increment === 0.5 && index === starCount - 1 ? IconStarHalfFilled : IconStar
            return <Star key={index} size={28} />
          })}
      </div>
    </figure>
  )
}

const Face = ({ index }: { readonly index: number }) => {
  const Icon = faces[index] ?? IconMoodNeutral
  return <Icon size={28} />
}

type ScaleProps<Type extends ScaleQuestion["type"]> = {
  readonly uuid: string
  readonly question: Extract<ScaleQuestion, { readonly type: Type }>
}

const HalfStars = ({ uuid, question }: ScaleProps<"starRating">) => {
  const t = useTranslate()
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsViewOnly()
  return (
    <SwitchField
      label={t("editor.half-stars")}
      on={question.options?.increment === 0.5}
      locked={locked}
      onTurn={(isHalf) =>
        updateInstruction(null, { question: { ...question, options: { ...question.options, increment: isHalf ? 0.5 : 1 } } })
      }
    />
  )
}

const Range = ({ uuid, question }: ScaleProps<"nps">) => {
  const t = useTranslate()
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsLocked("options")
  const minimum = question.options?.minimum ?? npsRanges[0].minimum
  return (
    <SegmentedField
      label={t("editor.scale")}
      value={String(minimum)}
      locked={locked}
      options={npsRanges.map((range) => [String(range.minimum), `${range.minimum} – ${range.maximum}`])}
      onPick={(value) => {
        const range = npsRanges.find((it) => String(it.minimum) === value)
        if (range) updateInstruction(null, { question: { ...question, options: { ...question.options, ...range } } })
      }}
    />
  )
}
