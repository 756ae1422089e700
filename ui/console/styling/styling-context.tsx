// Access to the running styling machine for the parts of its screen, and to the value of a style key.

import { IconArrowBackUp } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { createContext, use } from "react"
import type { SnapshotFrom } from "xstate"
import { formatColor } from "../../../domain/style/color.ts"
import { isChatStyleKey, isStatsStyleKey, type StyledPage, type StyleKeyTable, styleTables } from "../../../domain/style/style-keys.ts"
import { resolveValue } from "../../../domain/style/stylesheet.ts"
import type { StylingActor, stylingMachine } from "../../../machines/styling/styling-machine.ts"
import type { StylingContext } from "../../../machines/styling/styling-model.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import classes from "./Styling.module.css"

const StylingActorContext = createContext<StylingActor | null>(null)
export const StylingProvider = StylingActorContext

export const useStyling = (): StylingActor => {
  const actor = use(StylingActorContext)
  if (actor === null) throw new Error("no StylingProvider above")
  return actor
}

/** Selects a value from the styling state; the component rerenders only when the value changes. */
export const useStylingState = <T,>(
  select: (context: StylingContext, snapshot: SnapshotFrom<typeof stylingMachine>) => T,
  isSame?: (a: T, b: T) => boolean,
): T => useSelector(useStyling(), (snapshot) => select(snapshot.context, snapshot), isSame)

/** Returns a function that labels a key; an unknown key is its own label. */
export const useStyleKeyLabel = (): ((portal: StyledPage, name: string) => string) => {
  const t = useTranslate()
  return (portal, name) => {
    if (portal === "web" && isChatStyleKey(name)) return t(`style.web.${name}`)
    return portal === "stats" && isStatsStyleKey(name) ? t(`style.stats.${name}`) : name
  }
}

export type StyleKeyValue = {
  readonly label: string
  /** The value stored for the key; empty if there is none. */
  readonly ownValue: string
  /** The value in effect; undefined if there is neither a stored value nor a default. */
  readonly effectiveValue: string | undefined
  /** Where the value comes from, or what a stored value replaces. */
  readonly originText: string | undefined
  readonly set: (value: string) => void
}

/** The value of a key, and a function that sets it. */
export const useStyleKeyValue = (portal: StyledPage, name: string): StyleKeyValue => {
  const t = useTranslate()
  const label = useStyleKeyLabel()
  const actor = useStyling()
  const table: StyleKeyTable = styleTables[portal]
  const key = table[name]
  const ownValue = useStylingState(({ style }) => style[portal][name] ?? "")
  const effectiveValue = useStylingState(({ style }) => resolveValue(table, style[portal], name))
  const inheritedValue = useStylingState(({ style }) => resolveValue(table, { ...style[portal], [name]: "" }, name))
  const inheritedText = useFormatStyleValue()(portal, name, inheritedValue)
  const originText =
    inheritedValue === undefined
      ? t("styling.no-default")
      : key?.inherits === undefined
        ? inheritedText === ""
          ? undefined
          : ownValue === ""
            ? t("styling.by-default")
            : t("styling.by-default.value", { value: inheritedText })
        : ownValue === ""
          ? t("styling.like", { name: label(portal, key.inherits) })
          : t("styling.like.value", { name: label(portal, key.inherits), value: inheritedText })
  return {
    label: label(portal, name),
    ownValue,
    effectiveValue,
    originText,
    set: (next) => actor.send({ type: "value.set", portal, name, value: next }),
  }
}

/** Returns a function that formats a value for a sentence; an undefined value becomes empty. */
export const useFormatStyleValue = (): ((portal: StyledPage, name: string, value: string | undefined) => string) => {
  const t = useTranslate()
  const format = useStylingState((context) => context.format)
  return (portal, name, value) => {
    const table: StyleKeyTable = styleTables[portal]
    const key = table[name]
    if (value === undefined) return ""
    if (key?.kind === "color") return formatColor(value, format)
    if (key?.kind === "toggle") return value === key.on ? t("styling.on") : t("styling.off")
    return value
  }
}

/** Resets a key to its default or inherited value; hidden without a stored value. */
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

/** Ref callback that sets a background color through the CSSOM, because the CSP forbids style attributes. */
export const setBackgroundColor = (color: string) => (element: HTMLElement | null) => element?.style.setProperty("background-color", color)
