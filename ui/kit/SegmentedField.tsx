// One of a few values, side by side.
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
        {options.map(([one, text]) => (
          <label key={one} className={classes["segment"]}>
            <input type="radio" name={name} checked={one === value} onChange={() => onPick(one)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
