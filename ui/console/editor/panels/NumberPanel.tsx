// The panel of numeric and currency questions: bounds, decimals and the slider.
import { NativeSelect, TextInput } from "@mantine/core"
import { maxDecimals } from "../../../../domain/questions/bounds-findings.ts"
import { currencyIds } from "../../../../domain/questions/currencies.ts"
import { maxBoundLabelLength } from "../../../../domain/questions/number-question.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { SegmentedField } from "../../../kit/SegmentedField.tsx"
import { SwitchField } from "../../../kit/SwitchField.tsx"
import { useIsLocked, useIsViewOnly } from "../editor-context.tsx"
import { NumberField } from "../fields/NumberField.tsx"
import { InvalidSettingsNotice, PlaceholderField, SkippableField } from "./QuestionFields.tsx"
import classes from "./QuestionPanels.module.css"
import { type FieldErrorProps, getQuestionOfType, type UnreadTextProps, useQuestionOptions } from "./question-form.ts"

type FieldsProps<Type extends "numeric" | "currency"> = {
  readonly uuid: string
  readonly scriptQuestion: NonNullable<ReturnType<typeof getQuestionOfType<Type>>>
}
const decimalCounts = Array.from({ length: maxDecimals + 1 }, (_, count) => [String(count), String(count)] as const)

export const NumberPanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const { uuid } = instruction
  const numeric = getQuestionOfType(instruction, "numeric")
  const currency = getQuestionOfType(instruction, "currency")
  return (
    <div className={classes["panel"]}>
      {numeric !== null && <Numeric uuid={uuid} scriptQuestion={numeric} />}
      {currency !== null && <Currency uuid={uuid} scriptQuestion={currency} />}
      <PlaceholderField instruction={instruction} />
      <SkippableField instruction={instruction} />
    </div>
  )
}

const Numeric = ({ uuid, scriptQuestion }: FieldsProps<"numeric">) => {
  const locked = useIsLocked("options")
  const { question, change, invalidSettings, getErrorProps, getFieldProps } = useQuestionOptions(uuid, scriptQuestion)
  const options = question.options ?? {}
  const set = (changes: Partial<typeof options>, field: string | null) => change({ ...options, ...changes }, field)
  return (
    <>
      <div className={`${classes["row"]} roomy`}>
        <Bounds options={options} decimals={0} getFieldProps={getFieldProps} onSet={set} />
      </div>
      <Slider options={options} locked={locked} getErrorProps={getErrorProps} getFieldProps={getFieldProps} onSet={set} />
      <InvalidSettingsNotice {...invalidSettings} />
    </>
  )
}

type BoundsProps = {
  readonly options: Pick<NumericOptions, "minimum" | "maximum" | "precision">
  /** The default number of decimals. */
  readonly decimals: number
  readonly getFieldProps: (option: string) => FieldErrorProps & UnreadTextProps
  readonly onSet: (changes: BoundsProps["options"], field: string | null) => void
}

const Bounds = ({ options, decimals, getFieldProps, onSet }: BoundsProps) => {
  const t = useTranslate()
  const locked = useIsLocked("options")
  return (
    <>
      <NumberField
        label={t("editor.minimum")}
        {...getFieldProps("minimum")}
        value={options.minimum ?? null}
        locked={locked}
        onChange={(minimum) => onSet({ minimum }, "minimum")}
      />
      <NumberField
        label={t("editor.maximum")}
        {...getFieldProps("maximum")}
        value={options.maximum ?? null}
        locked={locked}
        onChange={(maximum) => onSet({ maximum }, "maximum")}
      />
      <SegmentedField
        label={t("editor.decimals")}
        value={String(options.precision ?? decimals)}
        options={decimalCounts}
        locked={locked}
        onPick={(precision) => onSet({ precision: Number(precision) }, null)}
      />
    </>
  )
}

type NumericOptions = NonNullable<FieldsProps<"numeric">["scriptQuestion"]["options"]>
type SliderProps = {
  readonly options: NumericOptions
  readonly locked: boolean
  readonly getErrorProps: (option: string) => FieldErrorProps
  readonly getFieldProps: (option: string) => FieldErrorProps & UnreadTextProps
  readonly onSet: (changes: Partial<NumericOptions>, field: string | null) => void
}

const Slider = ({ options, locked, getErrorProps, getFieldProps, onSet }: SliderProps) => {
  const t = useTranslate()
  const viewOnly = useIsViewOnly()
  return (
    <>
      <div className={`${classes["row"]} roomy`}>
        <SwitchField
          label={t("editor.slider")}
          on={options.hasSlider ?? false}
          locked={viewOnly}
          onTurn={(hasSlider) => onSet({ hasSlider }, null)}
        />
        {options.hasSlider && (
          <NumberField
            label={t("editor.slider.step")}
            {...getFieldProps("stepSize")}
            // An emptied field stays empty while the author types; no step means a step of 1 [Q11].
            value={options.stepSize === undefined ? 1 : options.stepSize}
            locked={locked}
            onChange={(stepSize) => onSet({ stepSize }, "stepSize")}
          />
        )}
      </div>
      <SwitchField
        label={t("editor.bound-labels")}
        on={options.hasLabel ?? false}
        locked={locked}
        onTurn={(hasLabel) => onSet({ hasLabel }, null)}
      />
      {options.hasLabel && (
        <div className={classes["row"]}>
          <TextInput
            label={t("editor.bound-labels.lower")}
            {...getErrorProps("lowerBoundLabel")}
            description={t("editor.bound-labels.help", { most: maxBoundLabelLength })}
            readOnly={viewOnly}
            value={options.lowerBoundLabel ?? ""}
            onChange={(event) => onSet({ lowerBoundLabel: event.currentTarget.value }, "lowerBoundLabel")}
          />
          <TextInput
            label={t("editor.bound-labels.upper")}
            {...getErrorProps("upperBoundLabel")}
            description={t("editor.bound-labels.help", { most: maxBoundLabelLength })}
            readOnly={viewOnly}
            value={options.upperBoundLabel ?? ""}
            onChange={(event) => onSet({ upperBoundLabel: event.currentTarget.value }, "upperBoundLabel")}
          />
        </div>
      )}
    </>
  )
}

const Currency = ({ uuid, scriptQuestion }: FieldsProps<"currency">) => {
  const t = useTranslate()
  const locked = useIsLocked("options")
  const { question, change, invalidSettings, getFieldProps } = useQuestionOptions(uuid, scriptQuestion)
  const options = question.options ?? {}
  const set = (changes: Partial<typeof options>, field: string | null) => change({ ...options, ...changes }, field)
  return (
    <>
      <div className={`${classes["row"]} roomy`}>
        <NativeSelect
          label={t("editor.currency")}
          disabled={locked}
          value={String(options.currency ?? 1)}
          data={currencyIds.map((id) => ({ value: String(id), label: t(`editor.currency.${id}`) }))}
          onChange={(event) => {
            const currency = currencyIds.find((id) => String(id) === event.currentTarget.value)
            if (currency !== undefined) set({ currency }, null)
          }}
        />
        <Bounds options={options} decimals={2} getFieldProps={getFieldProps} onSet={set} />
      </div>
      <InvalidSettingsNotice {...invalidSettings} />
    </>
  )
}
