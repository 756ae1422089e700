// When an instruction is shown: the text of its condition, with what the check has against it (decisions "Conditions").
import { Textarea } from "@mantine/core"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { findingsOf, partOf } from "../../../machines/editor/findings.ts"
import { useFinding, useWords } from "../../kit/words.tsx"
import classes from "./ConditionField.module.css"
import { useEditing, useLocked, useWrite } from "./editing.tsx"

const example = "q1 == 1 && age >= 18"

export const ConditionField = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const say = useFinding()
  const write = useWrite(instruction.uuid)
  const locked = useLocked("condition")
  const found = useEditing((context) => findingsOf(context, instruction.uuid)).filter((finding) => partOf(finding) === "/condition")
  const error = found.find(({ severity }) => severity === "error")
  const warning = found.find(({ severity }) => severity === "warning")
  return (
    <Textarea
      label={t("editor.condition")}
      description={
        warning === undefined ? t("editor.condition.help", { example }) : <span className={classes["warning"]}>{say(warning)}</span>
      }
      error={error === undefined ? undefined : say(error)}
      classNames={{ input: classes["input"] ?? "" }}
      placeholder={t("editor.condition.placeholder")}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      rows={1}
      readOnly={locked}
      value={instruction.condition ?? ""}
      onChange={(event) => write("condition", { condition: event.currentTarget.value || null })}
    />
  )
}
