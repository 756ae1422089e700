// The panel of the selected instruction: the fields that all kinds share, then the panel of its kind.

import { Button, TextInput } from "@mantine/core"
import { IconRefresh } from "@tabler/icons-react"
import { Suspense } from "react"
import { isError } from "../../../../domain/findings/finding.ts"
import { computeInstructionDelay, isManualDelay, maxDelaySeconds, parseDelay } from "../../../../domain/flow/reading-delay.ts"
import { getInstructionKind, type Instruction, type InstructionKind } from "../../../../domain/script/instruction.ts"
import { findNameProblem, getDefaultName, maxNameLength, normalizeTypedName } from "../../../../domain/script/instruction-name.ts"
import { findingsForInstruction, pointerInInstruction } from "../../../../machines/editor/editor-findings.ts"
import { useFindingSentence, useTranslate } from "../../../kit/i18n.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { screenUndoScope } from "../../../kit/shortcut-hooks.ts"
import { ConditionField } from "../condition/ConditionField.tsx"
import { useEditor, useEditorState, useIsLocked, useIsViewOnly, useUpdateInstruction } from "../editor-context.tsx"
import { NumberField } from "../fields/NumberField.tsx"
import { KindIcon } from "../KindIcon.tsx"
import { MessageField } from "../message/MessageField.tsx"
import classes from "./InstructionPanel.module.css"
import { kindPanels, kindsWithoutMessageText } from "./kind-panels.tsx"
import { findingNoticeId, instructionHeadingId, instructionPanelAttribute, instructionSettingsId, nameFieldId } from "./panel-focus.ts"

/** [I6, I7] The typing delay of a message in seconds, computed from its text until the author sets it. */
export const TypingDelayField = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const updateInstruction = useUpdateInstruction(instruction.uuid)
  const locked = useIsViewOnly()
  const isManual = isManualDelay(instruction)
  return (
    <div className={classes["delay"]} data-part="/typing_delay">
      <NumberField
        label={t("editor.delay")}
        unit={t("editor.delay.unit")}
        description={t(isManual ? "editor.delay.by-hand" : "editor.delay.follows")}
        value={instruction.typing_delay}
        parse={parseDelay}
        invalidMessage={t("editor.delay.wrong", { most: maxDelaySeconds })}
        locked={locked}
        onChange={(seconds) => seconds !== null && updateInstruction("typing_delay", { typing_delay: seconds })}
      />
      {isManual && !locked && (
        <Button
          className={classes["recalculate"]}
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          onClick={() => updateInstruction(null, { typing_delay: computeInstructionDelay(instruction) })}
        >
          {t("editor.delay.recalculate")}
        </Button>
      )}
    </div>
  )
}

const problemKeys = {
  "name-syntax": "editor.name.syntax",
  "name-too-long": "finding.too-long",
  "name-not-unique": "editor.name.not-unique",
} as const

/** [I3, I5] The name of an instruction; an empty field shows the default name. */
export const InstructionNameField = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const actor = useEditor()
  const updateInstruction = useUpdateInstruction(instruction.uuid)
  const locked = useIsLocked("name")
  const label = instruction.label ?? ""
  const problem = findNameProblem(actor.getSnapshot().context.draft.instructions, instruction.uuid, label)
  return (
    <TextInput
      id={nameFieldId}
      data-part="/label"
      label={t("editor.name")}
      description={t("editor.name.help")}
      placeholder={getDefaultName(instruction.order)}
      error={problem === null ? undefined : t(problemKeys[problem], { most: maxNameLength })}
      maxLength={maxNameLength}
      autoComplete="off"
      spellCheck={false}
      readOnly={locked}
      value={label}
      onChange={(event) => updateInstruction("label", { label: normalizeTypedName(event.currentTarget.value) })}
    />
  )
}

export const InstructionPanel = ({ index }: { readonly index: number }) => {
  const t = useTranslate()
  const instruction = useEditorState(({ draft }) => draft.instructions[index])
  const count = useEditorState(({ draft }) => draft.instructions.length)
  const draftEpoch = useEditorState((context) => context.draftEpoch)
  if (instruction === undefined) return null
  const kind = getInstructionKind(instruction)
  const KindPanel = kindPanels[kind]
  return (
    <section
      {...screenUndoScope}
      {...{ [instructionPanelAttribute]: instruction.uuid }}
      className={classes["panel"]}
      aria-label={t("editor.instruction")}
      key={instruction.uuid}
    >
      <header className={classes["top"]}>
        <KindIcon kind={kind} />
        <h2 id={instructionHeadingId} tabIndex={-1} className={classes["heading"]}>
          {t(`editor.kind.${kind}`)}
        </h2>
        <span className={classes["place"]}>{t("editor.instruction.place", { place: index + 1, count })}</span>
      </header>
      <div className={`${classes["identity"]} roomy`}>
        <InstructionNameField instruction={instruction} />
        <TypingDelayField instruction={instruction} />
      </div>
      <ConditionField instruction={instruction} />
      {!kindsWithoutMessageText.has(kind) && <MessageField instruction={instruction} />}
      <div id={instructionSettingsId} className={classes["settings"]}>
        <Suspense>
          {KindPanel !== null && (
            <KindPanel key={kindsWithoutRemount.has(kind) ? kind : `${kind} ${draftEpoch}`} instruction={instruction} />
          )}
        </Suspense>
      </div>
      <Findings uuid={instruction.uuid} />
    </section>
  )
}

/** Kinds whose panels always show the script and need no remount after an undo, so the focus stays in the field. */
const kindsWithoutRemount: ReadonlySet<InstructionKind> = new Set(["choice", "multiple"])

/** Parts whose fields show their own errors. */
const partsWithOwnErrors: ReadonlyArray<string> = ["/label", "/condition"]

const Findings = ({ uuid }: { readonly uuid: string }) => {
  const formatSentence = useFindingSentence()
  const findings = useEditorState((context) => findingsForInstruction(context, uuid)).filter(
    (finding) => !partsWithOwnErrors.includes(pointerInInstruction(finding)),
  )
  return findings.map((finding, index) => (
    <Notice
      key={`${finding.pointer} ${finding.message}`}
      // The id goes to the first of several findings about a part.
      {...(findings.findIndex(({ pointer }) => pointer === finding.pointer) === index && {
        id: findingNoticeId(pointerInInstruction(finding)),
      })}
      tone={isError(finding) ? "bad" : "quiet"}
    >
      <p>{formatSentence(finding)}</p>
    </Notice>
  ))
}
