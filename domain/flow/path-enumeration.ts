// What ways through a script keep in mind of the answers given on them: of each thing that is still asked about, the class of its answer. What
// counts is how many answers matter at a time and not how many there are.

import type { Condition } from "../conditions/condition.ts"
import { analyzeConditions, endsChat } from "../conditions/condition-analysis.ts"
import { parseCondition } from "../conditions/condition-syntax.ts"
import type { Variable } from "../conditions/condition-variables.ts"
import { compileJointConditions, type GetAnswerClass, type JointCondition } from "../conditions/three-valued-evaluation.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"

/** An instruction that ways come by; `condition` is null where it is always shown. */
export type PathStep = { readonly place: number; readonly condition: JointCondition | null }

/** A way, or several that no condition to come can tell apart: the classes kept in mind, and whether it showed the last instruction. */
export type PathState = { readonly answerClasses: ReadonlyArray<number>; readonly wasShown: boolean }

/** So many different ways are followed at a time; an answer that would make more of them is not kept in mind. */
const maxPaths = 256

type Ways<Way> = ReadonlyArray<Way>

export type PathTracker<Way> = {
  /** The ways at a stop, before its condition is judged: what it asks about that is known from the start is known from here on. */
  readonly enter: (stop: PathStep, ways: Ways<Way>) => Ways<Way>
  /** What is known on a way; null for what is not kept in mind. */
  readonly classOf: (way: Way) => GetAnswerClass
  /** The ways behind the instruction at a place: with the answers that it brings, without those that nothing asks about any more. */
  readonly leave: (place: number, ways: Ways<Way>) => Ways<Way>
}

/**
 * `stops` are all that the ways come by, in their order. `withClasses` gives a way other classes; `share` is the part of its chats that have these.
 * The memory goes along with one walk from the first stop to the last.
 */
export const createPathTracker = <Way extends PathState>(
  stops: ReadonlyArray<PathStep>,
  things: ReadonlyArray<Variable>,
  withClasses: (way: Way, classes: ReadonlyArray<number>, share: number) => Way,
): PathTracker<Way> => {
  const lastAsked = findLastUse(stops, things)
  const bornAt = new Map<number, ReadonlyArray<number>>()
  for (const thing of lastAsked.keys()) {
    const born = things[thing]?.sourceIndex ?? -1
    bornAt.set(born, [...(bornAt.get(born) ?? []), thing])
  }
  const known = new Set<number>()
  const forgotten = new Set<number>()
  let kept: ReadonlyArray<number> = []

  const learn = (thing: number, ways: Ways<Way>): Ways<Way> => {
    known.add(thing)
    const { unansweredClass, answerClasses } = things[thing] ?? { unansweredClass: 0, answerClasses: [] }
    if (ways.length * answerClasses.length > maxPaths) {
      forgotten.add(thing)
      return ways
    }
    kept = [...kept, thing]
    return ways.flatMap((way) =>
      (way.wasShown ? answerClasses : [{ of: unansweredClass, share: 1 }]).map(({ of, share }) =>
        withClasses(way, [...way.answerClasses, of], share),
      ),
    )
  }
  return {
    enter: ({ condition }, ways) =>
      (condition?.asks ?? [])
        .filter((thing) => things[thing]?.sourceIndex === -1)
        .reduce((all, thing) => (known.has(thing) ? all : learn(thing, all)), ways),
    classOf:
      ({ answerClasses }) =>
      (thing) =>
        forgotten.has(thing) ? null : (answerClasses[kept.indexOf(thing)] ?? things[thing]?.unansweredClass ?? null),
    leave: (place, ways) => {
      const learnt = (bornAt.get(place) ?? []).reduce((all, thing) => learn(thing, all), ways)
      const isStillAsked = kept.map((thing) => (lastAsked.get(thing) ?? -1) > place)
      if (isStillAsked.every(Boolean)) return learnt
      kept = kept.filter((_, i) => isStillAsked[i])
      return learnt.map((way) =>
        withClasses(
          way,
          way.answerClasses.filter((_, i) => isStillAsked[i]),
          1,
        ),
      )
    },
  }
}

/** Of each thing whose answer is ever asked for when it can be there: the last place that asks. */
const findLastUse = (stops: ReadonlyArray<PathStep>, things: ReadonlyArray<Variable>): ReadonlyMap<number, number> => {
  const last = new Map<number, number>()
  for (const { place, condition } of stops)
    for (const thing of condition?.asks ?? []) if ((things[thing]?.sourceIndex ?? place) < place) last.set(thing, place)
  return last
}

// What a chat can come by: of each instruction its condition, judged together with the others, or what keeps it from ever being shown.

/** Why nothing can reach an instruction: its condition never holds or cannot be read, it says nothing yet, the chat has ended before. */
export type UnreachableReason = "condition" | "unreadable" | "empty" | "after-end"

export type AnalyzedInstruction = PathStep & {
  readonly instruction: Instruction
  readonly isEnd: boolean
  /** Null where it can be shown, as far as its own condition and the ends before it tell. */
  readonly unreachableReason: UnreachableReason | null
}

/** The instructions, each at its place, and the things that their conditions ask about. */
export const analyzeInstructions = (
  instructions: ReadonlyArray<Instruction>,
): { readonly stops: ReadonlyArray<AnalyzedInstruction>; readonly things: ReadonlyArray<Variable> } => {
  const studied = analyzeConditions(instructions)
  const conditions = instructions.map(({ condition }) => conditionOf(condition ?? ""))
  const { things, judged } = compileJointConditions(
    instructions,
    conditions.map((it) => (it === "unreadable" ? null : it)),
  )
  const unreachedAt = (instruction: Instruction, place: number): UnreachableReason | null => {
    if (conditions[place] === "unreadable") return "unreadable"
    const { unreachable = null } = studied[place] ?? {}
    if (unreachable !== null) return unreachable === "condition" ? "condition" : "after-end"
    return getInstructionKind(instruction) === "empty" ? "empty" : null
  }
  const stops = instructions.map((instruction, place) => ({
    place,
    instruction,
    isEnd: endsChat(instruction),
    condition: judged[place] ?? null,
    unreachableReason: unreachedAt(instruction, place),
  }))
  return { stops, things }
}

/** What cannot be read never shows its instruction. */
const conditionOf = (text: string): Condition | null | "unreadable" => {
  if (text.trim() === "") return null
  const parsed = parseCondition(text)
  return parsed._tag === "Parsed" ? parsed.condition : "unreadable"
}
