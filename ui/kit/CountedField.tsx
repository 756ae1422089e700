// A text field that counts its characters, and turns red when they are too few or too many (spec/1-console §5).
import { TextInput, type TextInputProps } from "@mantine/core"
import classes from "./CountedField.module.css"
import { useWords } from "./words.tsx"

type Props = Omit<TextInputProps, "value"> & {
  readonly value: string
  readonly limits: { readonly minimum: number; readonly maximum: number }
  /** Whether the domain has something against the value as it stands. */
  readonly invalid: boolean
}

export const CountedField = ({ value, limits, invalid, description, error, ...rest }: Props) => {
  const t = useWords()
  const count = Array.from(value.trim()).length
  return (
    <TextInput
      {...rest}
      value={value}
      error={error ?? invalid}
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={
        <span className={classes["below"]}>
          <span>{description}</span>
          <span className={classes["count"]} data-out={invalid}>
            {count < limits.minimum
              ? t("field.count.short", { count, min: limits.minimum })
              : t("field.count", { count, max: limits.maximum })}
          </span>
        </span>
      }
    />
  )
}
