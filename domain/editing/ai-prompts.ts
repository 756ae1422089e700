// Prompt presets of the AI step.

import type { QuestionType } from "../questions/question.ts"
import { printRecall, splitRecalls } from "../recall/recall.ts"
import { toPlainText } from "../rich-text/plain-text.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { listNamedBefore } from "./condition-builder.ts"

export const aiPresets = ["summarize", "classify", "sentiment", "follow-up", "address"] as const
export type AiPreset = (typeof aiPresets)[number]

const freeTextTypes: ReadonlySet<QuestionType> = new Set(["open"])

/** Whether a preset is about free text; it then recalls only open questions, if there are any. */
const isAboutFreeText = { summarize: false, classify: false, sentiment: true, "follow-up": true, address: true } as const satisfies Record<
  AiPreset,
  boolean
>

/**
 * Builds the prompt of a preset: `task`, then each question before the instruction at `index` with a recall of
 * its answer.
 */
export const buildPresetPrompt = (preset: AiPreset, task: string, instructions: ReadonlyArray<Instruction>, index: number): string => {
  const questions = listNamedBefore(instructions, index)
    .filter(({ question }) => question)
    .toReversed()
  const freeTextQuestions = questions.filter(({ question }) => question && freeTextTypes.has(question.type))
  const listed = isAboutFreeText[preset] && freeTextQuestions.length > 0 ? freeTextQuestions : questions
  return [task, ...listed.map(promptLine)].join("\n")
}

const promptLine = (instruction: Instruction): string => {
  // The question text's own recalls are elided: their answers would appear twice in the prompt.
  const text = splitRecalls(toPlainText(instruction.messages[0]?.content ?? ""), "plain")
    .map((segment) => (segment._tag === "Text" ? segment.source : "…"))
    .join("")
  const recall = printRecall({ _tag: "Answer", name: getInstructionName(instruction), facet: null }, "", "plain")
  return text.trim() === "" ? recall : `${text.trim().slice(0, 200)} ${recall}`
}
