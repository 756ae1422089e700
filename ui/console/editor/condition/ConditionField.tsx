// [C2, C9] The condition of an instruction: a text field with highlighting, completion and findings, and the row builder.
import { IconListDetails } from "@tabler/icons-react"
import { memo, Suspense, useState } from "react"
import { findErrorRanges } from "../../../../domain/conditions/condition-analysis.ts"
import { type TokenKind, tokenizeCondition } from "../../../../domain/conditions/condition-tokenizer.ts"
import { completeCondition } from "../../../../domain/editing/completion.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { buildNameIndex } from "../../../../domain/script/instruction-name.ts"
import { findingsForInstruction, pointerInInstruction } from "../../../../machines/editor/editor-findings.ts"
import { useFindingText, useTranslate } from "../../../kit/i18n.tsx"
import { lazyPart } from "../../../kit/lazy-part.tsx"
import { listExternalKeys, useEditor, useEditorState, useIsLocked, useUpdateInstruction } from "../editor-context.tsx"
import { CompletionList, useFieldCompletion } from "../fields/CompletionList.tsx"
import classes from "./ConditionField.module.css"

type Props = { readonly text: string; readonly instruction: Instruction }

/** The highlighted text behind the text field, with errors underlined. */
export const HighlightedCondition = memo(({ text, instruction }: Props) => {
  const editor = useEditor()
  if (text === "") return null
  const errorRanges = findErrorRanges(text, instruction.order, () => buildNameIndex(editor.getSnapshot().context.draft.instructions))
  const tokens = tokenizeCondition(text)
  return (
    <pre className={classes["colours"]} aria-hidden="true">
      {tokens.map((token, index) => {
        const gap = text.slice(tokens[index - 1]?.end ?? 0, token.start)
        const isInvalid = errorRanges.some(({ from, to }) => token.start < to && token.end > from)
        return (
          <span key={token.start}>
            {gap}
            <span data-kind={getTokenClass(token.kind)} data-wrong={isInvalid}>
              {text.slice(token.start, token.end)}
            </span>
          </span>
        )
      })}
      {text.slice(tokens.at(-1)?.end ?? 0)}{" "}
    </pre>
  )
})

const getTokenClass = (kind: TokenKind): "name" | "value" | "sign" | "wrong" => {
  if (kind === "name" || kind === "wrong") return kind
  return kind === "number" || kind === "string" ? "value" : "sign"
}

/** Loaded on demand: most conditions are only read. */
const ConditionBuilder = lazyPart(async () => (await import("./ConditionBuilder.tsx")).ConditionBuilder)

const example = "q1 == 1 && age >= 18"

export const ConditionField = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const formatFinding = useFindingText()
  const locked = useIsLocked("condition")
  const [isBuilding, setBuilding] = useState(false)
  const findings = useEditorState((context) => findingsForInstruction(context, instruction.uuid)).filter(
    (finding) => pointerInInstruction(finding) === "/condition",
  )
  const error = findings.find(({ severity }) => severity === "error")
  const warning = findings.find(({ severity }) => severity === "warning")
  const shownFinding = error ?? warning
  return (
    <div className={classes["condition"]}>
      <div className={classes["top"]}>
        <label htmlFor="condition">{t("editor.condition")}</label>
        {!locked && (
          <button type="button" className={classes["builder"]} aria-expanded={isBuilding} onClick={() => setBuilding(!isBuilding)}>
            <IconListDetails size={16} aria-hidden="true" />
            {t("editor.condition.rows")}
          </button>
        )}
      </div>
      <ConditionText instruction={instruction} locked={locked} isInvalid={error !== undefined} />
      <p id="condition-help" className={classes["help"]} data-severity={shownFinding?.severity}>
        {shownFinding === undefined ? t("editor.condition.help", { example }) : formatFinding(shownFinding)}
      </p>
      {isBuilding && (
        <Suspense>
          <ConditionBuilder instruction={instruction} />
        </Suspense>
      )}
    </div>
  )
}

type TextProps = { readonly instruction: Instruction; readonly locked: boolean; readonly isInvalid: boolean }

const ConditionText = ({ instruction, locked, isInvalid }: TextProps) => {
  const t = useTranslate()
  const editor = useEditor()
  const updateInstruction = useUpdateInstruction(instruction.uuid)
  const text = instruction.condition ?? ""
  const { fieldRef, options, activeIndex, accept, closeList, handleChange, handleKey, ariaProps } = useFieldCompletion({
    text,
    onType: (condition) => updateInstruction("condition", { condition: condition || null }),
    findCompletions: (currentText, caret) => {
      const { context } = editor.getSnapshot()
      return completeCondition(currentText, caret, context.draft.instructions, instruction.order, listExternalKeys(context))
    },
  })
  return (
    <div className={classes["field"]} onBlur={closeList}>
      <HighlightedCondition text={text} instruction={instruction} />
      <textarea
        ref={fieldRef}
        id="condition"
        data-part="/condition"
        className={classes["input"]}
        aria-describedby="condition-help"
        aria-invalid={isInvalid}
        {...ariaProps}
        placeholder={t("editor.condition.placeholder")}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        rows={1}
        readOnly={locked}
        value={text}
        onChange={({ currentTarget: { value, selectionStart } }) => handleChange(value, selectionStart)}
        onKeyDown={locked ? undefined : handleKey}
      />
      {options.length > 0 && <CompletionList options={options} activeIndex={activeIndex} onAccept={accept} />}
    </div>
  )
}
