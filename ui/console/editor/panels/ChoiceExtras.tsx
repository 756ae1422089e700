// The extras of one choice: score, amount, exclusive and fixed in place.
import type { KeyboardEvent } from "react"
import type { Choice } from "../../../../domain/questions/question.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { NumberField } from "../fields/NumberField.tsx"
import classes from "./QuestionPanels.module.css"

type ExtrasProps = {
  readonly choice: Choice
  /** The number of the choice, from 1. */
  readonly n: number
  /** The extras that the question uses, separated by spaces. */
  readonly usedExtras: string
  readonly locked: boolean
  readonly onChange: (changes: Partial<Choice>, field: string) => void
  readonly onKey: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
}

export const ChoiceExtras = ({ choice, n, usedExtras, locked, onChange, onKey }: ExtrasProps) => {
  const t = useTranslate()
  return (
    <div className={classes["extras"]}>
      {usedExtras.includes("scores") && (
        <NumberExtra
          label={t("editor.choice.score", { n })}
          short={t("editor.choice.score.short")}
          value={choice.score ?? null}
          locked={locked}
          onChange={(score) => onChange({ score }, "score")}
          onKey={onKey}
        />
      )}
      {usedExtras.includes("amounts") && (
        <NumberExtra
          label={t("editor.choice.amount", { n })}
          short={t("editor.choice.amount.short")}
          value={choice.amount ?? null}
          locked={locked}
          onChange={(amount) => onChange({ amount }, "amount")}
          onKey={onKey}
        />
      )}
      {usedExtras.includes("singles") && (
        <CheckboxExtra
          label={t("editor.choice.single", { n })}
          short={t("editor.choice.single.short")}
          on={choice.single ?? false}
          locked={locked}
          onTurn={(single) => onChange({ single }, "single")}
        />
      )}
      {usedExtras.includes("fixated") && (
        <CheckboxExtra
          label={t("editor.choice.fixed", { n })}
          short={t("editor.choice.fixed.short")}
          on={choice.fixed ?? false}
          locked={locked}
          onTurn={(fixed) => onChange({ fixed }, "fixed")}
        />
      )}
    </div>
  )
}

type NumberExtraProps = {
  readonly label: string
  readonly short: string
  readonly value: number | null
  readonly locked: boolean
  readonly onChange: (value: number | null) => void
  readonly onKey: ExtrasProps["onKey"]
}

const NumberExtra = ({ short, ...field }: NumberExtraProps) => (
  <span className={classes["extra"]}>
    <span aria-hidden="true">{short}</span>
    <NumberField hideLabel {...field} />
  </span>
)

type CheckboxExtraProps = {
  readonly label: string
  readonly short: string
  readonly on: boolean
  readonly locked: boolean
  readonly onTurn: (on: boolean) => void
}

const CheckboxExtra = ({ label, short, on, locked, onTurn }: CheckboxExtraProps) => (
  <label className={classes["extra"]}>
    <input type="checkbox" aria-label={label} checked={on} disabled={locked} onChange={(event) => onTurn(event.currentTarget.checked)} />
    <span aria-hidden="true">{short}</span>
  </label>
)
