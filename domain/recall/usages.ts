// Where an instruction is referred to: what its author is shown before it is deleted (decisions C12).
import type { Reference } from "../conditions/condition.ts"
import { parseCondition } from "../conditions/condition-syntax.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName, nameKey } from "../script/instruction-name.ts"
import { splitRecalls } from "./recall.ts"
import { listRecallTexts } from "./recall-texts.ts"

/** One text that refers to an instruction: whose it is, where (an RFC 6901 pointer into the authored script), and in what way. */
export type Usage = { readonly uuid: string; readonly pointer: string; readonly as: "condition" | "recall" | "action" }

/** Every place that refers to the instruction `uuid`, by place: conditions, recalls, and actions that take something from it. */
export const findUsages = (instructions: ReadonlyArray<Instruction>, uuid: string): ReadonlyArray<Usage> => indexUsages(instructions)(uuid)

/** The same for any number of instructions of one list, which is gone through once. */
export const indexUsages = (instructions: ReadonlyArray<Instruction>): ((uuid: string) => ReadonlyArray<Usage>) => {
  const byKey = new Map<string, Array<Placed>>()
  let at = 0
  for (const [place, instruction] of instructions.entries())
    for (const { path, as, keys } of mentionsIn(instruction)) {
      const placed = { at: at++, use: { uuid: instruction.uuid, pointer: `/instructions/${place}${path}`, as } }
      for (const key of new Set(keys)) {
        const known = byKey.get(key)
        if (known === undefined) byKey.set(key, [placed])
        else known.push(placed)
      }
    }
  const used = new Map(instructions.map((instruction) => [instruction.uuid, instruction]))
  return (uuid) => {
    const instruction = used.get(uuid)
    if (instruction === undefined) return []
    const keys = [byName(getInstructionName(instruction)), byId(uuid), ...(instruction.question ? [byId(instruction.question.uuid)] : [])]
    const found = new Set(keys.flatMap((key) => byKey.get(key) ?? []))
    return [...found].sort((one, other) => one.at - other.at).map(({ use }) => use)
  }
}

/** Where others refer to the instructions of these uuids: what would name nothing without them. */
export const findUsagesOutside = (instructions: ReadonlyArray<Instruction>, uuids: ReadonlySet<string>): ReadonlyArray<Usage> => {
  const uses = indexUsages(instructions)
  return [...uuids].flatMap(uses).filter((use) => !uuids.has(use.uuid))
}

/** A use, and its place among all of them. */
type Placed = { readonly at: number; readonly use: Usage }
type Mentioning = { readonly path: string; readonly as: Usage["as"]; readonly keys: ReadonlyArray<string> }

const byName = (name: string): string => `name ${nameKey(name)}`
const byId = (id: string): string => `id ${id}`

const mentionsIn = (instruction: Instruction): ReadonlyArray<Mentioning> => [
  { path: "/condition", as: "condition", keys: inCondition(instruction.condition ?? "") },
  ...listRecallTexts(instruction).map(({ path, text, markup }) => ({
    path,
    as: "recall" as const,
    keys: splitRecalls(text, markup).flatMap((piece) => (piece._tag === "Recall" ? inReference(piece.reference) : [])),
  })),
  ...listActionReferences(instruction),
]

const inCondition = (text: string): ReadonlyArray<string> => {
  const parsed = parseCondition(text)
  return parsed._tag === "Parsed" ? parsed.references.flatMap(({ reference }) => inReference(reference)) : []
}

const inReference = (reference: Reference): ReadonlyArray<string> => ("name" in reference ? [byName(reference.name)] : [])

/** A payment takes its amount from an instruction, sending to an API the answers of chosen questions; both name them by uuid. */
const listActionReferences = ({ action }: Instruction): ReadonlyArray<Mentioning> => {
  if (action?.type === "payment") return [{ path: "/action/params/amount", as: "action", keys: [byId(action.params.amount ?? "")] }]
  if (action?.type !== "send2api") return []
  return (action.params.questions ?? []).map((id, at) => ({
    path: `/action/params/questions/${at}`,
    as: "action" as const,
    keys: [byId(id)],
  }))
}

// What an instruction refers to: in its condition and in the recalls of its texts.

/** Each reference as often as it stands; a condition that cannot be read refers to nothing. */
export const listReferences = (instruction: Instruction): ReadonlyArray<Reference> => {
  const condition = instruction.condition ?? ""
  const parsed = condition.trim() === "" ? null : parseCondition(condition)
  return [
    ...(parsed?._tag === "Parsed" ? parsed.references.map(({ reference }) => reference) : []),
    ...listRecallTexts(instruction).flatMap(({ text, markup }) =>
      text.includes("{{") ? splitRecalls(text, markup).flatMap((piece) => (piece._tag === "Recall" ? [piece.reference] : [])) : [],
    ),
  ]
}
