// Panel of a score [C15, C16, E4]: what respondents see of it, and the ranges of its total.
import { ActionIcon, Button, TextInput } from "@mantine/core"
import { IconPlus, IconX } from "@tabler/icons-react"
import { previewScore } from "../../../../domain/chat/score-rendering.ts"
import { printReference } from "../../../../domain/conditions/condition-syntax.ts"
import { isScored } from "../../../../domain/questions/choice-question.ts"
import { getChoiceText, listChoiceTexts, setOwnText } from "../../../../domain/questions/choices.ts"
import { getScoreDisplay, type ScoreParams, type ScoreRange, scoreDisplays } from "../../../../domain/script/action.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { getTotalBounds } from "../../../../domain/script/score-bounds.ts"
import { getScoreParams, newScoreRange } from "../../../../domain/script/score-ranges.ts"
import { getTranslation } from "../../../../domain/text/translations.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { SegmentedField } from "../../../kit/SegmentedField.tsx"
import { useEditorState, useIsLocked, useUpdateInstruction } from "../editor-context.tsx"
import { NumberField } from "../fields/NumberField.tsx"
import { RecallInput } from "../fields/RecallField.tsx"
import { ScriptMarkup } from "../message/ScriptMarkup.tsx"
import mediaPanelsClasses from "./MediaPanels.module.css"
import classes from "./ScorePanel.module.css"

export const ScorePanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const { uuid, order, action } = instruction
  const updateInstruction = useUpdateInstruction(uuid)
  const locked = useIsLocked("action")
  const instructions = useEditorState(({ draft }) => draft.instructions)
  const language = useEditorState(({ draft }) => draft.language)
  const params = getScoreParams(instruction) ?? {}
  const earlier = instructions.slice(0, order)
  const set = (changes: Partial<ScoreParams>, field: string | null = null) =>
    updateInstruction(field, {
      action: action?.type === "score" ? { ...action, params: { ...params, ...changes } } : { type: "score", params: changes },
    })
  const { least, most } = getTotalBounds(earlier)
  const name = getInstructionName(instruction)
  const preview = previewScore(instructions, order, language)
  const print = (facet: "total" | "average" | "count") => printReference({ _tag: "Answer", name, facet })
  return (
    <div className={mediaPanelsClasses["panel"]}>
      <SegmentedField
        label={t("editor.score.display")}
        value={getScoreDisplay(params)}
        options={scoreDisplays.map((display) => [display, t(`editor.score.display.${display}`)])}
        locked={locked}
        onPick={(display) => set({ display })}
      />
      <figure className={classes["preview"]}>
        <figcaption>{t("editor.score.preview")}</figcaption>
        {preview === "" ? (
          <p className={mediaPanelsClasses["hint"]}>{t("editor.score.preview.nothing")}</p>
        ) : (
          <ScriptMarkup html={preview} />
        )}
      </figure>
      <p className={mediaPanelsClasses["hint"]}>
        {t("editor.score.about", { total: print("total"), average: print("average"), count: print("count") })}
      </p>
      {earlier.some(isScored) ? (
        <p className={mediaPanelsClasses["hint"]}>{t("editor.score.possible", { least, most })}</p>
      ) : (
        <Notice tone="quiet">
          <p>{t("editor.score.none")}</p>
        </Notice>
      )}
      <Ranges instruction={instruction} ranges={params.ranges ?? []} locked={locked} onChange={(ranges, field) => set({ ranges }, field)} />
    </div>
  )
}

type RangesProps = {
  readonly instruction: Instruction
  readonly ranges: ReadonlyArray<ScoreRange>
  readonly locked: boolean
  readonly onChange: (ranges: ReadonlyArray<ScoreRange>, field: string | null) => void
}

const Ranges = ({ instruction, ranges, locked, onChange }: RangesProps) => {
  const t = useTranslate()
  const language = useEditorState(({ draft }) => draft.language)
  const newUuid = useEditorState((context) => context.newUuid)
  return (
    <fieldset className={classes["ranges"]} data-part="/action/params/ranges">
      <legend>{t("editor.score.ranges")}</legend>
      <p className={mediaPanelsClasses["hint"]}>{t("editor.score.ranges.help")}</p>
      {ranges.map((range, index) => (
        <RangeFields
          key={range.uuid}
          range={range}
          index={index}
          instruction={instruction}
          locked={locked}
          onChange={(next, field) => onChange(ranges.with(index, next), `range ${range.uuid} ${field}`)}
          onRemove={() =>
            onChange(
              ranges.filter((it) => it !== range),
              null,
            )
          }
        />
      ))}
      {!locked && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => onChange([...ranges, newScoreRange(ranges, language, newUuid)], null)}
        >
          {t("editor.score.range.add")}
        </Button>
      )}
    </fieldset>
  )
}

type RangeFieldsProps = Pick<RangesProps, "instruction" | "locked"> & {
  readonly range: ScoreRange
  readonly index: number
  readonly onChange: (range: ScoreRange, field: string) => void
  readonly onRemove: () => void
}

const RangeFields = ({ range, index, instruction, locked, onChange, onRemove }: RangeFieldsProps) => {
  const t = useTranslate()
  const n = index + 1
  const part = `/action/params/ranges/${index}`
  const language = useEditorState(({ draft }) => draft.language)
  const text = getTranslation(listChoiceTexts(range), language)
  return (
    <fieldset className={`${classes["range"]} compact`} aria-label={t("editor.score.range", { n })}>
      <NumberField
        label={t("editor.score.range.from")}
        data-part={`${part}/minimum`}
        value={range.minimum ?? null}
        locked={locked}
        onChange={(minimum) => onChange({ ...range, minimum }, "minimum")}
      />
      <NumberField
        label={t("editor.score.range.to")}
        data-part={`${part}/maximum`}
        value={range.maximum ?? null}
        locked={locked}
        onChange={(maximum) => onChange({ ...range, maximum }, "maximum")}
      />
      <TextInput
        label={t("editor.score.range.label")}
        data-part={`${part}/label`}
        dir="auto"
        autoComplete="off"
        readOnly={locked}
        value={range.label ?? ""}
        onChange={(event) => onChange({ ...range, label: event.currentTarget.value }, "label")}
      />
      {!locked && (
        <ActionIcon variant="subtle" color="gray" aria-label={t("editor.score.range.remove", { n })} onClick={onRemove}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      )}
      <div className={classes["text"]}>
        <RecallInput
          index={instruction.order}
          label={t("editor.score.range.text")}
          data-part={`${part}/translation/content`}
          dir="auto"
          readOnly={locked}
          value={text}
          placeholder={text === "" ? getChoiceText(range, language) : undefined}
          onType={(content) => onChange(setOwnText(range, language, content), "text")}
        />
      </div>
    </fieldset>
  )
}
