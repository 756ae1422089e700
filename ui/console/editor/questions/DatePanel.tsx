// A day as an answer, and between which days it may lie (spec/2-editor §3; decisions Q5).
import { TextInput } from "@mantine/core"
import { useState } from "react"
import { readDate } from "../../../../domain/questions/date.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useWords } from "../../../kit/words.tsx"
import { useLocked } from "../editing.tsx"
import { Skipable } from "./Common.tsx"
import { type Fault, questionOf, useSound } from "./question.ts"
import classes from "./questions.module.css"
import { Unsound } from "./Unsound.tsx"

type DateQuestion = NonNullable<ReturnType<typeof questionOf<"date">>>

export const DatePanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const question = questionOf(instruction, "date")
  if (question === null) return null
  return (
    <div className={classes["panel"]}>
      <Limits uuid={instruction.uuid} date={question} />
      <Skipable instruction={instruction} />
    </div>
  )
}

const Limits = ({ uuid, date }: { readonly uuid: string; readonly date: DateQuestion }) => {
  const t = useWords()
  const { question, change, unsound, faultOf } = useSound(uuid, date)
  const options = question.options ?? {}
  return (
    <>
      <div className={classes["row"]}>
        <Day
          label={t("editor.date.earliest")}
          fault={faultOf("minimum")}
          day={options.minimum ?? null}
          onDay={(minimum) => change({ ...options, minimum }, "minimum")}
        />
        <Day
          label={t("editor.date.latest")}
          fault={faultOf("maximum")}
          day={options.maximum ?? null}
          onDay={(maximum) => change({ ...options, maximum }, "maximum")}
        />
      </div>
      <Unsound {...unsound} />
    </>
  )
}

type DayProps = { readonly label: string; readonly fault: Fault; readonly day: string | null; readonly onDay: (day: string | null) => void }

/** Typed in any of the four forms; `day` is `YYYY-MM-DD`. */
const Day = ({ label, fault, day, onDay }: DayProps) => {
  const t = useWords()
  const locked = useLocked("options")
  const [typed, type] = useState(day ?? "")
  const said = typed.trim() === "" ? null : readDate(typed)
  const text = said === day || said === undefined ? typed : (day ?? "")
  return (
    <TextInput
      label={label}
      placeholder="DD-MM-YYYY"
      {...(said === undefined ? { error: t("editor.date.wrong") } : fault)}
      autoComplete="off"
      readOnly={locked}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value
        type(next)
        const date = next.trim() === "" ? null : readDate(next)
        if (date !== undefined && date !== day) onDay(date)
      }}
    />
  )
}
