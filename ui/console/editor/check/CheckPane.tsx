// All findings of the check in script order; a click selects the instruction. Virtualized: there can be thousands.
import { Button } from "@mantine/core"
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react"
import { type KeyboardEvent, memo, useCallback, useMemo, useState } from "react"
import { flushSync } from "react-dom"
import { asSentence } from "../../../../domain/catalog/message-lookup.ts"
import type { Finding } from "../../../../domain/check/finding.ts"
import { estimateDuration, toMinutes } from "../../../../domain/flow/duration-estimate.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import {
  currentPlace,
  findingInstructionUuid,
  hasQuickFix,
  nextLocatedFinding,
  pointerInInstruction,
} from "../../../../machines/editor/editor-findings.ts"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { useFindingText, useTranslate } from "../../../kit/i18n.tsx"
import { useMeasuredRows } from "../../../kit/virtual-list.tsx"
import { useEditor, useEditorState, useIsViewOnly, useSelectInstruction } from "../editor-context.tsx"
import { focusInstructionPart } from "../instruction/panel-focus.ts"
import { EmptyPaneMessage, SidePane } from "../SidePane.tsx"
import classes from "./CheckPane.module.css"

type Props = { readonly onGo: () => void; readonly onClose: () => void }

export const CheckPane = ({ onGo, onClose }: Props) => {
  const t = useTranslate()
  // After a rejected save these are the server's findings, from the same rules, until the next check.
  const findings = useEditorState((context) => context.findings)
  const problem = useEditorState(({ checkFailure }) => checkFailure)
  return (
    <SidePane heading={t("editor.check.heading")} onClose={onClose}>
      <Pacing />
      {problem !== null && (
        <div className={classes["problem"]}>
          <FailureNotice failure={problem} />
        </div>
      )}
      {findings.length === 0 && problem === null && (
        <EmptyPaneMessage>
          <IconCircleCheck size={24} aria-hidden="true" />
          <p>{t("editor.check.none")}</p>
          <p>{t("editor.check.none.text")}</p>
        </EmptyPaneMessage>
      )}
      {findings.length > 0 && <Findings findings={findings} onGo={onGo} />}
    </SidePane>
  )
}

/** [I9] The estimated duration of the chat, in minutes. */
const Pacing = () => {
  const t = useTranslate()
  const instructions = useEditorState(({ checkedDraft }) => checkedDraft.instructions)
  const language = useEditorState(({ checkedDraft }) => checkedDraft.language)
  const { least, typical, most } = useMemo(() => toMinutes(estimateDuration({ instructions, language })), [instructions, language])
  if (instructions.length === 0) return null
  return (
    <p className={classes["pacing"]}>
      {least === most ? t("editor.pacing.even", { minutes: most }) : t("editor.pacing", { least, typical, most })}
    </p>
  )
}

/** The height of a finding with two lines of text, in pixels. */
const usualHeight = 60

const keyOf = ({ pointer, message }: Finding): string => `${pointer} ${message}`
const rowId = (key: string): string => `finding ${key}`

