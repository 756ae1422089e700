// An instruction of which it has not been said what it is: here it is said.
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { newInstruction } from "../../../../domain/script/new-instruction.ts"
import { useWords } from "../../../kit/i18n.tsx"
import { useEditing, useLocked, useWrite } from "../editor-context.tsx"
import { KindButtons } from "../instruction/InstructionPicker.tsx"

export const EmptyPanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const write = useWrite(instruction.uuid)
  const locked = useLocked("type")
  const fresh = useEditing((context) => context.fresh)
  const locale = useEditing(({ draft }) => draft.language)
  if (locked) return null
  return (
    <div>
      <h3>{t("editor.empty.choose")}</h3>
      <KindButtons
        onPick={(kind) => {
          const { type, question = null, action = null } = newInstruction(kind, { fresh, locale })
          write(null, { type, question, action })
        }}
      />
    </div>
  )
}
