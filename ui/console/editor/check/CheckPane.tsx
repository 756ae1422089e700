// All findings of the check, errors first, one row for each cause; a click selects the instruction. Virtualized: there can be thousands.
import { ActionIcon, Button, UnstyledButton, VisuallyHidden } from "@mantine/core"
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconHelpCircle } from "@tabler/icons-react"
import { type KeyboardEvent, memo, Suspense, useCallback, useId, useMemo, useState } from "react"
import { flushSync } from "react-dom"
import { countOtherInstructions, type Finding, type FindingGroup, groupFindings, isError } from "../../../../domain/findings/finding.ts"
import { toMinutes } from "../../../../domain/flow/duration-estimate.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import {
  currentInstructionIndex,
  findingInstructionUuid,
  hasQuickFix,
  listUnprovenInstructions,
  nextFindingOfGroup,
  nextLocatedFinding,
  pointerInInstruction,
} from "../../../../machines/editor/editor-findings.ts"
import { EmptyMessage } from "../../../kit/EmptyMessage.tsx"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { useFindingSentence, useFindingText, useTranslate } from "../../../kit/i18n.tsx"
import { lazyPart } from "../../../kit/lazy-part.tsx"
import { useMeasuredRows } from "../../../kit/virtual-list.tsx"
import { useEditor, useEditorState, useIsViewOnly, useSelectInstruction } from "../editor-context.tsx"
import { focusInstructionPart } from "../instruction/panel-focus.ts"
import { SidePane } from "../SidePane.tsx"
import { useExampleText } from "../test/example-text.ts"
import { useTestRun } from "../test/test-run.ts"
import classes from "./CheckPane.module.css"

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

const RuleExplanation = lazyPart(async () => (await import("./RuleExplanation.tsx")).RuleExplanation)

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
const getRowId = (key: string): string => `finding ${key}`

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
          <Row
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

type RowProps = {
  readonly id: string
  readonly group: FindingGroup
  readonly index: number
  readonly count: number
  readonly top: number
  readonly tabbable: boolean
  readonly measure: (row: HTMLElement | null) => void
  readonly onFocusRow: (key: string) => void
  readonly onKey: (event: KeyboardEvent, index: number) => void
  readonly onNavigate: () => void
  readonly onTest: () => void
}

const Row = memo(({ id, group, index, count, top, tabbable, measure, onFocusRow, onKey, onNavigate, onTest }: RowProps) => {
  const t = useTranslate()
  const formatFinding = useFindingText()
  const formatSentence = useFindingSentence()
  const actor = useEditor()
  const getTestRun = useTestRun()
  const formatExample = useExampleText()
  const selectInstruction = useSelectInstruction(onNavigate)
  const { first: finding, findings } = group
  const others = countOtherInstructions(group)
  const uuid = useEditorState((context) => findingInstructionUuid(context, finding))
  const name = useEditorState((context) => {
    const instruction = context.draft.instructions[currentInstructionIndex(context, finding) ?? -1]
    return instruction === undefined ? null : getInstructionName(instruction)
  })
  const locked = useIsViewOnly()
  const fixable = useEditorState((context) => (locked || name === null ? undefined : findings.find((it) => hasQuickFix(context, it))))
  const focusProps = {
    tabIndex: tabbable ? 0 : -1,
    onFocus: () => onFocusRow(id),
    onKeyDown: (event: KeyboardEvent) => onKey(event, index),
  }
  const [isExplained, setIsExplained] = useState(false)
  const explanationId = useId()
  const { example } = finding
  const exampleText = example === undefined ? "" : formatExample(example)
  const Icon = isError(finding) ? IconAlertCircle : IconAlertTriangle
  const content = (
    <>
      <Icon size={18} aria-hidden="true" />
      <span>
        <span className={classes["where"]}>
          <VisuallyHidden>{t(`editor.check.${finding.severity}`)} </VisuallyHidden>
          {name === null ? t("editor.check.script") : others > 0 ? t("editor.check.several", { name, count: others }) : name}
        </span>
        <span className={classes["what"]}>{formatSentence(finding)}</span>
        {exampleText !== "" && <span className={classes["example"]}>{t("editor.check.example", { answers: exampleText })}</span>}
      </span>
    </>
  )
  return (
    <li ref={measure} data-row={index} style={{ top }} aria-posinset={index + 1} aria-setsize={count}>
      {uuid === null ? (
        // A finding about the whole script has no instruction to select.
        <div className={classes["finding"]} data-severity={finding.severity}>
          {content}
        </div>
      ) : (
        <button
          type="button"
          id={getRowId(id)}
          {...focusProps}
          className={classes["finding"]}
          data-severity={finding.severity}
          disabled={name === null}
          onClick={() => {
            const { context } = actor.getSnapshot()
            const next = nextFindingOfGroup(context, group)
            const target = findingInstructionUuid(context, next) ?? uuid
            selectInstruction(target)
            focusInstructionPart(target, pointerInInstruction(next))
          }}
        >
          {content}
        </button>
      )}
      {example !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          {...focusProps}
          className={classes["fix"] ?? ""}
          aria-label={t("editor.check.show", { name: name ?? "", what: formatFinding(finding) })}
          onClick={() => {
            // The example is about the script that was checked; a later edit shows as a notice that the script has changed.
            getTestRun().send({ type: "example.play", script: actor.getSnapshot().context.checkedDraft, example })
            onTest()
          }}
        >
          {t("editor.check.show.short")}
        </Button>
      )}
      {fixable !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          {...focusProps}
          className={classes["fix"] ?? ""}
          aria-label={t("editor.check.fix", { name: name ?? "", what: formatFinding(finding) })}
          onClick={() => actor.send({ type: "finding.fix", finding: fixable })}
        >
          {t("editor.check.fix.short")}
        </Button>
      )}
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        {...focusProps}
        className={classes["why"] ?? ""}
        aria-label={t("editor.check.rule", { name: name ?? t("editor.check.script"), what: formatFinding(finding) })}
        aria-expanded={isExplained}
        aria-controls={explanationId}
        onClick={() => setIsExplained((was) => !was)}
      >
        <IconHelpCircle size={16} aria-hidden="true" />
      </ActionIcon>
      <div id={explanationId} className={classes["explained"]} hidden={!isExplained}>
        {isExplained && (
          <Suspense fallback={null}>
            <RuleExplanation rule={finding.rule} />
          </Suspense>
        )}
      </div>
    </li>
  )
})
