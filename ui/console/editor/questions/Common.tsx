// What several kinds of question have in common: the text in an empty answer box, and whether the question may be skipped.
import { longestPlaceholder, showsPlaceholder } from "../../../../domain/questions/text.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useWords } from "../../../kit/words.tsx"
import { useLocked, useViewOnly, useWrite } from "../editing.tsx"
import { RecallInput } from "../fields/RecallInput.tsx"
import { Toggle } from "../fields/Toggle.tsx"

type Props = { readonly instruction: Instruction }

export const Placeholder = ({ instruction: { uuid, order, question } }: Props) => {
  const t = useWords()
  const write = useWrite(uuid)
  const locked = useViewOnly()
  if (!question || !showsPlaceholder(question)) return null
  return (
    <RecallInput
      data-part="/question/placeholder"
      place={order}
      label={t("editor.placeholder")}
      description={t("editor.placeholder.help", { braces: "{{" })}
      maxLength={longestPlaceholder}
      readOnly={locked}
      value={question.placeholder ?? ""}
      onType={(placeholder) => write("placeholder", { question: { ...question, placeholder } })}
    />
  )
}

export const Skipable = ({ instruction: { uuid, question } }: Props) => {
  const t = useWords()
  const write = useWrite(uuid)
  const locked = useLocked("skipable")
  if (!question) return null
  return (
    <Toggle
      label={t("editor.skipable")}
      on={question.skipable ?? false}
      locked={locked}
      onTurn={(skipable) => write(null, { question: { ...question, skipable } })}
    />
  )
}
