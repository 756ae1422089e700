// The panel of open questions and email questions.
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { SegmentedField } from "../../../kit/SegmentedField.tsx"
import { useIsLocked } from "../editor-context.tsx"
import { NumberField } from "../fields/NumberField.tsx"
import { InvalidSettingsNotice, PlaceholderField, SkippableField } from "./QuestionFields.tsx"
import classes from "./QuestionPanels.module.css"
import { getQuestionOfType, useQuestionOptions } from "./question-form.ts"

type OpenQuestion = NonNullable<ReturnType<typeof getQuestionOfType<"open">>>

export const OpenQuestionPanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const open = getQuestionOfType(instruction, "open")
  return (
    <div className={classes["panel"]}>
      {open !== null && <Lengths uuid={instruction.uuid} open={open} />}
      <PlaceholderField instruction={instruction} />
      <SkippableField instruction={instruction} />
    </div>
  )
}

const Lengths = ({ uuid, open }: { readonly uuid: string; readonly open: OpenQuestion }) => {
  const t = useTranslate()
  const locked = useIsLocked("options")
  const { question, change, invalidSettings, getFieldProps } = useQuestionOptions(uuid, open)
  const options = question.options ?? {}
  return (
    <>
      <div className={classes["row"]}>
        <SegmentedField
          label={t("editor.open.box")}
          value={options.boxSize ?? "multiline"}
          locked={locked}
          options={[
            ["multiline", t("editor.open.box.multiline")],
            ["singleline", t("editor.open.box.singleline")],
          ]}
          onPick={(boxSize) => change({ ...options, boxSize }, null)}
        />
        <fieldset className={`${classes["bounds"]} roomy`}>
          <legend>{t("editor.open.lengths")}</legend>
          <NumberField
            label={t("editor.minimum")}
            {...getFieldProps("minimum")}
            value={options.minimum ?? null}
            locked={locked}
            onChange={(minimum) => change({ ...options, minimum }, "minimum")}
          />
          <NumberField
            label={t("editor.maximum")}
            {...getFieldProps("maximum")}
            value={options.maximum ?? null}
            locked={locked}
            onChange={(maximum) => change({ ...options, maximum }, "maximum")}
          />
        </fieldset>
      </div>
      <InvalidSettingsNotice {...invalidSettings} />
    </>
  )
}
