// The text of a condition in colours, behind the field in which it is typed: signs, names, values, and what is wrong underlined.
import { memo } from "react"
import { placesOf } from "../../../../domain/conditions/names.ts"
import { type Kind, tokens } from "../../../../domain/conditions/tokens.ts"
import { wrongWords } from "../../../../domain/conditions/wrong-words.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import classes from "../ConditionField.module.css"
import { useEditor } from "../editing.tsx"

type Props = { readonly text: string; readonly instruction: Instruction }

export const ColouredCondition = memo(({ text, instruction }: Props) => {
  const editor = useEditor()
  if (text === "") return null
  const wrong = wrongWords(text, instruction.order, () => placesOf(editor.getSnapshot().context.draft.instructions))
  let end = 0
  return (
    <pre className={classes["colours"]} aria-hidden="true">
      {tokens(text).map((token) => {
        const gap = text.slice(end, token.start)
        end = token.end
        const isWrong = wrong.some(({ from, to }) => token.start < to && token.end > from)
        return (
          <span key={token.start}>
            {gap}
            <span data-kind={kindOf(token.kind)} data-wrong={isWrong}>
              {text.slice(token.start, token.end)}
            </span>
          </span>
        )
      })}
      {text.slice(end)}{" "}
    </pre>
  )
})

const kindOf = (kind: Kind): "name" | "value" | "sign" | "wrong" => {
  if (kind === "name" || kind === "wrong") return kind
  return kind === "number" || kind === "string" ? "value" : "sign"
}
