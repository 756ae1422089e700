// What every control of a key shows and does: its value, where that comes from, and the way back.

import { IconArrowBackUp } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { createContext, use } from "react"
import type { SnapshotFrom } from "xstate"
import { formatColor } from "../../../domain/style/color.ts"
import { isChatStyleKey, isStatsStyleKey, type StyledPage, type StyleKeyTable, styleTables } from "../../../domain/style/style-keys.ts"
import { resolveValue } from "../../../domain/style/stylesheet.ts"
import type { StylingActor, stylingMachine } from "../../../machines/styling/styling-machine.ts"
import type { StylingContext } from "../../../machines/styling/styling-setup.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import classes from "./Styling.module.css"

// The running configurator, for the parts of its screen: each reads what it shows and sends what the author does.

const StylingActorContext = createContext<StylingActor | null>(null)
export const StylingProvider = StylingActorContext

export const useStyling = (): StylingActor => {
  const actor = use(StylingActorContext)
  if (actor === null) throw new Error("no StylingProvider above")
  return actor
}

/** What `select` makes of the configurator's state; the component renders again only when that is another thing. */
export const useStylingState = <T,>(
  select: (context: StylingContext, snapshot: SnapshotFrom<typeof stylingMachine>) => T,
  isSame?: (one: T, other: T) => boolean,
): T => useSelector(useStyling(), (snapshot) => select(snapshot.context, snapshot), isSame)

/** Says what a key is called; one that is not known goes by itself. */
export const useStyleKeyLabel = (): ((portal: StyledPage, name: string) => string) => {
  const t = useTranslate()
  return (portal, name) => {
    if (portal === "web" && isChatStyleKey(name)) return t(`style.web.${name}`)
    return portal === "stats" && isStatsStyleKey(name) ? t(`style.stats.${name}`) : name
  }
}

export type StyleKeyValue = {
  readonly label: string
  /** What stands under the key; empty where nothing does. */
  readonly ownValue: string
  /** What is shown for it; undefined for a key that has nothing to show. */
  readonly effectiveValue: string | undefined
  /** Where the value comes from, or, of an own one, what it stands in place of. */
  readonly originText: string | undefined
  readonly set: (value: string) => void
}

/** The value of a key, and how to set it. */
export const useStyleKeyValue = (portal: StyledPage, name: string): StyleKeyValue => {
  const t = useTranslate()
  const label = useStyleKeyLabel()
  const actor = useStyling()
  const table: StyleKeyTable = styleTables[portal]
  const key = table[name]
  const own = useStylingState(({ style }) => style[portal][name] ?? "")
  const shown = useStylingState(({ style }) => resolveValue(table, style[portal], name))
  const other = useStylingState(({ style }) => resolveValue(table, { ...style[portal], [name]: "" }, name))
  const value = useFormatStyleValue()(portal, name, other)
  const origin =
    other === undefined
      ? t("styling.no-default")
      : key?.inherits === undefined
        ? value === ""
          ? undefined
          : own === ""
            ? t("styling.by-default")
            : t("styling.by-default.value", { value })
        : own === ""
          ? t("styling.like", { name: label(portal, key.inherits) })
          : t("styling.like.value", { name: label(portal, key.inherits), value })
  return {
    label: label(portal, name),
    ownValue: own,
    effectiveValue: shown,
    originText: origin,
    set: (next) => actor.send({ type: "value.set", portal, name, value: next }),
  }
}

/** Says a value as it is written in a sentence; nothing of what is not there. */
export const useFormatStyleValue = (): ((portal: StyledPage, name: string, value: string | undefined) => string) => {
  const t = useTranslate()
  const format = useStylingState((context) => context.format)
  return (portal, name, value) => {
    const table: StyleKeyTable = styleTables[portal]
    const key = table[name]
    if (value === undefined) return ""
    if (key?.kind === "colour") return formatColor(value, format)
    if (key?.kind === "toggle") return value === key.on ? t("styling.on") : t("styling.off")
    return value
  }
}

/** Leads back to the default, or to what is inherited. Only there where there is something to lead back from. */
export const ResetStyleKeyButton = ({ value: { label, ownValue, originText, set } }: { readonly value: StyleKeyValue }) => {
  const t = useTranslate()
  if (ownValue === "") return null
  const text = t("styling.reset", { name: label })
  return (
    <button
      type="button"
      className={classes["reset"]}
      aria-label={text}
      title={originText === undefined ? text : `${text} (${originText})`}
      onClick={() => set("")}
    >
      <IconArrowBackUp size={16} aria-hidden="true" />
    </button>
  )
}

/** As `ref`: has an element show a colour. Set through its style object, since the page's policy allows no style attributes. */
export const setBackgroundColor = (colour: string) => (element: HTMLElement | null) =>
  element?.style.setProperty("background-color", colour)
