// One of a few sizes: widths and font sizes side by side, weights in a list with those that the font has.
import { NativeSelect } from "@mantine/core"
import { same } from "../../../../../domain/same.ts"
import { weightNames, weightsIn } from "../../../../../domain/style/fonts.ts"
import { fontSizes } from "../../../../../domain/style/key.ts"
import type { Portal } from "../../../../../domain/style/keys.ts"
import { sameSize } from "../../../../../domain/style/value.ts"
import { useWords } from "../../../../kit/words.tsx"
import { Segments } from "../../../editor/fields/Segments.tsx"
import { useStyled } from "../configuring.tsx"
import classes from "../Styling.module.css"
import { Reset, useValue } from "./value.tsx"

type Props = { readonly portal: Portal; readonly name: string; readonly options: ReadonlyArray<string> }

export const PickField = ({ portal, name, options }: Props) => {
  const t = useWords()
  const value = useValue(portal, name)
  const picked = options.find((one) => sameSize(one, value.shown ?? "")) ?? ""
  const named = (one: string): string => {
    const size = fontSizes.find((it) => it === one)
    return size === undefined ? t("styling.pixels", { count: Number.parseInt(one, 10) }) : t(`styling.font-size.${size}`)
  }
  if (name === "body_font-weight") return <WeightField />
  return (
    <div className={classes["field"]} data-form="pick">
      <Segments label={value.label} value={picked} options={options.map((one) => [one, named(one)])} onPick={value.set} />
      <p className={classes["origin"]}>{value.origin}</p>
      <Reset value={value} />
    </div>
  )
}

const WeightField = () => {
  const value = useValue("web", "body_font-weight")
  const weights = useStyled(({ style }) => weightsIn(style.web), same)
  const names: Readonly<Record<number, string>> = weightNames
  const picked = value.shown ?? ""
  const offered = weights.map(String)
  return (
    <div className={classes["field"]}>
      <NativeSelect
        label={value.label}
        description={value.origin}
        value={picked}
        data={(offered.includes(picked) ? offered : [...offered, picked]).map((one) => ({
          value: one,
          label: `${one} ${names[Number(one)] ?? ""}`,
        }))}
        onChange={(event) => value.set(event.currentTarget.value)}
      />
      <Reset value={value} />
    </div>
  )
}
