// Checkbox field for an option that is on or off.
import classes from "../console/editor/fields/fields.module.css"

type SwitchFieldProps = {
  readonly label: string
  readonly on: boolean
  readonly locked?: boolean
  readonly onTurn: (checked: boolean) => void
}

export const SwitchField = ({ label, on: checked, locked = false, onTurn: onChange }: SwitchFieldProps) => (
  <label className={classes["toggle"]}>
    <input type="checkbox" checked={checked} disabled={locked} onChange={(event) => onChange(event.currentTarget.checked)} />
    {label}
  </label>
)
