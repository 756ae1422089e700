// What several kinds of question have in common: the text in an empty answer box, and whether the question may be skipped.

import type { Finding } from "../../../../domain/check/finding.ts"
import { longestPlaceholder, showsPlaceholder } from "../../../../domain/questions/answer-limits.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useFinding, useWords } from "../../../kit/i18n.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { Toggle } from "../../../kit/SwitchField.tsx"
import { useLocked, useViewOnly, useWrite } from "../editor-context.tsx"
import { RecallInput } from "../fields/RecallField.tsx"

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

/** The option for what is not known here, a value of a newer version: it is named as it stands, and stays. */
export const unfamiliar = (known: ReadonlyArray<string>, value: string | null | undefined) =>
  !value || known.includes(value) ? [] : [{ value, label: value }]

// Told while a form holds what breaks a rule: it is not in the script (spec/2-editor §5).

/** `hasUnread`: whether there are texts that no value can be read from; each says so itself. */
type UnsoundProps = { readonly id: string; readonly findings: ReadonlyArray<Finding>; readonly hasUnread: boolean }

/** The fields that are wrong name it by its id. */
export const Unsound = ({ id, findings, hasUnread }: UnsoundProps) => {
  const t = useWords()
  const say = useFinding()
  if (findings.length === 0 && !hasUnread) return null
  return (
    <Notice id={id} tone="bad" title={t("editor.config.wrong")}>
      {findings.map((finding) => (
        <p key={`${finding.pointer} ${finding.message}`}>{say(finding)}</p>
      ))}
    </Notice>
  )
}
