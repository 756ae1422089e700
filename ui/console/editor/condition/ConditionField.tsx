// [C2, C9] The condition of an instruction: a text field with highlighting, completion and findings, and the row builder.

import { IconListDetails } from "@tabler/icons-react"
import { Suspense, useState } from "react"
import { findErrorRanges } from "../../../../domain/conditions/condition-analysis.ts"
import { completeCondition } from "../../../../domain/editing/completion.ts"
import { isError } from "../../../../domain/findings/finding.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { buildNameIndex } from "../../../../domain/script/instruction-name.ts"
import { findingsForInstruction, pointerInInstruction } from "../../../../machines/editor/editor-findings.ts"
import { useFindingSentence, useTranslate } from "../../../kit/i18n.tsx"
import { lazyPart } from "../../../kit/lazy-part.tsx"
import { CodeField } from "../code/CodeField.tsx"
import { listExternalKeys, useEditor, useEditorState, useIsLocked, useUpdateInstruction } from "../editor-context.tsx"
import classes from "./ConditionField.module.css"

/** Loaded on demand: most conditions are only read. */
const ConditionBuilder = lazyPart(async () => (await import("./ConditionBuilder.tsx")).ConditionBuilder)

const labelId = "condition-label"
const example = "q1 == 1 && age >= 18"

export const ConditionField = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const formatSentence = useFindingSentence()
  const locked = useIsLocked("condition")
  const [isBuilding, setBuilding] = useState(false)
  const findings = useEditorState((context) => findingsForInstruction(context, instruction.uuid)).filter(
    (finding) => pointerInInstruction(finding) === "/condition",
  )
  const errors = findings.filter(isError)
  const [error] = errors
  const warning = findings.find(({ severity }) => severity === "warning")
  const shownFinding = error ?? warning
  return (
    <div className={classes["condition"]}>
      <div className={classes["top"]}>
        <span id={labelId}>{t("editor.condition")}</span>
        {!locked && (
          <button type="button" className={classes["builder"]} aria-expanded={isBuilding} onClick={() => setBuilding(!isBuilding)}>
            <IconListDetails size={16} aria-hidden="true" />
            {t("editor.condition.rows")}
          </button>
        )}
      </div>
      <ConditionText instruction={instruction} locked={locked} errors={errors.map(formatSentence)} />
      <p id="condition-help" className={classes["help"]} data-severity={shownFinding?.severity}>
        {shownFinding === undefined ? t("editor.condition.help", { example }) : formatSentence(shownFinding)}
      </p>
      {isBuilding && (
        <Suspense>
          <ConditionBuilder instruction={instruction} />
        </Suspense>
      )}
    </div>
  )
}

type TextProps = {
  readonly instruction: Instruction
  readonly locked: boolean
  /** The errors of the last check, in the order of the text. */
  readonly errors: ReadonlyArray<string>
}

const ConditionText = ({ instruction, locked, errors }: TextProps) => {
  const t = useTranslate()
  const editor = useEditor()
  const updateInstruction = useUpdateInstruction(instruction.uuid)
  return (
    <CodeField
      language="condition"
      text={instruction.condition ?? ""}
      onType={(condition) => updateInstruction("condition", { condition: condition || null })}
      findCompletions={(text, caret) => {
        const { context } = editor.getSnapshot()
        return completeCondition(text, caret, context.draft.instructions, instruction.order, listExternalKeys(context))
      }}
      findProblems={(text) =>
        findErrorRanges(text, instruction.order, () => buildNameIndex(editor.getSnapshot().context.draft.instructions)).map(
          (range, index) => ({ ...range, message: errors[index] ?? errors[0] ?? "" }),
        )
      }
      locked={locked}
      labelId={labelId}
      attributes={{
        "data-part": "/condition",
        "aria-describedby": "condition-help",
        "aria-invalid": String(errors.length > 0),
      }}
      placeholder={t("editor.condition.placeholder")}
    />
  )
}
