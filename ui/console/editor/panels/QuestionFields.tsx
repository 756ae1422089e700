// What several kinds of question have in common: the text in an empty answer box, and whether the question may be skipped.

import type { Finding } from "../../../../domain/check/finding.ts"
import { maxPlaceholderLength, showsPlaceholder } from "../../../../domain/questions/answer-limits.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useFindingText, useTranslate } from "../../../kit/i18n.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { SwitchField } from "../../../kit/SwitchField.tsx"
import { useIsLocked, useIsViewOnly, useUpdateInstruction } from "../editor-context.tsx"
import { RecallInput } from "../fields/RecallField.tsx"

type Props = { readonly instruction: Instruction }

export const PlaceholderField = ({ instruction: { uuid, order, question } }: Props) => {
  const t = useTranslate()
  const write = useUpdateInstruction(uuid)
  const locked = useIsViewOnly()
  if (!question || !showsPlaceholder(question)) return null
  return (
    <RecallInput
      data-part="/question/placeholder"
      place={order}
      label={t("editor.placeholder")}
      description={t("editor.placeholder.help", { braces: "{{" })}
      maxLength={maxPlaceholderLength}
      readOnly={locked}
      value={question.placeholder ?? ""}
      onType={(placeholder) => write("placeholder", { question: { ...question, placeholder } })}
    />
  )
}

export const SkippableField = ({ instruction: { uuid, question } }: Props) => {
  const t = useTranslate()
  const write = useUpdateInstruction(uuid)
  const locked = useIsLocked("skipable")
  if (!question) return null
  return (
    <SwitchField
      label={t("editor.skipable")}
      on={question.skipable ?? false}
      locked={locked}
      onTurn={(skipable) => write(null, { question: { ...question, skipable } })}
    />
  )
}

/** The option for what is not known here, a value of a newer version: it is named as it stands, and stays. */
export const buildUnknownOption = (known: ReadonlyArray<string>, value: string | null | undefined) =>
  !value || known.includes(value) ? [] : [{ value, label: value }]

// Told while a form holds what breaks a rule: it is not in the script (spec/2-editor §5).

/** `hasUnread`: whether there are texts that no value can be read from; each says so itself. */
type UnsoundProps = { readonly id: string; readonly findings: ReadonlyArray<Finding>; readonly hasUnread: boolean }

/** The fields that are wrong name it by its id. */
export const InvalidSettingsNotice = ({ id, findings, hasUnread }: UnsoundProps) => {
  const t = useTranslate()
  const say = useFindingText()
  if (findings.length === 0 && !hasUnread) return null
  return (
    <Notice id={id} tone="bad" title={t("editor.config.wrong")}>
      {findings.map((finding) => (
        <p key={`${finding.pointer} ${finding.message}`}>{say(finding)}</p>
      ))}
    </Notice>
  )
}
