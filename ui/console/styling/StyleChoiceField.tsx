// Style keys with fixed values: sizes and font weights, the font family [T8, T16], and switches.
import { NativeSelect } from "@mantine/core"
import { deepEqual } from "../../../domain/json/json-value.ts"
import { type FontFamily, fontFamilies, listSelectableWeights, weightNames } from "../../../domain/style/style-fonts.ts"
import { chatStyleKeys, fontSizes, type StyledPage } from "../../../domain/style/style-keys.ts"
import { areSizesEqual, isToggleOn } from "../../../domain/style/stylesheet.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { SegmentedField } from "../../kit/SegmentedField.tsx"
import { SwitchField } from "../../kit/SwitchField.tsx"
import classes from "./Styling.module.css"
import { ResetStyleKeyButton, useStyleKeyValue, useStyling, useStylingState } from "./styling-context.tsx"

type Props = { readonly portal: StyledPage; readonly name: string; readonly options: ReadonlyArray<string> }

/** Pixel sizes and font sizes as segments; font weights as a list of those that the font has. */
export const SizeChoiceField = ({ portal, name, options }: Props) => {
  const t = useTranslate()
  const value = useStyleKeyValue(portal, name)
  const picked = options.find((option) => areSizesEqual(option, value.effectiveValue ?? "")) ?? ""
  const getLabel = (option: string): string => {
    const size = fontSizes.find((it) => it === option)
    return size === undefined ? t("styling.pixels", { count: Number.parseInt(option, 10) }) : t(`styling.font-size.${size}`)
  }
  if (name === "body_font-weight") return <WeightField />
  return (
    <div className={classes["field"]} data-form="pick">
      <SegmentedField label={value.label} value={picked} options={options.map((option) => [option, getLabel(option)])} onPick={value.set} />
      <p className={classes["origin"]}>{value.originText}</p>
      <ResetStyleKeyButton value={value} />
    </div>
  )
}

const WeightField = () => {
  const value = useStyleKeyValue("web", "body_font-weight")
  const weights = useStylingState(({ style }) => listSelectableWeights(style.web), deepEqual)
  const names: Readonly<Record<number, string>> = weightNames
  const picked = value.effectiveValue ?? ""
  const offered = weights.map(String)
  return (
    <div className={classes["field"]}>
      <NativeSelect
        label={value.label}
        description={value.originText}
        value={picked}
        data={(offered.includes(picked) ? offered : [...offered, picked]).map((option) => ({
          value: option,
          label: `${option} ${names[Number(option)] ?? ""}`,
        }))}
        onChange={(event) => value.set(event.currentTarget.value)}
      />
      <ResetStyleKeyButton value={value} />
    </div>
  )
}

const families = Object.keys(fontFamilies) as ReadonlyArray<FontFamily>

/** The font family: a built-in one, or the uploaded one. */
export const FontFamilyField = ({ name }: { readonly name: string }) => {
  const t = useTranslate()
  const actor = useStyling()
  const value = useStyleKeyValue("web", name)
  const effectiveFamily = value.effectiveValue ?? ""
  const uploadedOption = families.some((family) => family === effectiveFamily)
    ? []
    : [{ value: effectiveFamily, label: t("styling.font.own", { name: effectiveFamily }) }]
  return (
    <div className={classes["field"]}>
      <NativeSelect
        label={value.label}
        description={value.originText}
        value={effectiveFamily}
        data={[...uploadedOption, ...families.map((family) => ({ value: family, label: family }))]}
        onChange={(event) => {
          const family = families.find((option) => option === event.currentTarget.value)
          if (family !== undefined) actor.send({ type: "family.pick", family })
        }}
      />
      <ResetStyleKeyButton value={name === "body_font-family" ? { ...value, set: () => actor.send({ type: "font.remove" }) } : value} />
    </div>
  )
}

/** A switch; the key table knows the values for on and off. */
export const StyleToggleField = ({ name }: { readonly name: string }) => {
  const actor = useStyling()
  const value = useStyleKeyValue("web", name)
  const on = useStylingState(({ style }) => isToggleOn(chatStyleKeys, style.web, name))
  return (
    <div className={classes["field"]} data-form="toggle">
      <SwitchField label={value.label} on={on} onTurn={(isOn) => actor.send({ type: "toggle.set", name, on: isOn })} />
      <ResetStyleKeyButton value={value} />
    </div>
  )
}
