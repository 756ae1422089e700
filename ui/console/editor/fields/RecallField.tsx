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
  const findCompletions = useRecallCompletions(instruction.order)
  const { fieldRef, options, activeIndex, accept, closeList, handleChange, handleKey, ariaProps } = useFieldCompletion({
    text: value,
    onType,
    findCompletions,
  })
  return (
    <div className={classes["recall"]} onBlur={closeList}>
      <Textarea
        ref={fieldRef}
        label={label}
        description={description}
        dir="auto"
        rows={rows}
        autoComplete="off"
        {...ariaProps}
        readOnly={locked}
        value={value}
        onChange={({ currentTarget: { value: text, selectionStart } }) => handleChange(text, selectionStart)}
        onKeyDown={locked ? undefined : (event) => void handleKey(event)}
      />
      {options.length > 0 && <CompletionList options={options} activeIndex={activeIndex} onAccept={accept} />}
    </div>
  )
}

type RecallInputProps = Omit<TextInputProps, "value" | "onChange" | "onKeyDown"> & {
  readonly value: string
  /** The index of the instruction. */
  readonly index: number
  readonly onType: (text: string) => void
  /** Receives the keys that the completion list does not handle. */
  readonly onKey?: (event: KeyboardEvent<HTMLInputElement>) => void
}

export const RecallInput = ({ value, index, onType, onKey, readOnly = false, ...rest }: RecallInputProps) => {
  const { fieldRef, options, activeIndex, accept, closeList, handleChange, handleKey, ariaProps } = useFieldCompletion<HTMLInputElement>({
    text: value,
    onType,
    findCompletions: useRecallCompletions(index),
  })
  return (
    <div className={classes["recall"]} onBlur={closeList}>
      <TextInput
        ref={fieldRef}
        autoComplete="off"
        {...rest}
        {...ariaProps}
        readOnly={readOnly}
        value={value}
        onChange={({ currentTarget: { value: text, selectionStart } }) => handleChange(text, selectionStart ?? text.length)}
        onKeyDown={(event) => {
          if (readOnly || !handleKey(event)) onKey?.(event)
        }}
      />
      {options.length > 0 && <CompletionList options={options} activeIndex={activeIndex} onAccept={accept} />}
    </div>
  )
}
