// Usages of an instruction in conditions, recalls and actions; shown before it is deleted [C12].
import { listTerms, type Reference } from "../conditions/condition.ts"
import { parseInstructionCondition } from "../conditions/instruction-condition.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName, toNameKey } from "../script/instruction-name.ts"
import type { TextSegment } from "./recall.ts"
import { listSplitTexts } from "./recalls-in-instruction.ts"

/** A text that refers to an instruction: the instruction that contains it, its place (a JSON pointer into the authored script), and its kind. */
export type Usage = { readonly uuid: string; readonly pointer: string; readonly as: "condition" | "recall" | "action" }

/** Returns all usages of the instruction `uuid`, in script order: conditions, recalls, and actions that use its answer. */
export const findUsages = (instructions: ReadonlyArray<Instruction>, uuid: string): ReadonlyArray<Usage> => indexUsages(instructions)(uuid)

/** Indexes the usages in a list once, to look up those of any number of instructions. */
export const indexUsages = (instructions: ReadonlyArray<Instruction>): ((uuid: string) => ReadonlyArray<Usage>) => {
  const byKey = new Map<string, Array<IndexedUsage>>()
  let position = 0
  for (const [index, instruction] of instructions.entries())
    for (const { path, as, keys } of listMentions(instruction)) {
      const usage = { at: position++, use: { uuid: instruction.uuid, pointer: `/instructions/${index}${path}`, as } }
      for (const key of new Set(keys)) {
        const usages = byKey.get(key)
        if (usages === undefined) byKey.set(key, [usage])
        else usages.push(usage)
      }
    }
  const instructionByUuid = new Map(instructions.map((instruction) => [instruction.uuid, instruction]))
  return (uuid) => {
    const instruction = instructionByUuid.get(uuid)
    if (instruction === undefined) return []
    const keys = [
      nameUsageKey(getInstructionName(instruction)),
      idUsageKey(uuid),
      ...(instruction.question ? [idUsageKey(instruction.question.uuid)] : []),
    ]
    const found = new Set(keys.flatMap((key) => byKey.get(key) ?? []))
    return [...found].sort((a, b) => a.at - b.at).map(({ use }) => use)
  }
}

/** Returns the usages of these instructions in other ones: references that would break if these were deleted. */
export const findUsagesOutside = (instructions: ReadonlyArray<Instruction>, uuids: ReadonlySet<string>): ReadonlyArray<Usage> => {
  const getUsages = indexUsages(instructions)
  return [...uuids].flatMap(getUsages).filter((usage) => !uuids.has(usage.uuid))
}

/** A usage, and its position in script order. */
type IndexedUsage = { readonly at: number; readonly use: Usage }
type Mention = { readonly path: string; readonly as: Usage["as"]; readonly keys: ReadonlyArray<string> }

const nameUsageKey = (name: string): string => `name ${toNameKey(name)}`
const idUsageKey = (id: string): string => `id ${id}`

const listMentions = (instruction: Instruction): ReadonlyArray<Mention> => [
  { path: "/condition", as: "condition", keys: listConditionReferences(instruction).flatMap(keysOfReference) },
  ...listSplitTexts(instruction).map(({ path, segments }) => ({
    path,
    as: "recall" as const,
    keys: listRecalledReferences(segments).flatMap(keysOfReference),
  })),
  ...listActionReferences(instruction),
]

/** The references of a condition; none if it cannot be parsed. */
const listConditionReferences = (instruction: Instruction): ReadonlyArray<Reference> => {
  const parsed = parseInstructionCondition(instruction)
  return parsed?._tag === "Parsed" ? parsed.references.map(({ reference }) => reference) : []
}

const listRecalledReferences = (segments: ReadonlyArray<TextSegment>): ReadonlyArray<Reference> =>
  segments.flatMap((segment) => (segment._tag === "Recall" ? listTerms(segment.reference) : []))

const keysOfReference = (reference: Reference): ReadonlyArray<string> => ("name" in reference ? [nameUsageKey(reference.name)] : [])

/** A payment takes its amount from an instruction; an API delivery sends the answers of chosen questions. Both refer to them by UUID. */
const listActionReferences = ({ action }: Instruction): ReadonlyArray<Mention> => {
  if (action?.type === "payment") return [{ path: "/action/params/amount", as: "action", keys: [idUsageKey(action.params.amount ?? "")] }]
  if (action?.type !== "send2api") return []
  return (action.params.questions ?? []).map((id, index) => ({
    path: `/action/params/questions/${index}`,
    as: "action" as const,
    keys: [idUsageKey(id)],
  }))
}

/** Returns every reference of an instruction, repeated ones too; an unreadable condition has none. */
export const listReferences = (instruction: Instruction): ReadonlyArray<Reference> => [
  ...listConditionReferences(instruction),
  ...listSplitTexts(instruction).flatMap(({ segments }) => listRecalledReferences(segments)),
]
