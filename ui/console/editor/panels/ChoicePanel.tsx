// The panel of single and multiple choice questions: the choices and how they are shown.
import { NativeSelect } from "@mantine/core"
import { memo } from "react"
import {
  type ChoiceExtra,
  type ChoiceQuestion,
  chartTypes,
  columnCounts,
  listChartTypes,
  listOfferedExtras,
  usesExtra,
} from "../../../../domain/questions/choice-question.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { SegmentedField } from "../../../kit/SegmentedField.tsx"
import { SwitchField } from "../../../kit/SwitchField.tsx"
import { useIsLocked, useIsViewOnly, useUpdateInstruction } from "../editor-context.tsx"
import { NumberField } from "../fields/NumberField.tsx"
import { ChoiceList } from "./ChoiceList.tsx"
import { buildUnknownOption, InvalidSettingsNotice, PlaceholderField, SkippableField } from "./QuestionFields.tsx"
import classes from "./QuestionPanels.module.css"
import { getQuestionOfType, useChoiceBounds } from "./question-form.ts"

type Props = { readonly uuid: string; readonly question: ChoiceQuestion }
export const ChoicePanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const question = getQuestionOfType(instruction, "choice", "multiple")
  if (question === null) return null
  return (
    <div className={classes["panel"]}>
      <ChoicesSection uuid={instruction.uuid} order={instruction.order} question={question} />
      <DisplayOptions uuid={instruction.uuid} question={question} />
      <PlaceholderField instruction={instruction} />
      <SkippableField instruction={instruction} />
    </div>
  )
}

/** The choices, and how many of them can be selected. */
const ChoicesSection = ({ uuid, order, question }: Props & { readonly order: number }) => {
  const t = useTranslate()
  const locked = useIsLocked("options")
  const { bounds, isPending, change, invalidSettings, getFieldProps } = useChoiceBounds(uuid, question)
  return (
    <>
      <ChoiceList uuid={uuid} questionIndex={order} question={question} minimum={isPending ? bounds.minimum : null} />
      {question.type === "multiple" && (
        <>
          <fieldset className={`${classes["bounds"]} roomy`}>
            <legend>{t("editor.bounds.choices")}</legend>
            <NumberField
              label={t("editor.minimum")}
              {...getFieldProps("minimum")}
              value={bounds.minimum}
              locked={locked}
              onChange={(minimum) => change({ ...bounds, minimum }, "minimum")}
            />
            <NumberField
              label={t("editor.maximum")}
              {...getFieldProps("maximum")}
              value={bounds.maximum}
              locked={locked}
              onChange={(maximum) => change({ ...bounds, maximum }, "maximum")}
            />
          </fieldset>
          <InvalidSettingsNotice {...invalidSettings} />
        </>
      )}
    </>
  )
}

const columns = columnCounts.map(String)
const patterns = ["any", "start"] as const

const DisplayOptions = memo(({ uuid, question }: Props) => {
  const t = useTranslate()
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsLocked("options")
  const viewOnly = useIsViewOnly()
  const options = question.options ?? {}
  const set = (changes: Partial<typeof options>) =>
    updateInstruction(null, { question: { ...question, options: { ...options, ...changes } } })
  const chartOptions = [
    ...listChartTypes(question.type).map((option) => ({ value: option, label: t(`editor.chart.${option}`) })),
    ...buildUnknownOption(chartTypes, options.charttype),
  ]
  return (
    <div className={classes["row"]}>
      {!options.dropdown && (
        <SegmentedField
          label={t("editor.columns")}
          value={String(options.columns ?? 1)}
          options={columns.map((count) => [count, count])}
          locked={locked}
          onPick={(count) => set({ columns: Number(count) })}
        />
      )}
      <div className={classes["toggles"]}>
        <SwitchField label={t("editor.dropdown")} on={options.dropdown ?? false} locked={locked} onTurn={(dropdown) => set({ dropdown })} />
        <SwitchField label={t("editor.search")} on={options.search ?? false} locked={locked} onTurn={(search) => set({ search })} />
        <SwitchField
          label={t("editor.randomize")}
          on={options.randomize ?? false}
          locked={viewOnly}
          onTurn={(randomize) => set({ randomize })}
        />
        {listOfferedExtras(question).map((extra) => (
          <ExtraSwitch key={extra} extra={extra} uuid={uuid} question={question} />
        ))}
        {usesExtra(question, "amounts") && (
          <SwitchField
            label={t("editor.extra.payment")}
            on={options.payment ?? false}
            locked={locked}
            onTurn={(payment) => set({ payment })}
          />
        )}
      </div>
      {options.search && (
        <SegmentedField
          label={t("editor.search.pattern")}
          value={options.searchPattern ?? "any"}
          options={patterns.map((option) => [option, t(`editor.search.${option}`)])}
          locked={locked}
          onPick={(searchPattern) => set({ searchPattern })}
        />
      )}
      <NativeSelect
        label={t("editor.chart")}
        disabled={locked}
        // A pie that a file sets for several answers is drawn as usual, and shown so.
        value={chartOptions.find(({ value }) => value === options.charttype)?.value ?? ""}
        data={[{ value: "", label: t("editor.chart.none") }, ...chartOptions]}
        onChange={(event) => set({ charttype: event.currentTarget.value || null })}
      />
    </div>
  )
})

/** Switches an extra of the choices, such as scores. Switched off, its values are kept but have no effect. */
const ExtraSwitch = ({ extra, uuid, question }: Props & { readonly extra: ChoiceExtra }) => {
  const t = useTranslate()
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsLocked("options")
  return (
    <SwitchField
      label={t(`editor.extra.${extra}`)}
      on={usesExtra(question, extra)}
      locked={locked}
      onTurn={(on) => updateInstruction(null, { question: { ...question, options: { ...question.options, [extra]: on } } })}
    />
  )
}
