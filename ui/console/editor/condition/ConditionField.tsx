// [C2, C9] The condition of an instruction: a text field with highlighting, completion and findings, and the row builder.
import { IconListDetails } from "@tabler/icons-react"
import { memo, Suspense, useState } from "react"
import { completeCondition } from "../../../../domain/conditions/completion.ts"
import { findErrorRanges } from "../../../../domain/conditions/condition-analysis.ts"
import { type TokenKind, tokenizeCondition } from "../../../../domain/conditions/condition-tokenizer.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { buildNameIndex } from "../../../../domain/script/instruction-name.ts"
import { findingsForInstruction, pointerInInstruction } from "../../../../machines/editor/editor-findings.ts"
import { useFindingText, useTranslate } from "../../../kit/i18n.tsx"
import { listExternalKeys, useEditor, useEditorState, useIsLocked, useUpdateInstruction } from "../editor-context.tsx"
import { CompletionList, useFieldCompletion } from "../fields/CompletionList.tsx"
import { lazyPart } from "../lazy-part.tsx"
import classes from "./ConditionField.module.css"

type Props = { readonly text: string; readonly instruction: Instruction }

/** The highlighted text behind the text field, with errors underlined. */
export const HighlightedCondition = memo(({ text, instruction }: Props) => {
  const editor = useEditor()
  if (text === "") return null
  const wrong = findErrorRanges(text, instruction.order, () => buildNameIndex(editor.getSnapshot().context.draft.instructions))
  const all = tokenizeCondition(text)
  return (
    <pre className={classes["colours"]} aria-hidden="true">
      {all.map((token, place) => {
        const gap = text.slice(all[place - 1]?.end ?? 0, token.start)
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
      {text.slice(all.at(-1)?.end ?? 0)}{" "}
    </pre>
  )
})

const kindOf = (kind: TokenKind): "name" | "value" | "sign" | "wrong" => {
  if (kind === "name" || kind === "wrong") return kind
  return kind === "number" || kind === "string" ? "value" : "sign"
}

/** Loaded on demand: most conditions are only read. */
const Rows = lazyPart(async () => (await import("./ConditionBuilder.tsx")).ConditionBuilder)

const example = "q1 == 1 && age >= 18"

export const ConditionField = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const say = useFindingText()
  const locked = useIsLocked("condition")
  const [building, build] = useState(false)
  const found = useEditorState((context) => findingsForInstruction(context, instruction.uuid)).filter(
    (finding) => pointerInInstruction(finding) === "/condition",
  )
  const error = found.find(({ severity }) => severity === "error")
  const warning = found.find(({ severity }) => severity === "warning")
  const told = error ?? warning
  return (
    <div className={classes["condition"]}>
      <div className={classes["top"]}>
        <label htmlFor="condition">{t("editor.condition")}</label>
        {!locked && (
          <button type="button" className={classes["builder"]} aria-expanded={building} onClick={() => build(!building)}>
            <IconListDetails size={16} aria-hidden="true" />
            {t("editor.condition.rows")}
          </button>
        )}
      </div>
      <ConditionText instruction={instruction} locked={locked} isWrong={error !== undefined} />
      <p id="condition-help" className={classes["help"]} data-severity={told?.severity}>
        {told === undefined ? t("editor.condition.help", { example }) : say(told)}
      </p>
      {building && (
        <Suspense>
          <Rows instruction={instruction} />
        </Suspense>
      )}
    </div>
  )
}

type TextProps = { readonly instruction: Instruction; readonly locked: boolean; readonly isWrong: boolean }

const ConditionText = ({ instruction, locked, isWrong }: TextProps) => {
  const t = useTranslate()
  const editor = useEditor()
  const write = useUpdateInstruction(instruction.uuid)
  const text = instruction.condition ?? ""
  const { field, options, picked, take, leave, typed, keyed, said } = useFieldCompletion({
    text,
    onType: (condition) => write("condition", { condition: condition || null }),
    find: (now, caret) => {
      const { context } = editor.getSnapshot()
      return completeCondition(now, caret, context.draft.instructions, instruction.order, listExternalKeys(context))
    },
  })
  return (
    <div className={classes["field"]} onBlur={leave}>
      <HighlightedCondition text={text} instruction={instruction} />
      <textarea
        ref={field}
        id="condition"
        data-part="/condition"
        className={classes["input"]}
        aria-describedby="condition-help"
        aria-invalid={isWrong}
        {...said}
        placeholder={t("editor.condition.placeholder")}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        rows={1}
        readOnly={locked}
        value={text}
        onChange={({ currentTarget: { value, selectionStart } }) => typed(value, selectionStart)}
        onKeyDown={locked ? undefined : keyed}
      />
      {options.length > 0 && <CompletionList options={options} picked={picked} onTake={take} />}
    </div>
  )
}
