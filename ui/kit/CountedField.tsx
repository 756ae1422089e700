// A text field that counts its characters, and turns red when they are too few or too many (spec/1-console §5).
import { TextInput, type TextInputProps } from "@mantine/core"
import classes from "./CountedField.module.css"
import { useWords } from "./words.tsx"

type Props = Omit<TextInputProps, "value" | "error"> & {
  readonly value: string
  readonly limits: { readonly minimum: number; readonly maximum: number }
  /** Whether the domain finds the value too short or too long. */
  readonly isOut: boolean
  /** What else is wrong with the value, in place of the help. */
  readonly problem: string | undefined
}

export const CountedField = ({ value, limits, isOut, problem, description, ...rest }: Props) => {
  const t = useWords()
  const count = Array.from(value.trim()).length
  const below = (
    <span className={classes["below"]}>
      <span>{problem ?? description}</span>
      <span className={classes["count"]} data-out={isOut}>
        {count < limits.minimum ? t("field.count.short", { count, min: limits.minimum }) : t("field.count", { count, max: limits.maximum })}
      </span>
    </span>
  )
  const said = isOut || problem !== undefined ? { error: below } : { description: below }
  return <TextInput {...rest} value={value} {...said} />
}
