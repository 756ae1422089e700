// On or off.
import classes from "../console/editor/fields/fields.module.css"

type Props = { readonly label: string; readonly on: boolean; readonly locked?: boolean; readonly onTurn: (on: boolean) => void }

export const SwitchField = ({ label, on, locked = false, onTurn }: Props) => (
  <label className={classes["toggle"]}>
    <input type="checkbox" checked={on} disabled={locked} onChange={(event) => onTurn(event.currentTarget.checked)} />
    {label}
  </label>
)
