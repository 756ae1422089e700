// [C9] Edits a condition as rows and groups, of which all or any must be true; more complex conditions stay text.
import { Button } from "@mantine/core"
import { IconPlus, IconX } from "@tabler/icons-react"
import type { Comparator, Reference, Sum } from "../../../../domain/conditions/condition.ts"
import { parseCondition, printCondition, printOperand, printReference } from "../../../../domain/conditions/condition-syntax.ts"
import {
  type ConditionRow,
  type ConditionRowGroup,
  conditionToRows,
  createConditionRow,
  createSum,
  findSubjectQuestion,
  listAnswerValues,
  listComparators,
  listRowSubjects,
  listSummands,
  parseLiteral,
  type RowSubject,
  rowsToCondition,
} from "../../../../domain/editing/condition-builder.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { listExternalKeys, useEditorState, useUpdateInstruction } from "../editor-context.tsx"
import classes from "./ConditionBuilder.module.css"

const empty: ConditionRowGroup = { _tag: "Rows", match: "all", rows: [] }

export const ConditionBuilder = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const updateInstruction = useUpdateInstruction(instruction.uuid)
  const instructions = useEditorState(({ draft }) => draft.instructions)
  const dataPoints = useEditorState((context) => context.dataPoints)
  const subjects = listRowSubjects(instructions, instruction.order, listExternalKeys({ dataPoints }))
  const summands = listSummands(instructions, instruction.order)
  const rows = parseRows(instruction.condition ?? "")
  if (rows === null) return <p className={classes["note"]}>{t("editor.rows.text-only")}</p>
  const handleChange = (next: ConditionRowGroup) => {
    const condition = rowsToCondition(next)
    updateInstruction(null, { condition: condition === null ? null : printCondition(condition) })
  }
  return subjects.length === 0 && rows.rows.length === 0 ? (
    <p className={classes["note"]}>{t("editor.rows.nothing")}</p>
  ) : (
    <Group rows={rows} path="" subjects={subjects} summands={summands} instructions={instructions} onChange={handleChange} />
  )
}

const parseRows = (text: string): ConditionRowGroup | null => {
  if (text.trim() === "") return empty
  const parsed = parseCondition(text)
  return parsed._tag === "Parsed" ? conditionToRows(parsed.condition) : null
}

type Shared = {
  /** Numbers of the row and its enclosing groups for the accessible name, for example `2.1`. */
  readonly path: string
  readonly subjects: ReadonlyArray<RowSubject>
  readonly summands: ReadonlyArray<Reference>
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
  const replaceRow = (index: number, row: ConditionRow | ConditionRowGroup) => onChange({ ...rows, rows: list.with(index, row) })
  const remove = (index: number) => onChange({ ...rows, rows: list.filter((_, rowPath) => rowPath !== index) })
  const firstSubject = shared.subjects[0]
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
      {list.map((row, index) => {
        const rowPath = path === "" ? String(index + 1) : `${path}.${index + 1}`
        return row._tag === "Rows" ? (
          <Group
            key={rowPath}
            {...shared}
            path={rowPath}
            rows={row}
            onChange={(next) => replaceRow(index, next)}
            onRemove={() => remove(index)}
          />
        ) : (
          <RowFields
            key={rowPath}
            {...shared}
            path={rowPath}
            row={row}
            onChange={(next) => replaceRow(index, next)}
            onRemove={() => remove(index)}
          />
        )
      })}
      {firstSubject !== undefined && (
        <div className={classes["adding"]}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => add(createConditionRow(firstSubject, shared.instructions))}
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
                  rows: [createConditionRow(firstSubject, shared.instructions), createConditionRow(firstSubject, shared.instructions)],
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

const getSubject = (row: ConditionRow): RowSubject => (row._tag === "Compared" ? row.left : row.of)
const states = ["Answered", "Unanswered"] as const

const RowFields = ({ row, path, subjects, summands, instructions, onChange, onRemove }: RowProps) => {
  const t = useTranslate()
  const subject = getSubject(row)
  const question = findSubjectQuestion(subject, instructions)
  const comparison = row._tag === "Compared" ? row.by : row._tag
  const subjectsByName = new Map(subjects.map((candidate) => [printOperand(candidate), candidate]))
  const comparators = new Set<Comparator>(listComparators(subject, question))
  if (row._tag === "Compared") comparators.add(row.by)
  const compare = (chosen: string) => {
    const state = states.find((candidate) => candidate === chosen)
    if (state !== undefined) return onChange({ _tag: state, of: subject })
    const comparator = [...comparators].find((candidate) => candidate === chosen)
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
          const next = subjectsByName.get(event.currentTarget.value)
          if (next !== undefined) onChange(createConditionRow(next, instructions))
        }}
      >
        {[...new Map([...subjectsByName, [printOperand(subject), subject] as const])].map(([name, candidate]) => (
          <option key={name} value={name}>
            {candidate._tag === "Sum" ? t("editor.rows.sum", { terms: candidate.terms.map(printReference).join(", ") }) : name}
          </option>
        ))}
      </select>
      <select aria-label={t("editor.rows.by", { path })} value={comparison} onChange={(event) => compare(event.currentTarget.value)}>
        {[...comparators].map((candidate) => (
          <option key={candidate} value={candidate}>
            {t(`editor.rows.by.${candidate}`)}
          </option>
        ))}
        {states.map((candidate) => (
          <option key={candidate} value={candidate}>
            {t(`editor.rows.by.${candidate}`)}
          </option>
        ))}
      </select>
      {row._tag === "Compared" ? <Value row={row} path={path} instructions={instructions} onChange={onChange} /> : <span />}
      <button type="button" className={classes["remove"]} aria-label={t("editor.rows.remove", { path })} onClick={onRemove}>
        <IconX size={16} aria-hidden="true" />
      </button>
      {subject._tag === "Sum" && (
        <SumTerms
          sum={subject}
          path={path}
          summands={summands}
          onChange={(sum) => onChange(row._tag === "Compared" ? { ...row, left: sum } : { ...row, of: sum })}
        />
      )}
    </div>
  )
}

type SumTermsProps = {
  readonly sum: Sum
  readonly path: string
  readonly summands: ReadonlyArray<Reference>
  readonly onChange: (sum: Sum) => void
}

/** What is added up; the last term cannot be removed. */
const SumTerms = ({ sum, path, summands, onChange }: SumTermsProps) => {
  const t = useTranslate()
  const terms = new Map([...sum.terms, ...summands].map((term) => [printReference(term), term]))
  const chosen = new Set(sum.terms.map(printReference))
  return (
    <fieldset className={classes["terms"]} aria-label={t("editor.rows.sum.terms", { path })}>
      {[...terms].map(([name, term]) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.has(name)}
            disabled={chosen.has(name) && chosen.size === 1}
            onChange={({ currentTarget: { checked } }) => {
              const next = createSum(checked ? [...sum.terms, term] : sum.terms.filter((it) => printReference(it) !== name))
              if (next !== null) onChange(next)
            }}
          />
          {name}
        </label>
      ))}
    </fieldset>
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
    const currentValue = String(right.value)
    const isKnown = values.some(({ value }) => String(value) === currentValue)
    return (
      <select
        aria-label={label}
        value={currentValue}
        onChange={(event) => onChange({ ...row, right: parseLiteral(event.currentTarget.value) })}
      >
        {!isKnown && <option value={currentValue}>{currentValue}</option>}
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
