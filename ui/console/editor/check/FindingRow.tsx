// One row of the Check pane: a finding with its place, its example, its quick fix and the explanation of its rule.
import { ActionIcon, Button, VisuallyHidden } from "@mantine/core"
import { IconAlertCircle, IconAlertTriangle, IconHelpCircle } from "@tabler/icons-react"
import { type KeyboardEvent, memo, Suspense, useId, useState } from "react"
import { countOtherInstructions, type FindingGroup, isError } from "../../../../domain/findings/finding.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import {
  currentInstructionIndex,
  findingInstructionUuid,
  hasQuickFix,
  nextFindingOfGroup,
  pointerInInstruction,
} from "../../../../machines/editor/editor-findings.ts"
import { useFindingSentence, useFindingText, useTranslate } from "../../../kit/i18n.tsx"
import { lazyPart } from "../../../kit/lazy-part.tsx"
import { useEditor, useEditorState, useIsViewOnly, useSelectInstruction } from "../editor-context.tsx"
import { focusInstructionPart } from "../instruction/panel-focus.ts"
import { useExampleText } from "../test/example-text.ts"
import { useTestRun } from "../test/test-run.ts"
import classes from "./CheckPane.module.css"

const RuleExplanation = lazyPart(async () => (await import("./RuleExplanation.tsx")).RuleExplanation)

/** The element id of the row of a finding, whose `key` is unique in the list. */
export const getRowId = (key: string): string => `finding ${key}`

type Props = {
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

/** A finding: a click selects its instruction; buttons play its example, apply its quick fix and explain its rule. */
export const FindingRow = memo(({ id, group, index, count, top, tabbable, measure, onFocusRow, onKey, onNavigate, onTest }: Props) => {
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
  const buttonProps = { ...focusProps, size: "compact-xs", variant: "default", className: classes["fix"] ?? "" }
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
          {...buttonProps}
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
          {...buttonProps}
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
