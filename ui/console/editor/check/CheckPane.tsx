// All findings of the check, errors first, one row for each cause; a click selects the instruction. Virtualized: there can be thousands.
import { UnstyledButton } from "@mantine/core"
import { IconCircleCheck } from "@tabler/icons-react"
import { type KeyboardEvent, useCallback, useMemo, useState } from "react"
import { flushSync } from "react-dom"
import { type Finding, groupFindings } from "../../../../domain/findings/finding.ts"
import { toMinutes } from "../../../../domain/flow/duration-estimate.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { listUnprovenInstructions, nextLocatedFinding } from "../../../../machines/editor/editor-findings.ts"
import { EmptyMessage } from "../../../kit/EmptyMessage.tsx"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useMeasuredRows } from "../../../kit/virtual-list.tsx"
import { useEditor, useEditorState, useSelectInstruction } from "../editor-context.tsx"
import { SidePane } from "../SidePane.tsx"
import classes from "./CheckPane.module.css"
import { FindingRow, getRowId } from "./FindingRow.tsx"

type Props = {
  readonly onNavigate: () => void
  /** Shows the Test pane. */
  readonly onTest: () => void
  readonly onClose: () => void
}

export const CheckPane = ({ onNavigate, onTest, onClose }: Props) => {
  const t = useTranslate()
  const findings = useEditorState((context) => context.findings)
  const problem = useEditorState(({ checkFailure }) => checkFailure)
  const isChecked = useEditorState((context) => context.isChecked)
  const isDecided = useEditorState(({ unproven }) => unproven.length === 0)
  return (
    <SidePane heading={t("editor.check.heading")} onClose={onClose}>
      <Pacing />
      {problem !== null && (
        <div className={classes["problem"]}>
          <FailureNotice failure={problem} />
        </div>
      )}
      <output className={classes["started"]}>{!isChecked && problem === null && t("editor.check.started")}</output>
      {findings.length === 0 && problem === null && isChecked && (
        <EmptyMessage
          icon={<IconCircleCheck aria-hidden="true" />}
          title={t("editor.check.none")}
          description={isDecided && t("editor.check.none.text")}
        />
      )}
      <Unproven onNavigate={onNavigate} />
      {findings.length > 0 && <Findings findings={findings} onNavigate={onNavigate} onTest={onTest} />}
    </SidePane>
  )
}

/** [I9] The estimated duration of the chat, in minutes. */
const Pacing = () => {
  const t = useTranslate()
  const isEmpty = useEditorState(({ checkedDraft }) => checkedDraft.instructions.length === 0)
  const duration = useEditorState((context) => context.duration)
  if (isEmpty || duration === null) return null
  const { least, typical, most } = toMinutes(duration)
  return (
    <p className={classes["pacing"]}>
      {least === most ? t("editor.pacing.even", { minutes: most }) : t("editor.pacing", { least, typical, most })}
    </p>
  )
}

/** At most this many instructions are named. */
const maxNamed = 5

/** The instructions for which the check could not try all answers: some of their conditions may have no finding for that reason. */
const Unproven = ({ onNavigate }: Pick<Props, "onNavigate">) => {
  const t = useTranslate()
  const instructions = useEditorState(({ checkedDraft }) => checkedDraft.instructions)
  const unproven = useEditorState((context) => context.unproven)
  const selectInstruction = useSelectInstruction(onNavigate)
  const undecided = useMemo(() => listUnprovenInstructions({ checkedDraft: { instructions }, unproven }), [instructions, unproven])
  if (undecided.length === 0) return null
  const named = undecided.slice(0, maxNamed)
  return (
    <div className={classes["unproven"]}>
      <p>{t("editor.check.unproven", { count: undecided.length })}</p>
      <ul>
        {named.map((instruction) => (
          <li key={instruction.uuid}>
            <UnstyledButton className={classes["place"]} onClick={() => selectInstruction(instruction.uuid)}>
              {getInstructionName(instruction)}
            </UnstyledButton>
          </li>
        ))}
        {undecided.length > named.length && <li>{t("editor.check.unproven.more", { count: undecided.length - named.length })}</li>}
      </ul>
    </div>
  )
}

/** The height of a finding with two lines of text, in pixels. */
const defaultRowHeight = 60

const getFindingKey = ({ pointer, message }: Finding): string => `${pointer} ${message}`

type FindingsProps = Pick<Props, "onNavigate" | "onTest"> & { readonly findings: ReadonlyArray<Finding> }

const Findings = ({ findings, onNavigate, onTest }: FindingsProps) => {
  const t = useTranslate()
  const actor = useEditor()
  const groups = useMemo(() => groupFindings(findings), [findings])
  const firsts = useMemo(() => groups.map(({ first }) => first), [groups])
  const keys = useMemo(() => firsts.map(getFindingKey), [firsts])
  /** The finding focused last: Tab returns to it and the arrow keys continue from it. */
  const [lastFocusedKey, setLastFocusedKey] = useState<string | null>(null)
  const { watch, measure, shown, height } = useMeasuredRows({ keys, defaultHeight: defaultRowHeight, pinnedKey: lastFocusedKey })
  const checkedDraft = useEditorState((context) => context.checkedDraft)
  const tabbableIndex = useMemo(() => {
    const lastFocusedIndex = lastFocusedKey === null ? -1 : keys.indexOf(lastFocusedKey)
    return lastFocusedIndex === -1 ? nextLocatedFinding({ checkedDraft }, firsts, -1, 1) : lastFocusedIndex
  }, [checkedDraft, firsts, keys, lastFocusedKey])
  const handleKeyDown = useCallback(
    (event: KeyboardEvent, index: number) => {
      const { key: keyName, ctrlKey, metaKey, altKey, shiftKey } = event
      const target = { ArrowUp: [index, -1], ArrowDown: [index, 1], Home: [-1, 1], End: [firsts.length, -1] }[keyName]
      const [start, direction] = target ?? []
      if (start === undefined || direction === undefined || ctrlKey || metaKey || altKey || shiftKey) return
      event.preventDefault()
      const next = firsts[nextLocatedFinding(actor.getSnapshot().context, firsts, start, direction)]
      if (next === undefined) return
      // Renders the row first, since it may be far outside the viewport.
      flushSync(() => setLastFocusedKey(getFindingKey(next)))
      document.getElementById(getRowId(getFindingKey(next)))?.focus()
    },
    [actor, firsts],
  )
  return (
    <ul ref={watch} className={classes["list"]} aria-label={t("editor.check.heading")} style={{ height }}>
      {shown.map(({ index, top }) => {
        const group = groups[index]
        const rowKey = keys[index]
        return group === undefined || rowKey === undefined ? null : (
          <FindingRow
            key={rowKey}
            id={rowKey}
            group={group}
            index={index}
            count={groups.length}
            top={top}
            tabbable={index === tabbableIndex}
            measure={measure}
            onFocusRow={setLastFocusedKey}
            onKey={handleKeyDown}
            onNavigate={onNavigate}
            onTest={onTest}
          />
        )
      })}
    </ul>
  )
}
