// A text field that counts its characters, and turns red when they are too few or too many (spec/1-console §5).
import { TextInput, type TextInputProps } from "@mantine/core"
import { isWithin } from "../../domain/communities/naming.ts"
import classes from "./CountedField.module.css"
import { useWords } from "./words.tsx"

type Props = Omit<TextInputProps, "value"> & {
  readonly value: string
  readonly limits: { readonly min: number; readonly max: number }
}

export const CountedField = ({ value, limits, description, error, ...rest }: Props) => {
  const t = useWords()
  const count = value.trim().length
  const isOut = count > 0 && !isWithin(value, limits)
  return (
    <TextInput
      {...rest}
      value={value}
      error={error ?? isOut}
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={
        <span className={classes["below"]}>
          <span>{description}</span>
          <span className={classes["count"]} data-out={isOut}>
            {count < limits.min ? t("field.count.short", { count, min: limits.min }) : t("field.count", { count, max: limits.max })}
          </span>
        </span>
      }
    />
  )
}
