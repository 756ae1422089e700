// Text field whose characters are counted near the limit, in red when the text is too short or too long. The count replaces the description.
import { TextInput, type TextInputProps } from "@mantine/core"
import type { LengthMeasure } from "../../domain/communities/community.ts"
import classes from "./CountedField.module.css"
import { useTranslate } from "./i18n.tsx"

type CountedFieldProps = Omit<TextInputProps, "value" | "error"> & {
  readonly value: string
  readonly measure: LengthMeasure
  /** Whether to mark the text as too short or too long. */
  readonly isOutOfRange: boolean
  /** Any other error, shown in place of the description. */
  readonly problem: string | undefined
}

export const CountedField = ({ value, measure, isOutOfRange, problem, description, ...rest }: CountedFieldProps) => {
  const t = useTranslate()
  const { length: count, minimum: min, maximum: max } = measure
  const isCounted = isOutOfRange || measure.isNearMaximum
  const helpText = (
    <span className={classes["below"]}>
      {/* One line has no room for the description and the count. */}
      <span>{problem ?? (isCounted ? undefined : description)}</span>
      {isCounted && (
        <span className={classes["count"]} data-out={isOutOfRange}>
          {measure.isShort ? t("field.count.short", { count, min }) : t("field.count", { count, max })}
        </span>
      )}
    </span>
  )
  const messageProps = isOutOfRange || problem !== undefined ? { error: helpText } : { description: helpText }
  return <TextInput {...rest} value={value} {...messageProps} />
}
