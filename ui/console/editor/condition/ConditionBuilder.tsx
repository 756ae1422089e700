// [C9] Edits a condition as rows and groups, of which all or any must be true; more complex conditions stay text.
import { Button } from "@mantine/core"
import { IconPlus, IconX } from "@tabler/icons-react"
import type { Comparator } from "../../../../domain/conditions/condition.ts"
import {
  type ConditionRow,
  type ConditionRowGroup,
  conditionToRows,
  createConditionRow,
  findSubjectQuestion,
  listAnswerValues,
  listComparators,
  listRowSubjects,
  parseLiteral,
  type RowSubject,
  rowsToCondition,
} from "../../../../domain/conditions/condition-builder.ts"
import { parseCondition, printCondition, printOperand } from "../../../../domain/conditions/condition-syntax.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { listExternalKeys, useEditorState, useUpdateInstruction } from "../editor-context.tsx"
import classes from "./ConditionBuilder.module.css"

const empty: ConditionRowGroup = { _tag: "Rows", match: "all", rows: [] }

export const ConditionBuilder = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const write = useUpdateInstruction(instruction.uuid)
  const instructions = useEditorState(({ draft }) => draft.instructions)
  const dataPoints = useEditorState((context) => context.dataPoints)
  const offered = listRowSubjects(instructions, instruction.order, listExternalKeys({ dataPoints }))
  const rows = rowsOf(instruction.condition ?? "")
  if (rows === null) return <p className={classes["note"]}>{t("editor.rows.text-only")}</p>
  const change = (next: ConditionRowGroup) => {
    const condition = rowsToCondition(next)
    write(null, { condition: condition === null ? null : printCondition(condition) })
  }
  return offered.length === 0 && rows.rows.length === 0 ? (
    <p className={classes["note"]}>{t("editor.rows.nothing")}</p>
  ) : (
    <Group rows={rows} path="" offered={offered} instructions={instructions} onChange={change} />
  )
}

const rowsOf = (text: string): ConditionRowGroup | null => {
  if (text.trim() === "") return empty
  const parsed = parseCondition(text)
  return parsed._tag === "Parsed" ? conditionToRows(parsed.condition) : null
}

type Shared = {
  /** Numbers of the row and its enclosing groups for the accessible name, for example `2.1`. */
  readonly path: string
  readonly offered: ReadonlyArray<RowSubject>
  readonly instructions: ReadonlyArray<Instruction>
}
type GroupProps = Shared & {
  readonly rows: ConditionRowGroup
  readonly onChange: (rows: ConditionRowGroup) => void
  readonly onRemove?: () => void
}

