// What every control of a key shows and does: its value, where that comes from, and the way back.
import { IconArrowBackUp } from "@tabler/icons-react"
import { inFormat } from "../../../../../domain/style/colour.ts"
import type { StyleTable } from "../../../../../domain/style/key.ts"
import { type Portal, styleTables } from "../../../../../domain/style/keys.ts"
import { valueOf } from "../../../../../domain/style/stylesheet.ts"
import { useWords } from "../../../../kit/words.tsx"
import { useLabel, useStyled, useStyling } from "../configuring.tsx"
import classes from "../Styling.module.css"

export type Valued = {
  readonly label: string
  /** What stands under the key; empty where nothing does. */
  readonly own: string
  /** What is shown for it; undefined for a key that has nothing to show. */
  readonly shown: string | undefined
  /** Where the value comes from, or, of an own one, what it stands in place of. */
  readonly origin: string | undefined
  readonly set: (value: string) => void
}

/** The value of a key, and how to set it. */
export const useValue = (portal: Portal, name: string): Valued => {
  const t = useWords()
  const label = useLabel()
  const actor = useStyling()
  const table: StyleTable = styleTables[portal]
  const key = table[name]
  const own = useStyled(({ style }) => style[portal][name] ?? "")
  const shown = useStyled(({ style }) => valueOf(table, style[portal], name))
  const other = useStyled(({ style }) => valueOf(table, { ...style[portal], [name]: "" }, name))
  const value = useSpoken()(portal, name, other)
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
    own,
    shown,
    origin,
    set: (next) => actor.send({ type: "value.set", portal, name, value: next }),
  }
}

/** Says a value as it is written in a sentence; nothing of what is not there. */
export const useSpoken = (): ((portal: Portal, name: string, value: string | undefined) => string) => {
  const t = useWords()
  const format = useStyled((context) => context.format)
  return (portal, name, value) => {
    const table: StyleTable = styleTables[portal]
    const key = table[name]
    if (value === undefined) return ""
    if (key?.kind === "colour") return inFormat(value, format)
    if (key?.kind === "toggle") return value === key.on ? t("styling.on") : t("styling.off")
    return value
  }
}

/** Leads back to the default, or to what is inherited. Only there where there is something to lead back from. */
export const Reset = ({ value: { label, own, origin, set } }: { readonly value: Valued }) => {
  const t = useWords()
  if (own === "") return null
  const text = t("styling.reset", { name: label })
  return (
    <button
      type="button"
      className={classes["reset"]}
      aria-label={text}
      title={origin === undefined ? text : `${text} (${origin})`}
      onClick={() => set("")}
    >
      <IconArrowBackUp size={16} aria-hidden="true" />
    </button>
  )
}
