// A color of the style, typed or picked; for text colors it also shows the contrast with the background [T13].
import "@mantine/core/styles/ColorPicker.layer.css"
import "@mantine/core/styles/ColorSwatch.layer.css"
import { ActionIcon, ColorPicker, Popover } from "@mantine/core"
import { IconAlertTriangle, IconWand } from "@tabler/icons-react"
import { useState } from "react"
import { deepEqual } from "../../../domain/json/json-value.ts"
import { formatColor, minContrastRatio, normalizeColor } from "../../../domain/style/color.ts"
import { type Contrast, findContrast, floorRatio, listTextsOnImages } from "../../../domain/style/style-contrast.ts"
import type { StyledPage } from "../../../domain/style/style-keys.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { ParsedTextInput } from "./StyleTextField.tsx"
import classes from "./Styling.module.css"
import { ResetStyleKeyButton, setBackgroundColor, useStyleKeyLabel, useStyleKeyValue, useStylingState } from "./styling-context.tsx"

export const ColorField = ({ portal, name }: { readonly portal: StyledPage; readonly name: string }) => {
  const t = useTranslate()
  const value = useStyleKeyValue(portal, name)
  const format = useStylingState((context) => context.format)
  const contrast = useStylingState(({ style }) => findContrast(portal, style[portal], name), deepEqual)
  const isOnImage = useStylingState(({ style }) => listTextsOnImages(portal, style[portal]).includes(name))
  const [isPicking, setPicking] = useState(false)
  const effectiveColor = value.effectiveValue ?? ""
  const swatch = (
    <Popover opened={isPicking} onChange={setPicking} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes["swatch"]}
          aria-label={t("styling.pick-color", { name: value.label })}
          onClick={() => setPicking(!isPicking)}
        >
          <span ref={setBackgroundColor(effectiveColor)} />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={value.label}>
        <ColorPicker
          format="hexa"
          value={formatColor(effectiveColor, "hexa")}
          saturationLabel={t("styling.color.saturation")}
          hueLabel={t("styling.color.hue")}
          alphaLabel={t("styling.color.alpha")}
          onChange={(picked) => {
            const color = normalizeColor(picked)
            if (color !== undefined && color !== formatColor(effectiveColor, "hexa")) value.set(color)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
  return (
    <div className={classes["field"]} data-form="color">
      <ParsedTextInput
        label={value.label}
        leftSection={swatch}
        rightSection={
          contrast !== null && contrast.suggestedColor !== null && <UseColorButton color={contrast.suggestedColor} onUse={value.set} />
        }
        description={value.originText}
        spellCheck={false}
        storedValue={value.ownValue}
        displayedText={formatColor(effectiveColor, format)}
        invalidMessage={t("styling.wrong.color")}
        parse={normalizeColor}
        onChange={value.set}
      />
      <ResetStyleKeyButton value={value} />
      {contrast !== null && <ContrastHint contrast={contrast} />}
      {isOnImage && <p className={classes["origin"]}>{t("styling.contrast.image")}</p>}
    </div>
  )
}

type UseColorButtonProps = { readonly color: string; readonly onUse: (color: string) => void }

/** Replaces a color of low contrast by the nearest one that is readable. */
const UseColorButton = ({ color, onUse }: UseColorButtonProps) => {
  const t = useTranslate()
  const format = useStylingState((context) => context.format)
  const text = t("styling.contrast.use", { color: formatColor(color, format) })
  return (
    <ActionIcon variant="subtle" className={classes["suggestion"]} aria-label={text} title={text} onClick={() => onUse(color)}>
      <IconWand size={18} aria-hidden="true" />
      <span className={classes["dot"]} ref={setBackgroundColor(color)} />
    </ActionIcon>
  )
}

/** The contrast of a text with its background; it has the same room whether it is a warning or not, so that typing a color moves nothing. */
const ContrastHint = ({ contrast: { portal, backgroundKey, ratio, minimum, suggestedColor } }: { readonly contrast: Contrast }) => {
  const t = useTranslate()
  const label = useStyleKeyLabel()
  const values = { ratio: floorRatio(ratio), ground: label(portal, backgroundKey) }
  if (suggestedColor === null) return <p className={classes["contrast"]}>{t("styling.contrast", values)}</p>
  return (
    <p className={classes["contrast"]} data-low>
      <IconAlertTriangle size={14} aria-hidden="true" />{" "}
      {t(minimum === minContrastRatio ? "styling.contrast.low" : "styling.contrast.low.outline", values)}
    </p>
  )
}
