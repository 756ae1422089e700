// Text inputs of the style: texts, addresses, characters and sizes.
import { TextInput, type TextInputProps } from "@mantine/core"
import { type ReactNode, useState } from "react"
import { maxLinkTextLength } from "../../../domain/communities/side-menu.ts"
import type { StyledPage, StyleKey, StyleValueFormat } from "../../../domain/style/style-keys.ts"
import { isStyleValue } from "../../../domain/style/stylesheet.ts"
import { normalizeWebUrl } from "../../../domain/text/web-url.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import classes from "./Styling.module.css"
import { ResetStyleKeyButton, useStyleKeyValue } from "./styling-context.tsx"

type TypedProps = Pick<TextInputProps, "leftSection" | "description" | "placeholder" | "maxLength" | "inputMode" | "spellCheck" | "dir"> & {
  readonly label: string
  /** The text shown while the author is not typing. */
  readonly written: string
  readonly own: string
  readonly wrong: string
  /** Returns the value of a text, or undefined if it is invalid. */
  readonly read: (text: string) => string | undefined
  readonly onRead: (value: string) => void
  readonly below?: ReactNode
}

/**
 * A text input for a parsed value; only valid values are passed on. Invalid text stays with its error until it is
 * corrected or the value changes elsewhere.
 */
export const ParsedTextInput = ({ label, written, own, wrong, read, onRead, description, ...rest }: TypedProps) => {
  const [typed, type] = useState<{ readonly text: string; readonly own: string } | null>(null)
  const said = typed === null ? undefined : read(typed.text)
  // The typed text stays while it parses to the value, or is invalid and the value is unchanged. Other values replace it.
  const isTheirs = typed !== null && own === (said ?? typed.own)
  const isWrong = isTheirs && said === undefined
  return (
    <TextInput
      {...rest}
      label={label}
      autoComplete="off"
      value={isTheirs ? typed.text : written}
      description={description}
      error={isWrong ? wrong : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value
        type({ text, own })
        const value = read(text)
        if (value !== undefined && value !== own) onRead(value)
      }}
      onBlur={() => {
        if (!isWrong) type(null)
      }}
    />
  )
}

type Props = { readonly portal: StyledPage; readonly name: string; readonly of: StyleKey }

export const StyleTextField = ({ portal, name, of }: Props) => {
  const t = useTranslate()
  const value = useStyleKeyValue(portal, name)
  const form = of.kind === "text" ? of.form : "size"
  return (
    <div className={classes["field"]} data-form={form}>
      <ParsedTextInput
        label={value.label}
        description={value.originText}
        own={value.ownValue}
        written={value.ownValue === "" && form !== "line" && form !== "address" ? (value.effectiveValue ?? "") : value.ownValue}
        wrong={t(form === "size" ? "styling.wrong.size" : form === "address" ? "ERROR.FIELD_URL" : "styling.wrong.text")}
        read={(text) => kept(of, text)}
        onRead={value.set}
        {...(form === "line" && { maxLength: maxLinkTextLength, dir: "auto" })}
        {...(form === "address" && { inputMode: "url", placeholder: "https://", spellCheck: false })}
      />
      <ResetStyleKeyButton value={value} />
    </div>
  )
}

/** Returns the value to store for a typed text, for example an address with its protocol; undefined if it is invalid. */
const kept = (of: StyleValueFormat, text: string): string | undefined => {
  const value =
    of.kind === "text" && of.form === "address" && text.trim() !== ""
      ? normalizeWebUrl(text)
      : of.kind === "text" && of.form === "line"
        ? text
        : text.trim()
  return value !== undefined && isStyleValue(of, value) ? value : undefined
}
