// [Q5] The panel of date questions: the earliest and the latest date.
import { TextInput } from "@mantine/core"
import { useState } from "react"
import { formatDate, getInvalidDateKey, parseDate } from "../../../../domain/date/calendar-date.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { CalendarButton } from "../../../kit/DateField.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useIsLocked } from "../editor-context.tsx"
import { InvalidSettingsNotice, SkippableField } from "./QuestionFields.tsx"
import classes from "./QuestionPanels.module.css"
import { type FieldErrorProps, getQuestionOfType, type UnreadTextProps, useQuestionOptions } from "./question-form.ts"

type DateQuestion = NonNullable<ReturnType<typeof getQuestionOfType<"date">>>

export const DatePanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const question = getQuestionOfType(instruction, "date")
  if (question === null) return null
  return (
    <div className={classes["panel"]}>
      <Limits uuid={instruction.uuid} date={question} />
      <SkippableField instruction={instruction} />
    </div>
  )
}

const Limits = ({ uuid, date }: { readonly uuid: string; readonly date: DateQuestion }) => {
  const t = useTranslate()
  const { question, change, invalidSettings, getFieldProps } = useQuestionOptions(uuid, date)
  const options = question.options ?? {}
  return (
    <>
      <div className={`${classes["row"]} roomy`}>
        <DateLimitField
          label={t("editor.date.earliest")}
          calendarLabel={t("editor.date.earliest.calendar")}
          field={getFieldProps("minimum")}
          day={options.minimum ?? null}
          onChange={(minimum) => change({ ...options, minimum }, "minimum")}
        />
        <DateLimitField
          label={t("editor.date.latest")}
          calendarLabel={t("editor.date.latest.calendar")}
          field={getFieldProps("maximum")}
          day={options.maximum ?? null}
          onChange={(maximum) => change({ ...options, maximum }, "maximum")}
        />
      </div>
      <InvalidSettingsNotice {...invalidSettings} />
    </>
  )
}

type DateLimitFieldProps = {
  readonly label: string
  /** Label of the button that opens the calendar. */
  readonly calendarLabel: string
  readonly field: FieldErrorProps & UnreadTextProps
  readonly day: string | null
  readonly onChange: (day: string | null) => void
}

/** Returns null for an empty text and undefined for an invalid one. */
const parseOptionalDate = (text: string): string | null | undefined => (text.trim() === "" ? null : parseDate(text))

/** Accepts all date formats of `parseDate`; `day` is `YYYY-MM-DD`. */
const DateLimitField = ({ label, calendarLabel, field: { unread, onUnread, ...errorProps }, day, onChange }: DateLimitFieldProps) => {
  const t = useTranslate()
  const locked = useIsLocked("options")
  const [draft, setDraft] = useState(day ?? "")
  const changeText = (next: string) => {
    const date = parseOptionalDate(next)
    if (date === undefined) return onUnread(next)
    setDraft(next)
    if (date !== day || unread !== undefined) onChange(date)
  }
  const text = unread ?? (parseOptionalDate(draft) === day ? draft : (day ?? ""))
  return (
    <TextInput
      className={classes["day"]}
      label={label}
      placeholder={t("day.form")}
      {...(unread !== undefined ? { error: t(getInvalidDateKey(unread)) } : errorProps)}
      autoComplete="off"
      readOnly={locked}
      value={text}
      rightSection={
        <CalendarButton
          label={calendarLabel}
          value={day ?? ""}
          disabled={locked}
          side="end"
          onChange={(picked) => changeText(formatDate(picked))}
        />
      }
      rightSectionPointerEvents="all"
      onChange={(event) => changeText(event.currentTarget.value)}
    />
  )
}
