// One thing that two savings of a style say differently, and, where both changed it, whose is kept.
import { isDataUri } from "../../../../domain/assets/data-uri.ts"
import { isUpload } from "../../../../domain/assets/upload-address.ts"
import { readColour } from "../../../../domain/style/colour.ts"
import type { StyleTable } from "../../../../domain/style/key.ts"
import { styleTables } from "../../../../domain/style/keys.ts"
import type { Side, StyleDifference } from "../../../../domain/style/merge.ts"
import type { Style } from "../../../../domain/style/payload.ts"
import { BothSaid, OneSaid, Said } from "../../../kit/Overtaken.tsx"
import { useWords } from "../../../kit/words.tsx"
import { useLabel } from "./configuring.tsx"
import { useSpoken } from "./fields/value.tsx"
import { painted } from "./painted.ts"
import swatches from "./Styling.module.css"

type Props = {
  readonly difference: StyleDifference
  readonly versions: Readonly<Record<Side, Style>>
  readonly picked: Side
  /** Where there is something to pick. */
  readonly onPick?: (side: Side) => void
}

const sides = ["mine", "theirs"] as const

export const StyleDifferenceRow = ({ difference, versions, picked, onPick }: Props) => {
  const title = useTitle()(difference)
  const said = (side: Side) => <Version difference={difference} style={versions[side]} />
  if (onPick === undefined) return <OneSaid title={title}>{said(picked)}</OneSaid>
  return <BothSaid id={difference.key} title={title} picks={sides} picked={picked} said={said} onPick={onPick} />
}

const useTitle = () => {
  const t = useWords()
  const label = useLabel()
  return ({ portal, part }: StyleDifference): string => {
    switch (part.of) {
      case "key":
        return label(portal, part.name)
      case "link":
        return t("styling.link", { number: part.link })
      default:
        return t(`styling.section.${part.of}`)
    }
  }
}

/** What one side says, with the names of the keys where there are several, and with the colour beside its value. */
const Version = ({ difference: { portal, part, names }, style }: { readonly difference: StyleDifference; readonly style: Style }) => {
  const t = useWords()
  const label = useLabel()
  const spoken = useSpoken()
  const said = (name: string, value: string): string => {
    if (value === "") return t("styling.conflict.nothing")
    return isDataUri(value) || isUpload(value) ? t("styling.conflict.file") : spoken(portal, name, value)
  }
  return names.map((name) => {
    const value = style[portal][name] ?? ""
    const table: StyleTable = styleTables[portal]
    const isColour = table[name]?.kind === "colour" && readColour(value) !== null
    return (
      <Said key={name}>
        {isColour && <span className={swatches["dot"]} ref={painted(value)} />}
        {part.of === "key" ? said(name, value) : `${label(portal, name)}: ${said(name, value)}`}
      </Said>
    )
  })
}
