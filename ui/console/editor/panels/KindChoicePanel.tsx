// The panel of an instruction without a kind: the author chooses one here.

import { newInstruction } from "../../../../domain/editing/new-instruction.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditorState, useIsLocked, useUpdateInstruction } from "../editor-context.tsx"
import { KindList } from "../instruction/InstructionPicker.tsx"

export const KindChoicePanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const updateInstruction = useUpdateInstruction(instruction.uuid)
  const locked = useIsLocked("type")
  const newUuid = useEditorState((context) => context.newUuid)
  const locale = useEditorState(({ draft }) => draft.language)
  if (locked) return null
  return (
    <div>
      <h3>{t("editor.empty.choose")}</h3>
      <KindList
        onPick={(kind) => {
          const { type, question = null, action = null } = newInstruction(kind, { newUuid, locale })
          updateInstruction(null, { type, question, action })
        }}
      />
    </div>
  )
}
