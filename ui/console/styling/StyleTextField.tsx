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

type ParsedTextInputProps = Pick<
  TextInputProps,
  "leftSection" | "rightSection" | "description" | "placeholder" | "maxLength" | "inputMode" | "spellCheck" | "dir"
> & {
  readonly label: string
  /** The text shown while the author is not typing. */
  readonly displayedText: string
  readonly storedValue: string
  readonly invalidMessage: string
  /** Returns the value of a text, or undefined if it is invalid. */
  readonly parse: (text: string) => string | undefined
  readonly onChange: (value: string) => void
  readonly below?: ReactNode
}

/**
 * A text input for a parsed value; only valid values are passed on. Invalid text stays with its error until it is
 * corrected or the value changes elsewhere.
 */
export const ParsedTextInput = ({
  label,
  displayedText,
  storedValue,
  invalidMessage,
  parse,
  onChange,
  description,
  ...rest
}: ParsedTextInputProps) => {
  const [draft, setDraft] = useState<{ readonly text: string; readonly forValue: string } | null>(null)
  const parsed = draft === null ? undefined : parse(draft.text)
  // The typed text stays while it parses to the value, or is invalid and the value is unchanged. Other values replace it.
  const isDraftCurrent = draft !== null && storedValue === (parsed ?? draft.forValue)
  const isInvalid = isDraftCurrent && parsed === undefined
  return (
    <TextInput
      {...rest}
      label={label}
      autoComplete="off"
      value={isDraftCurrent ? draft.text : displayedText}
      description={description}
      // The description is cut off at the end of its line.
      descriptionProps={{ title: typeof description === "string" ? description : undefined }}
      error={isInvalid ? invalidMessage : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value
        setDraft({ text, forValue: storedValue })
        const value = parse(text)
        if (value !== undefined && value !== storedValue) onChange(value)
      }}
      onBlur={() => {
        if (!isInvalid) setDraft(null)
      }}
    />
  )
}

type Props = { readonly portal: StyledPage; readonly name: string; readonly styleKey: StyleKey }

export const StyleTextField = ({ portal, name, styleKey }: Props) => {
  const t = useTranslate()
  const value = useStyleKeyValue(portal, name)
  const form = styleKey.kind === "text" ? styleKey.form : "size"
  return (
    <div className={classes["field"]} data-form={form}>
      <ParsedTextInput
        label={value.label}
        description={value.originText}
        storedValue={value.ownValue}
        displayedText={value.ownValue === "" && form !== "line" && form !== "address" ? (value.effectiveValue ?? "") : value.ownValue}
        invalidMessage={t(form === "size" ? "styling.wrong.size" : form === "address" ? "ERROR.FIELD_URL" : "styling.wrong.text")}
        parse={(text) => parseStyleText(styleKey, text)}
        onChange={value.set}
        {...(form === "line" && { maxLength: maxLinkTextLength, dir: "auto" })}
        {...(form === "address" && { inputMode: "url", placeholder: "https://", spellCheck: false })}
      />
      <ResetStyleKeyButton value={value} />
    </div>
  )
}

/** Returns the value to store for a typed text, for example an address with its protocol; undefined if it is invalid. */
const parseStyleText = (format: StyleValueFormat, text: string): string | undefined => {
  const value =
    format.kind === "text" && format.form === "address" && text.trim() !== ""
      ? normalizeWebUrl(text)
      : format.kind === "text" && format.form === "line"
        ? text
        : text.trim()
  return value !== undefined && isStyleValue(format, value) ? value : undefined
}
