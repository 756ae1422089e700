// On or off; which strings that is, the table knows.
import { isOn } from "../../../../../domain/style/stylesheet.ts"
import { webKeys } from "../../../../../domain/style/web-keys.ts"
import { Toggle } from "../../../editor/fields/Toggle.tsx"
import { useStyled, useStyling } from "../configuring.tsx"
import classes from "../Styling.module.css"
import { Reset, useValue } from "./value.tsx"

export const ToggleField = ({ name }: { readonly name: string }) => {
  const actor = useStyling()
  const value = useValue("web", name)
  const on = useStyled(({ style }) => isOn(webKeys, style.web, name))
  return (
    <div className={classes["field"]} data-form="toggle">
      <Toggle label={value.label} on={on} onTurn={(toOn) => actor.send({ type: "toggle.set", name, on: toOn })} />
      <Reset value={value} />
    </div>
  )
}