const Group = ({ rows, path, onChange, onRemove, ...shared }: GroupProps) => {
  const t = useTranslate()
  const list = rows.rows
  const put = (place: number, row: ConditionRow | ConditionRowGroup) => onChange({ ...rows, rows: list.with(place, row) })
  const remove = (place: number) => onChange({ ...rows, rows: list.filter((_, at) => at !== place) })
  const fresh = shared.offered[0]
  const add = (row: ConditionRow | ConditionRowGroup) => onChange({ ...rows, rows: [...list, row] })
  const name = path === "" ? t("editor.rows") : t("editor.rows.group", { path })
  return (
    <fieldset className={classes["group"]} aria-label={name}>
      <div className={classes["match"]}>
        {list.length > 1 && (
          <select
            aria-label={t("editor.rows.match", { name })}
            value={rows.match}
            onChange={(event) => onChange({ ...rows, match: event.currentTarget.value === "any" ? "any" : "all" })}
          >
            <option value="all">{t("editor.rows.all")}</option>
            <option value="any">{t("editor.rows.any")}</option>
          </select>
        )}
        {onRemove !== undefined && (
          <button type="button" className={classes["remove"]} aria-label={t("editor.rows.remove", { path })} onClick={onRemove}>
            <IconX size={16} aria-hidden="true" />
          </button>
        )}
      </div>
      {list.map((row, place) => {
        const at = path === "" ? String(place + 1) : `${path}.${place + 1}`
        return row._tag === "Rows" ? (
          <Group key={at} {...shared} path={at} rows={row} onChange={(next) => put(place, next)} onRemove={() => remove(place)} />
        ) : (
          <RowFields key={at} {...shared} path={at} row={row} onChange={(next) => put(place, next)} onRemove={() => remove(place)} />
        )
      })}
      {fresh !== undefined && (
        <div className={classes["adding"]}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => add(createConditionRow(fresh, shared.instructions))}
          >
            {t("editor.rows.add")}
          </Button>
          {list.length > 0 && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              onClick={() =>
                add({
                  _tag: "Rows",
                  match: rows.match === "all" ? "any" : "all",
                  rows: [createConditionRow(fresh, shared.instructions), createConditionRow(fresh, shared.instructions)],
                })
              }
            >
              {t("editor.rows.add-group")}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}

type RowProps = Shared & { readonly row: ConditionRow; readonly onChange: (row: ConditionRow) => void; readonly onRemove: () => void }

const subjectOf = (row: ConditionRow): RowSubject => (row._tag === "Compared" ? row.left : row.of)
const states = ["Answered", "Unanswered"] as const

const RowFields = ({ row, path, offered, instructions, onChange, onRemove }: RowProps) => {
  const t = useTranslate()
  const subject = subjectOf(row)
  const question = findSubjectQuestion(subject, instructions)
  const by = row._tag === "Compared" ? row.by : row._tag
  const names = new Map(offered.map((one) => [printOperand(one), one]))
  const comparators = new Set<Comparator>(listComparators(subject, question))
  if (row._tag === "Compared") comparators.add(row.by)
  const compare = (chosen: string) => {
    const state = states.find((one) => one === chosen)
    if (state !== undefined) return onChange({ _tag: state, of: subject })
    const comparator = [...comparators].find((one) => one === chosen)
    if (comparator === undefined) return
    const first = listAnswerValues(question)?.[0]?.value ?? ""
    onChange({
      _tag: "Compared",
      left: subject,
      by: comparator,
      right: row._tag === "Compared" ? row.right : { _tag: "Literal", value: first },
    })
  }
  return (
    <div className={classes["row"]}>
      <select
        aria-label={t("editor.rows.subject", { path })}
        value={printOperand(subject)}
        onChange={(event) => {
          const next = names.get(event.currentTarget.value)
          if (next !== undefined) onChange(createConditionRow(next, instructions))
        }}
      >
        {[...new Set([...names.keys(), printOperand(subject)])].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <select aria-label={t("editor.rows.by", { path })} value={by} onChange={(event) => compare(event.currentTarget.value)}>
        {[...comparators].map((one) => (
          <option key={one} value={one}>
            {t(`editor.rows.by.${one}`)}
          </option>
        ))}
        {states.map((one) => (
          <option key={one} value={one}>
            {t(`editor.rows.by.${one}`)}
          </option>
        ))}
      </select>
      {row._tag === "Compared" ? <Value row={row} path={path} instructions={instructions} onChange={onChange} /> : <span />}
      <button type="button" className={classes["remove"]} aria-label={t("editor.rows.remove", { path })} onClick={onRemove}>
        <IconX size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

type ValueProps = Pick<RowProps, "path" | "instructions" | "onChange"> & {
  readonly row: Extract<ConditionRow, { readonly _tag: "Compared" }>
}

const Value = ({ row, path, instructions, onChange }: ValueProps) => {
  const t = useTranslate()
  const label = t("editor.rows.value", { path })
  const values = listAnswerValues(findSubjectQuestion(row.left, instructions))
  const { right } = row
  if (right._tag !== "Literal")
    return (
      <input aria-label={label} readOnly value={printOperand(right)} title={t("editor.rows.value.text-only")} className={classes["said"]} />
    )
  if (values !== null) {
    const said = String(right.value)
    const isKnown = values.some(({ value }) => String(value) === said)
    return (
      <select aria-label={label} value={said} onChange={(event) => onChange({ ...row, right: parseLiteral(event.currentTarget.value) })}>
        {!isKnown && <option value={said}>{said}</option>}
        {values.map(({ value, text }) => (
          <option key={value} value={String(value)}>
            {text === "" ? value : `${value} · ${text}`}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      aria-label={label}
      value={right.value === null ? "null" : String(right.value)}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange({ ...row, right: parseLiteral(event.currentTarget.value) })}
    />
  )
}
