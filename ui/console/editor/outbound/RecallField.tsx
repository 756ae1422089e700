// A text in which answers can be recalled: two opening braces offer what can stand there, and its keys choose (decisions C11).
import { Textarea } from "@mantine/core"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useCompleting } from "../condition/completing.ts"
import { Options } from "../condition/Options.tsx"
import classes from "../fields/fields.module.css"
import { useRecalls } from "../recalls.ts"

type Props = {
  readonly label: string
  readonly description: string
  readonly rows: number
  readonly instruction: Instruction
  readonly value: string
  readonly locked: boolean
  readonly onType: (text: string) => void
}

export const RecallField = ({ label, description, rows, instruction, value, locked, onType }: Props) => {
  const find = useRecalls(instruction.order)
  const { field, options, picked, take, leave, typed, keyed, said } = useCompleting({
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
      {options.length > 0 && <Options options={options} picked={picked} onTake={take} />}
    </div>
  )
}
