// The instructions of a long script full of conditions and recalls, without any finding.
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

/** The `i`th instruction; its name and the names it refers to are numbered from `from`. */
export const longScriptInstruction = (i: number, from = 0): Instruction => {
  const [choice, several, number] = [i - 1 - ((i - 1) % 4), i - 1 - ((i - 2) % 4), i - 1 - ((i - 3) % 4)].map((at) => `vraag_${from + at}`)
  const condition = i < 8 ? null : `${choice} == 1 && (${several} contains 2 || ${number} >= 18) && ${number} != null`
  const parts = {
    label: `vraag_${from + i}`,
    condition,
    messages: [
      { uuid: `m${i}`, locale: "nl", content: i < 8 ? "<p>Hallo</p>" : `<p>Je koos {{answers.${choice}|niets}}. Wat vind je daarvan?</p>` },
    ],
  }
  const question = [
    questionInstruction(i, null, { uuid: `q${i}`, type: "choice", choices: createChoices("Ja", "Nee", "Weet niet") }),
    questionInstruction(i, null, {
      uuid: `q${i}`,
      type: "multiple",
      choices: createChoices("a", "b", "c", "d"),
      options: { minimum: 1, maximum: 4 },
    }),
    questionInstruction(i, null, { uuid: `q${i}`, type: "numeric", options: { minimum: 0, maximum: 99, precision: 0 } }),
    instruction(i, {}),
  ][i % 4]
  return { ...(question ?? instruction(i, {})), ...parts }
}
