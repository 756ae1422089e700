// Answer controls of a test run. The engine parses or rejects the answer.
import {
  IconMoodAnnoyed,
  IconMoodHappy,
  IconMoodNeutral,
  IconMoodSad,
  IconMoodSmile,
  IconStarFilled,
  IconStarHalfFilled,
} from "@tabler/icons-react"
import { type ComponentType, useRef } from "react"
import { fileExtensions, isButtonEnabled } from "../../../../domain/questions/file-question.ts"
import type { Question } from "../../../../domain/questions/question.ts"
import { listScaleValues, type ScaleQuestion } from "../../../../domain/questions/scale-question.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { type AnswerProps, ChoiceAnswer, focusOnMount, MultipleAnswer } from "./ChoiceAnswers.tsx"
import classes from "./TestAnswerControl.module.css"
import { NumberAnswer, TextAnswer } from "./ValueAnswers.tsx"

export const ScaleAnswer = ({ question, onAnswer }: AnswerProps) => {
  const t = useTranslate()
  if (question.type !== "starRating" && question.type !== "nps" && question.type !== "emoji") return null
  const values = listScaleValues(question)
  const getLabel = (value: number): string => {
    if (question.type === "emoji") return t(`emoji.${getFace(value)}`)
    return question.type === "nps" ? String(value) : t("talk.stars", { count: value })
  }
  return (
    <div className={classes["scale"]} data-of={question.type}>
      {values.map((value, index) => (
        <button
          key={value}
          ref={index === 0 ? focusOnMount : undefined}
          type="button"
          className={classes["step"]}
          aria-label={getLabel(value)}
          title={getLabel(value)}
          onClick={() => onAnswer(value)}
        >
          <ScaleIcon type={question.type} value={value} />
        </button>
      ))}
    </div>
  )
}

const faces = { 1: IconMoodSad, 2: IconMoodAnnoyed, 3: IconMoodNeutral, 4: IconMoodSmile, 5: IconMoodHappy } as const
type Level = keyof typeof faces
const levels: ReadonlyArray<Level> = [1, 2, 3, 4, 5]
const getFace = (value: number): Level => levels.find((level) => level === value) ?? 3

const ScaleIcon = ({ type, value }: { readonly type: ScaleQuestion["type"]; readonly value: number }) => {
  if (type === "nps") return <span>{value}</span>
  if (type === "starRating") {
    const Star = Number.isInteger(value) ? IconStarFilled : IconStarHalfFilled
    return <Star size={24} aria-hidden="true" />
  }
  const Face = faces[getFace(value)]
  return <Face size={30} stroke={1.75} aria-hidden="true" />
}

/** A file from the camera or the library. In a test run the answer is the file's name; nothing is uploaded. */
export const FileAnswer = ({ question, problem, onAnswer }: AnswerProps) => {
  const fileInput = useRef<HTMLInputElement>(null)
  if (question.type !== "file") return null
  const options = question.options ?? {}
  const extensions = options.extensions && options.extensions.length > 0 ? options.extensions : fileExtensions
  const openFilePicker = (withCamera: boolean) => {
    if (fileInput.current === null) return
    if (withCamera) fileInput.current.setAttribute("capture", "environment")
    else fileInput.current.removeAttribute("capture")
    fileInput.current.click()
  }
  return (
    <div className={classes["line"]}>
      {isButtonEnabled(options, "camera") && (
        <button
          ref={focusOnMount}
          type="button"
          className={classes["choice"]}
          aria-describedby={problem}
          onClick={() => openFilePicker(true)}
        >
          {options.fileUploadCameraText}
        </button>
      )}
      {isButtonEnabled(options, "library") && (
        <button type="button" className={classes["choice"]} aria-describedby={problem} onClick={() => openFilePicker(false)}>
          {options.fileUploadLibraryText}
        </button>
      )}
      <input
        ref={fileInput}
        type="file"
        hidden
        accept={extensions.map((extension) => `.${extension}`).join(",")}
        onChange={(event) => {
          const name = event.currentTarget.files?.[0]?.name
          if (name !== undefined) onAnswer(name)
          event.currentTarget.value = ""
        }}
      />
    </div>
  )
}

const controls = {
  choice: ChoiceAnswer,
  multiple: MultipleAnswer,
  open: TextAnswer,
  email: TextAnswer,
  date: TextAnswer,
  numeric: NumberAnswer,
  currency: NumberAnswer,
  nps: ScaleAnswer,
  starRating: ScaleAnswer,
  emoji: ScaleAnswer,
  file: FileAnswer,
} as const satisfies Record<Question["type"], ComponentType<AnswerProps>>

/** The control for a question. `errorText` is the error message about the last answer, or null. */
export const TestAnswerControl = ({ errorText, ...props }: Omit<AnswerProps, "problem"> & { readonly errorText: string | null }) => {
  const t = useTranslate()
  const Control = controls[props.question.type]
  return (
    <div className={classes["answer"]}>
      <Control {...props} problem={errorText === null ? undefined : problemId} />
      {errorText !== null && (
        <p id={problemId} role="alert" className={classes["problem"]}>
          {errorText}
        </p>
      )}
      {props.question.skipable === true && (
        <button type="button" className={classes["skip"]} onClick={() => props.onAnswer(null)}>
          {t("talk.skip")}
        </button>
      )}
    </div>
  )
}

const problemId = "answer-problem"
