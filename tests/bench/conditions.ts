// Conditions against the fastest expression library that was found, and the check of a long script full of conditions.
import { parse as parsePeer } from "@marcbachmann/cel-js"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { parseCondition } from "../../domain/conditions/condition-syntax.ts"
import type { ConditionValue, Environment } from "../../domain/conditions/condition-value.ts"
import { compileCondition } from "../../domain/conditions/evaluate.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { instruction } from "../arbitraries/answerable.ts"
import { type Figure, median } from "./figure.ts"
import { longScriptInstruction } from "./long-script.ts"

/** Valid in both notations, with the same meaning. */
const texts = [
  "q1 == 2 && q2 != 3",
  "age >= 18 && (city == 'Amsterdam' || city == 'Utrecht') && score > 7.5",
  "!(q1 == 1) || q5 < 10",
  "q5 != 3 || (age < 18 && score <= 2.5) || city != 'Utrecht' || q2 == 4",
]
const answers = { q1: 2, q2: 4, age: 30, city: "Utrecht", score: 8, q5: 3 } as const

const rounds = 15
const times = 100_000

export const bench = (): ReadonlyArray<Figure> => [
  compared("parse 100,000 conditions with positions", 1, eachText(parseCondition), eachText(parsePeer)),
  compared("evaluate 100,000 conditions", 0.33, ...evaluators()),
  ...checked(),
]

type Run = (i: number) => unknown

const eachText =
  (run: (text: string) => unknown): Run =>
  (i) =>
    run(texts[i % texts.length] ?? "")

const evaluators = (): readonly [Run, Run] => {
  const known = (value: ConditionValue) => ({ value, text: value, score: null, amount: null })
  const environment: Environment = {
    answers: new Map(Object.entries(answers).map(([name, value]) => [name, known(value)])),
    metadata: new Map(),
    actions: new Map(),
    crm: new Map(),
  }
  const ours = texts.map((text) => compileCondition(read(text)))
  const theirs = texts.map((text) => parsePeer(text))
  for (const [i, text] of texts.entries())
    if (ours[i]?.(environment) !== theirs[i]?.(answers)) throw new Error(`the peer means something else by ${text}`)
  return [(i) => ours[i % texts.length]?.(environment), (i) => theirs[i % texts.length]?.(answers)]
}

const read = (text: string) => {
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") throw parsed
  return parsed.condition
}

const compared = (name: string, target: number, ours: Run, peer: Run): Figure => {
  const [own, others]: readonly [Array<number>, Array<number>] = [[], []]
  for (let round = 0; round < rounds; round++) {
    own.push(timed(() => repeat(ours)))
    others.push(timed(() => repeat(peer)))
  }
  return { name, unit: "ms", ours: median(own), floor: median(others), target }
}

const repeat = (run: Run): void => {
  for (let i = 0; i < times; i++) run(i)
}

const timed = (run: () => void): number => {
  const start = performance.now()
  run()
  return performance.now() - start
}

/** The only figures without a peer: typing must not miss a frame, so their floor is 20 ms. Each round checks what one more key has typed. */
const checked = (): ReadonlyArray<Figure> => {
  const end = instruction(999, { type: "end", label: "end", action: { type: "end", params: {} } })
  let instructions: ReadonlyArray<Instruction> = [...Array.from({ length: 999 }, (_, i) => longScriptInstruction(i)), end]
  const check = () => scriptFindings({ name: "long", public_name: "", language: "nl", instructions })
  const findings = check().filter(({ rule }) => rule !== "missing-translation" && rule !== "condition-always-true")
  if (findings.length > 0) throw new Error(`the long script is not sound: ${findings[0]?.message}`)
  const checkAfter = (name: string, target: number, type: (typed: Instruction, round: number) => Instruction): Figure => {
    const taken = Array.from({ length: rounds * 3 }, (_, round) => {
      instructions = instructions.map((it, i) => (i === 500 ? type(it, round) : it))
      return timed(check)
    })
    return { name, unit: "ms", ours: median(taken.slice(rounds)), floor: 20, target }
  }
  return [
    checkAfter("check 1,000 instructions after a key in a message, against 20 ms", 1, (typed, round) => ({
      ...typed,
      messages: typed.messages.map((message) => ({ ...message, content: `<p>Hallo ${round}</p>` })),
    })),
    checkAfter("check 1,000 instructions after a key in a condition, against 20 ms", 1, (typed, round) => ({
      ...typed,
      condition: `vraag_3 == ${round}`,
    })),
  ]
}
