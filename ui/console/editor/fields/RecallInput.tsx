// A text on one line in which answers can be recalled: two opening braces offer what can stand there, and its keys choose (decisions C11).
import { TextInput, type TextInputProps } from "@mantine/core"
import type { KeyboardEvent } from "react"
import { useCompleting } from "../condition/completing.ts"
import { Options } from "../condition/Options.tsx"
import { useRecalls } from "../recalls.ts"
import classes from "./fields.module.css"

type Props = Omit<TextInputProps, "value" | "onChange" | "onKeyDown"> & {
  readonly value: string
  /** The place of the instruction whose text it is. */
  readonly place: number
  readonly onType: (text: string) => void
  /** Takes the keys that the list of what can be recalled leaves. */
  readonly onKey?: (event: KeyboardEvent<HTMLInputElement>) => void
}

export const RecallInput = ({ value, place, onType, onKey, readOnly = false, ...rest }: Props) => {
  const { field, options, picked, take, leave, typed, keyed, said } = useCompleting<HTMLInputElement>({
    text: value,
    onType,
    find: useRecalls(place),
  })
  return (
    <div className={classes["recall"]} onBlur={leave}>
      <TextInput
        ref={field}
        autoComplete="off"
        {...rest}
        {...said}
        readOnly={readOnly}
        value={value}
        onChange={({ currentTarget: { value: text, selectionStart } }) => typed(text, selectionStart ?? text.length)}
        onKeyDown={(event) => {
          if (readOnly || !keyed(event)) onKey?.(event)
        }}
      />
      {options.length > 0 && <Options options={options} picked={picked} onTake={take} />}
    </div>
  )
}
