// A text field that counts its characters, and turns red when they are too few or too many (spec/1-console §5).
import { TextInput, type TextInputProps } from "@mantine/core"
import type { LengthMeasure } from "../../domain/communities/community.ts"
import classes from "./CountedField.module.css"
import { useTranslate } from "./i18n.tsx"

type Props = Omit<TextInputProps, "value" | "error"> & {
  readonly value: string
  readonly measure: LengthMeasure
  /** Whether too short or too long is said of it. */
  readonly isOut: boolean
  /** What else is wrong with the value, in place of the help. */
  readonly problem: string | undefined
}

export const CountedField = ({ value, measure, isOut, problem, description, ...rest }: Props) => {
  const t = useTranslate()
  const { length: count, minimum: min, maximum: max } = measure
  const below = (
    <span className={classes["below"]}>
      <span>{problem ?? description}</span>
      <span className={classes["count"]} data-out={isOut}>
        {measure.isShort ? t("field.count.short", { count, min }) : t("field.count", { count, max })}
      </span>
    </span>
  )
  const said = isOut || problem !== undefined ? { error: below } : { description: below }
  return <TextInput {...rest} value={value} {...said} />
}
