// The message of an instruction that is not written as a text: its content in the script's language, and how to change it.
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { withMessage } from "../../../../domain/script/message.ts"
import { useEditing, useWrite } from "../editing.tsx"

export const useContent = (instruction: Instruction) => {
  const write = useWrite(instruction.uuid)
  const fresh = useEditing((context) => context.fresh)
  const language = useEditing(({ draft }) => draft.language)
  const { messages } = instruction
  const message = messages.find(({ locale }) => locale === language) ?? messages[0]
  const locale = message?.locale ?? language
  const say = (field: string | null, change: (content: string) => string): void =>
    write(field, { messages: withMessage(instruction, locale, fresh, change) })
  return { content: message?.content ?? "", locale, say }
}
