// Segmented control: one of a few values, side by side.
import { useId } from "react"
import classes from "../console/editor/fields/fields.module.css"

type Props<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<readonly [value: Value, label: string]>
  readonly locked?: boolean
  readonly onPick: (value: Value) => void
}

export const SegmentedField = <Value extends string>({ label, value, options, locked = false, onPick }: Props<Value>) => {
  const name = useId()
  return (
    <fieldset className={classes["segments"]} disabled={locked}>
      <legend>{label}</legend>
      <div className={classes["row"]}>
        {options.map(([option, text]) => (
          <label key={option} className={classes["segment"]}>
            <input type="radio" name={name} checked={option === value} onChange={() => onPick(option)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
