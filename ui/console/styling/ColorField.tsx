// A colour: written as 8-digit hex, or picked; of a text also whether it can be read where it stands.
import "@mantine/core/styles/ColorPicker.layer.css"
import "@mantine/core/styles/ColorSwatch.layer.css"
import { Button, ColorPicker, Popover } from "@mantine/core"
import { IconAlertTriangle } from "@tabler/icons-react"
import { useState } from "react"
import { same } from "../../../domain/json/json-equality.ts"
import { inFormat, keptColour } from "../../../domain/style/color.ts"
import { type Contrast, contrastOf, shownRatio, textsOnImages } from "../../../domain/style/style-contrast.ts"
import type { Portal } from "../../../domain/style/style-keys.ts"
import { useWords } from "../../kit/i18n.tsx"
import { Typed } from "./StyleTextField.tsx"
import classes from "./Styling.module.css"
import { painted, Reset, useLabel, useStyled, useValue } from "./styling-context.tsx"

export const ColourField = ({ portal, name }: { readonly portal: Portal; readonly name: string }) => {
  const t = useWords()
  const value = useValue(portal, name)
  const format = useStyled((context) => context.format)
  const contrast = useStyled(({ style }) => contrastOf(portal, style[portal], name), same)
  const isOnImage = useStyled(({ style }) => textsOnImages(portal, style[portal]).includes(name))
  const [picking, pick] = useState(false)
  const shown = value.shown ?? ""
  const swatch = (
    <Popover opened={picking} onChange={pick} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes["swatch"]}
          aria-label={t("styling.pick-colour", { name: value.label })}
          onClick={() => pick(!picking)}
        >
          <span ref={painted(shown)} />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={value.label}>
        <ColorPicker
          format="hexa"
          value={inFormat(shown, "hexa")}
          saturationLabel={t("styling.colour.saturation")}
          hueLabel={t("styling.colour.hue")}
          alphaLabel={t("styling.colour.alpha")}
          onChange={(picked) => {
            const kept = keptColour(picked)
            if (kept !== undefined && kept !== inFormat(shown, "hexa")) value.set(kept)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
  return (
    <div className={classes["field"]} data-form="colour">
      <Typed
        label={value.label}
        leftSection={swatch}
        description={value.origin}
        spellCheck={false}
        own={value.own}
        written={inFormat(shown, format)}
        wrong={t("styling.wrong.colour")}
        read={keptColour}
        onRead={value.set}
      />
      <Reset value={value} />
      {contrast !== null && <Readable contrast={contrast} onUse={value.set} />}
      {isOnImage && <p className={classes["origin"]}>{t("styling.contrast.image")}</p>}
    </div>
  )
}

type ReadableProps = { readonly contrast: Contrast; readonly onUse: (colour: string) => void }

const Readable = ({ contrast: { portal, ground, ratio, offered }, onUse }: ReadableProps) => {
  const t = useWords()
  const label = useLabel()
  const format = useStyled((context) => context.format)
  const values = { ratio: shownRatio(ratio), ground: label(portal, ground) }
  if (offered === null) return <p className={classes["origin"]}>{t("styling.contrast", values)}</p>
  return (
    <div className={classes["low"]}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      <p>{t("styling.contrast.low", values)}</p>
      <Button size="compact-xs" variant="default" onClick={() => onUse(offered)}>
        <span className={classes["dot"]} ref={painted(offered)} />
        {t("styling.contrast.use", { colour: inFormat(offered, format) })}
      </Button>
    </div>
  )
}
