// A text, an address, a character or a size.
import { webAddress } from "../../../../../domain/address.ts"
import { longestLinkText } from "../../../../../domain/communities/side-menu.ts"
import type { Format, StyleKey } from "../../../../../domain/style/key.ts"
import type { Portal } from "../../../../../domain/style/keys.ts"
import { isStyleValue } from "../../../../../domain/style/value.ts"
import { useWords } from "../../../../kit/words.tsx"
import classes from "../Styling.module.css"
import { Typed } from "./Typed.tsx"
import { Reset, useValue } from "./value.tsx"

type Props = { readonly portal: Portal; readonly name: string; readonly of: StyleKey }

export const TextField = ({ portal, name, of }: Props) => {
  const t = useWords()
  const value = useValue(portal, name)
  const form = of.kind === "text" ? of.form : "size"
  return (
    <div className={classes["field"]} data-form={form}>
      <Typed
        label={value.label}
        description={value.origin}
        own={value.own}
        written={value.own === "" && form !== "line" && form !== "address" ? (value.shown ?? "") : value.own}
        wrong={t(form === "size" ? "styling.wrong.size" : form === "address" ? "ERROR.FIELD_URL" : "styling.wrong.text")}
        read={(text) => kept(of, text)}
        onRead={value.set}
        {...(form === "line" && { maxLength: longestLinkText, dir: "auto" })}
        {...(form === "address" && { inputMode: "url", placeholder: "https://", spellCheck: false })}
      />
      <Reset value={value} />
    </div>
  )
}

/** What is kept of what was typed: an address with its protocol. */
const kept = (of: Format, text: string): string | undefined => {
  const value =
    of.kind === "text" && of.form === "address" && text.trim() !== ""
      ? webAddress(text)
      : of.kind === "text" && of.form === "line"
        ? text
        : text.trim()
  return value !== undefined && isStyleValue(of, value) ? value : undefined
}
