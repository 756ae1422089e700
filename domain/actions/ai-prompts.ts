// The AI step: who can be asked, and the prompts that it can begin with (spec/2-editor §3, §9 "AI presets").
import { listNamedBefore } from "../conditions/condition-builder.ts"
import type { QuestionType } from "../questions/question.ts"
import { printRecall, splitRecalls } from "../recall/recall.ts"
import { plainText } from "../rich-text/plain-text.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"

export const aiPresets = ["summarize", "classify", "sentiment", "follow-up", "address"] as const
export type AiPreset = (typeof aiPresets)[number]

const inWords: ReadonlySet<QuestionType> = new Set(["open"])

/** Whether a preset is about what respondents write in their own words, where they are asked for that. */
const readsWords = { summarize: false, classify: false, sentiment: true, "follow-up": true, address: true } as const satisfies Record<
  AiPreset,
  boolean
>

/**
 * The prompt of a preset: `task` says what is to be done, and each question before the step at `place` comes with a recall of its answer.
 */
export const presetPrompt = (preset: AiPreset, task: string, instructions: ReadonlyArray<Instruction>, place: number): string => {
  const asked = listNamedBefore(instructions, place)
    .filter(({ question }) => question)
    .toReversed()
  const worded = asked.filter(({ question }) => question && inWords.has(question.type))
  const about = readsWords[preset] && worded.length > 0 ? worded : asked
  return [task, ...about.map(line)].join("\n")
}

const line = (instruction: Instruction): string => {
  // What the text recalls itself would be filled in twice.
  const text = splitRecalls(plainText(instruction.messages[0]?.content ?? ""), "plain")
    .map((piece) => (piece._tag === "Text" ? piece.source : "…"))
    .join("")
  const recall = printRecall({ _tag: "Answer", name: getInstructionName(instruction), facet: null }, "", "plain")
  return text.trim() === "" ? recall : `${text.trim().slice(0, 200)} ${recall}`
}