const Findings = ({ findings, onGo }: { readonly findings: ReadonlyArray<Finding>; readonly onGo: () => void }) => {
  const t = useTranslate()
  const actor = useEditor()
  const keys = useMemo(() => findings.map(keyOf), [findings])
  /** The finding focused last: Tab returns to it and the arrow keys continue from it. */
  const [held, hold] = useState<string | null>(null)
  const { watch, measure, shown, topOf, height } = useMeasuredRows({ keys, defaultHeight: usualHeight, pinnedKey: held })
  const checked = useEditorState((context) => context.checkedDraft)
  const entry = useMemo(() => {
    const at = held === null ? -1 : keys.indexOf(held)
    return at === -1 ? nextLocatedFinding({ checkedDraft: checked }, findings, -1, 1) : at
  }, [checked, findings, keys, held])
  const key = useCallback(
    (event: KeyboardEvent, place: number) => {
      const { key: pressed, ctrlKey, metaKey, altKey, shiftKey } = event
      const way = { ArrowUp: [place, -1], ArrowDown: [place, 1], Home: [-1, 1], End: [findings.length, -1] }[pressed]
      const [from, by] = way ?? []
      if (from === undefined || by === undefined || ctrlKey || metaKey || altKey || shiftKey) return
      event.preventDefault()
      const next = findings[nextLocatedFinding(actor.getSnapshot().context, findings, from, by)]
      if (next === undefined) return
      // Renders the row first, since it may be far outside the viewport.
      flushSync(() => hold(keyOf(next)))
      document.getElementById(rowId(keyOf(next)))?.focus()
    },
    [actor, findings],
  )
  return (
    <ul ref={watch} className={classes["list"]} aria-label={t("editor.check.heading")} style={{ height }}>
      {shown.map((place) => {
        const finding = findings[place]
        const of = keys[place]
        return finding === undefined || of === undefined ? null : (
          <Row
            key={of}
            id={of}
            finding={finding}
            place={place}
            count={findings.length}
            top={topOf(place)}
            tabbable={place === entry}
            measure={measure}
            onHold={hold}
            onKey={key}
            onGo={onGo}
          />
        )
      })}
    </ul>
  )
}

type RowProps = {
  readonly id: string
  readonly finding: Finding
  readonly place: number
  readonly count: number
  readonly top: number
  readonly tabbable: boolean
  readonly measure: (row: HTMLElement | null) => (() => void) | undefined
  readonly onHold: (key: string) => void
  readonly onKey: (event: KeyboardEvent, place: number) => void
  readonly onGo: () => void
}

const Row = memo(({ id, finding, place, count, top, tabbable, measure, onHold, onKey, onGo }: RowProps) => {
  const t = useTranslate()
  const say = useFindingText()
  const actor = useEditor()
  const goTo = useSelectInstruction(onGo)
  const uuid = useEditorState((context) => findingInstructionUuid(context, finding))
  const name = useEditorState((context) => {
    const instruction = context.draft.instructions[currentPlace(context, finding) ?? -1]
    return instruction === undefined ? null : getInstructionName(instruction)
  })
  const locked = useIsViewOnly()
  const isFixable = useEditorState((context) => !locked && name !== null && hasQuickFix(context, finding))
  const worked = {
    tabIndex: tabbable ? 0 : -1,
    onFocus: () => onHold(id),
    onKeyDown: (event: KeyboardEvent) => onKey(event, place),
  }
  const isError = finding.severity === "error"
  const Icon = isError ? IconAlertCircle : IconAlertTriangle
  const said = (
    <>
      <Icon size={18} aria-hidden="true" />
      <span>
        <span className={classes["where"]}>
          <span className="unseen">{t(isError ? "editor.check.error" : "editor.check.warning")} </span>
          {name ?? t("editor.check.script")}
        </span>
        <span className={classes["what"]}>{asSentence(say(finding))}</span>
      </span>
    </>
  )
  return (
    <li ref={measure} data-row={id} style={{ top }} aria-posinset={place + 1} aria-setsize={count}>
      {uuid === null ? (
        // A finding about the whole script has no instruction to select.
        <div className={classes["finding"]} data-severity={finding.severity}>
          {said}
        </div>
      ) : (
        <button
          type="button"
          id={rowId(id)}
          {...worked}
          className={classes["finding"]}
          data-severity={finding.severity}
          disabled={name === null}
          onClick={() => {
            goTo(uuid)
            focusInstructionPart(uuid, pointerInInstruction(finding))
          }}
        >
          {said}
        </button>
      )}
      {isFixable && (
        <Button
          size="compact-xs"
          variant="default"
          {...worked}
          className={classes["fix"] ?? ""}
          aria-label={t("editor.check.fix", { name: name ?? "", what: say(finding) })}
          onClick={() => actor.send({ type: "finding.fix", finding })}
        >
          {t("editor.check.fix.short")}
        </Button>
      )}
    </li>
  )
})
