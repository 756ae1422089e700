// [C11] Text fields with recalls: two opening braces open the list of what can be recalled.
import { Textarea, TextInput, type TextInputProps } from "@mantine/core"
import type { KeyboardEvent } from "react"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { CompletionList, useFieldCompletion, useRecallCompletions } from "./CompletionList.tsx"
import classes from "./fields.module.css"

type Props = {
  readonly label: string
  readonly description: string
  readonly rows: number
  readonly instruction: Instruction
  readonly value: string
  readonly locked: boolean
  readonly onType: (text: string) => void
}

export const RecallTextarea = ({ label, description, rows, instruction, value, locked, onType }: Props) => {
  const find = useRecallCompletions(instruction.order)
  const { field, options, picked, take, leave, typed, keyed, said } = useFieldCompletion({
    text: value,
    onType,
    find,
  })
  return (
    <div className={classes["recall"]} onBlur={leave}>
      <Textarea
        ref={field}
        label={label}
        description={description}
        dir="auto"
        rows={rows}
        autoComplete="off"
        {...said}
        readOnly={locked}
        value={value}
        onChange={({ currentTarget: { value: text, selectionStart } }) => typed(text, selectionStart)}
        onKeyDown={locked ? undefined : (event) => void keyed(event)}
      />
      {options.length > 0 && <CompletionList options={options} picked={picked} onTake={take} />}
    </div>
  )
}

type RecallInputProps = Omit<TextInputProps, "value" | "onChange" | "onKeyDown"> & {
  readonly value: string
  /** The index of the instruction. */
  readonly place: number
  readonly onType: (text: string) => void
  /** Receives the keys that the completion list does not handle. */
  readonly onKey?: (event: KeyboardEvent<HTMLInputElement>) => void
}

export const RecallInput = ({ value, place, onType, onKey, readOnly = false, ...rest }: RecallInputProps) => {
  const { field, options, picked, take, leave, typed, keyed, said } = useFieldCompletion<HTMLInputElement>({
    text: value,
    onType,
    find: useRecallCompletions(place),
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
      {options.length > 0 && <CompletionList options={options} picked={picked} onTake={take} />}
    </div>
  )
}
