// Parts that several question panels share: placeholder, skippable, unknown options and the notice about invalid settings.

import { Fragment } from "react"
import type { Finding } from "../../../../domain/findings/finding.ts"
import { maxPlaceholderLength, showsPlaceholder } from "../../../../domain/questions/answer-limits.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useFindingSentence, useTranslate } from "../../../kit/i18n.tsx"
import { SwitchField } from "../../../kit/SwitchField.tsx"
import { useIsLocked, useIsViewOnly, useUpdateInstruction } from "../editor-context.tsx"
import { RecallInput } from "../fields/RecallField.tsx"
import classes from "./QuestionPanels.module.css"

type Props = { readonly instruction: Instruction }

export const PlaceholderField = ({ instruction: { uuid, order, question } }: Props) => {
  const t = useTranslate()
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsViewOnly()
  if (!question || !showsPlaceholder(question)) return null
  return (
    <RecallInput
      data-part="/question/placeholder"
      index={order}
      label={t("editor.placeholder")}
      description={t("editor.placeholder.help", { braces: "{{" })}
      maxLength={maxPlaceholderLength}
      readOnly={locked}
      value={question.placeholder ?? ""}
      onType={(placeholder) => updateInstruction("placeholder", { question: { ...question, placeholder } })}
    />
  )
}

export const SkippableField = ({ instruction: { uuid, question } }: Props) => {
  const t = useTranslate()
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsLocked("skipable")
  if (!question) return null
  return (
    <SwitchField
      label={t("editor.skipable")}
      on={question.skipable ?? false}
      locked={locked}
      onTurn={(skipable) => updateInstruction(null, { question: { ...question, skipable } })}
    />
  )
}

/** Returns an option for a value of a newer version, so that it stays selected and is kept; none for a known value. */
export const buildUnknownOption = (known: ReadonlyArray<string>, value: string | null | undefined) =>
  !value || known.includes(value) ? [] : [{ value, label: value }]

/** `hasUnread`: whether fields have texts that cannot be parsed; each of these fields shows its own error. */
type InvalidSettingsProps = { readonly id: string; readonly findings: ReadonlyArray<Finding>; readonly hasUnread: boolean }

/**
 * [Q6] Says which settings in the form break a rule and are not in the script, in room that is always there. Invalid fields refer to
 * its id.
 */
export const InvalidSettingsNotice = ({ id, findings, hasUnread }: InvalidSettingsProps) => {
  const t = useTranslate()
  const formatSentence = useFindingSentence()
  return (
    <div className={classes["invalid"]}>
      {(findings.length > 0 || hasUnread) && (
        <div id={id} role="alert">
          <p>{t("editor.config.wrong")}</p>
          {findings.map((finding) => (
            <Fragment key={`${finding.pointer} ${finding.message}`}>
              {" "}
              <p>{formatSentence(finding)}</p>
            </Fragment>
          ))}
        </div>
      )}
    </div>
  )
}
