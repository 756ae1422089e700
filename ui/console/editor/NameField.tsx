// The name of an instruction; blank, its stand-in is shown (spec/2-editor §5).
import { TextInput } from "@mantine/core"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { longestName, nameProblem, standIn, typedName } from "../../../domain/script/name.ts"
import { useWords } from "../../kit/words.tsx"
import { useEditor, useLocked, useWrite } from "./editing.tsx"
import { nameFieldId } from "./name-field-id.ts"

const wrong = {
  "name-syntax": "editor.name.syntax",
  "name-too-long": "finding.too-long",
  "name-not-unique": "editor.name.not-unique",
} as const

export const NameField = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const actor = useEditor()
  const write = useWrite(instruction.uuid)
  const locked = useLocked("name")
  const label = instruction.label ?? ""
  const problem = nameProblem(actor.getSnapshot().context.draft.instructions, instruction.uuid, label)
  return (
    <TextInput
      id={nameFieldId}
      data-part="/label"
      label={t("editor.name")}
      description={t("editor.name.help")}
      placeholder={standIn(instruction.order)}
      error={problem === null ? undefined : t(wrong[problem], { most: longestName })}
      maxLength={longestName}
      autoComplete="off"
      spellCheck={false}
      readOnly={locked}
      value={label}
      onChange={(event) => write("label", { label: typedName(event.currentTarget.value) })}
    />
  )
}
