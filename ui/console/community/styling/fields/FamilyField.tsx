// The family of the font: one of those that the product serves, or the one that was uploaded.
import { NativeSelect } from "@mantine/core"
import { type FontFamily, fontFamilies } from "../../../../../domain/style/fonts.ts"
import { useWords } from "../../../../kit/words.tsx"
import { useStyling } from "../configuring.tsx"
import classes from "../Styling.module.css"
import { Reset, useValue } from "./value.tsx"

const families = Object.keys(fontFamilies) as ReadonlyArray<FontFamily>

export const FamilyField = ({ name }: { readonly name: string }) => {
  const t = useWords()
  const actor = useStyling()
  const value = useValue("web", name)
  const shown = value.shown ?? ""
  const own = families.some((family) => family === shown) ? [] : [{ value: shown, label: t("styling.font.own", { name: shown }) }]
  return (
    <div className={classes["field"]}>
      <NativeSelect
        label={value.label}
        description={value.origin}
        value={shown}
        data={[...own, ...families.map((family) => ({ value: family, label: family }))]}
        onChange={(event) => {
          const family = families.find((one) => one === event.currentTarget.value)
          if (family !== undefined) actor.send({ type: "family.pick", family })
        }}
      />
      <Reset value={name === "body_font-family" ? { ...value, set: () => actor.send({ type: "font.remove" }) } : value} />
    </div>
  )
}
