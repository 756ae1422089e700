// Short scripts whose conversations can all be played, with every answer that their conditions distinguish.
import fc from "fast-check"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, type EngineResult, handleEvent } from "../../domain/chat/conversation-engine.ts"
import type { ConversationState } from "../../domain/chat/conversation-state.ts"
import { buildOutcomeEvent } from "../../domain/chat/typed-outcome.ts"
import type { Question } from "../../domain/questions/question.ts"
import { listScaleValues } from "../../domain/questions/scale-question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction } from "./answerable.ts"

const question = fc
  .tuple(
    fc.constantFrom<Question>(
      { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") },
      { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee", "Soms") },
      { uuid: "q", type: "multiple", choices: createChoices("a", "b"), options: { minimum: 1, maximum: 2 } },
      { uuid: "q", type: "multiple", choices: createChoices("a", "b").map((it) => ({ ...it, single: it.value === 2 })) },
      { uuid: "q", type: "numeric", options: { minimum: 0, maximum: 3, precision: 0 } },
      { uuid: "q", type: "starRating", options: { increment: 1 } },
    ),
    fc.boolean(),
  )
  .map(([asked, skipable]): Question => ({ ...asked, skipable }))

/** The answers to try for a question: all that its conditions can distinguish. */
const listGivenAnswers = (asked: Question): ReadonlyArray<unknown> => {
  const answers: ReadonlyArray<unknown> =
    asked.type === "choice"
      ? (asked.choices ?? []).map(({ value }) => value)
      : asked.type === "multiple"
        ? (asked.choices ?? []).some(({ single }) => single === true)
          ? [[1], [2]]
          : [[1], [2], [1, 2]]
        : asked.type === "numeric"
          ? [0, 1, 2, 3]
          : asked.type === "starRating"
            ? listScaleValues(asked)
            : []
  return asked.skipable === true ? [null, ...answers] : answers
}

const nameOf = (index: number): string => `q${index}`

/** A condition of the instruction at `index` on earlier ones, and now and then on one that has no answer. */
const conditionAt = (index: number): fc.Arbitrary<string | null> => {
  const name = fc.nat(Math.max(index - 1, 0)).map(nameOf)
  const atom = fc.oneof(
    fc.tuple(name, fc.constantFrom("==", "!=", "<", ">=", "contains"), fc.constantFrom("1", "2", "3", "null")).map((it) => it.join(" ")),
    name.map((it) => `!${it}`),
    name,
    fc.tuple(name, fc.constantFrom("==", ">"), name).map((it) => it.join(" ")),
  )
  const pair = fc.tuple(atom, fc.constantFrom("&&", "||"), atom).map((it) => it.join(" "))
  return fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: atom }, { weight: 4, arbitrary: pair })
}

const kind: fc.Arbitrary<Partial<Instruction>> = fc.oneof(
  { weight: 5, arbitrary: question.map((asked) => ({ type: "question" as const, question: asked })) },
  { weight: 3, arbitrary: fc.constant({ type: "message" as const }) },
  { weight: 2, arbitrary: fc.constant({ type: "end" as const, action: { type: "end" as const, params: {} } }) },
)

/** At most this many conversations are played for one script. */
const maxConversations = 3000

/** Scripts of up to eight instructions, named `q0`, `q1`, …, that have few enough different conversations to play them all. */
export const shortScripts: fc.Arbitrary<ReadonlyArray<Instruction>> = fc
  .integer({ min: 1, max: 8 })
  .chain((length) => fc.tuple(...Array.from({ length }, (_, index) => fc.tuple(kind, conditionAt(index)))))
  .map((parts) => parts.map(([part, condition], index) => instruction(index, { ...part, label: nameOf(index), condition })))
  .filter(
    (instructions) =>
      instructions.reduce((all, it) => all * (it.question ? listGivenAnswers(it.question).length : 1), 1) <= maxConversations,
  )

const scoredQuestion = fc
  .tuple(fc.constantFrom("choice", "multiple"), fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 2 }), fc.boolean())
  .map(([type, scores, skipable]): Question => {
    const choices = createChoices(...scores.map(String)).map((it, i) => ({ ...it, score: scores[i] ?? 0 }))
    return type === "choice" ? { uuid: "q", type, choices, skipable } : { uuid: "q", type: "multiple", choices, skipable }
  })

/** A condition on one of the first `count` questions. */
export const conditionOnAnswer = (count: number): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(count - 1).map(nameOf), fc.constantFrom("== null", "!= null", "== 1", "!= 2", "contains 1")).map((it) => it.join(" "))

/** A condition on the score alone. */
export const conditionOnScore: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("==", ">=", "<"), fc.integer({ min: 0, max: 9 }))
  .map(([comparator, total]) => `score ${comparator} ${total}`)

/** Two or three questions with scores, some of which depend on earlier ones. */
export const scoredQuestions: fc.Arbitrary<ReadonlyArray<Instruction>> = fc
  .integer({ min: 2, max: 3 })
  .chain((count) =>
    fc.tuple(
      ...Array.from({ length: count }, (_, i) => fc.tuple(scoredQuestion, i === 0 ? fc.constant(null) : fc.option(conditionOnAnswer(i)))),
    ),
  )
  .map((questions) =>
    questions.map(([question, condition], i) => instruction(i, { type: "question", question, label: nameOf(i), condition })),
  )

/** Scripts of two or three questions with scores, their score, and two messages whose conditions are about it and the answers. */
export const scoreScripts: fc.Arbitrary<ReadonlyArray<Instruction>> = scoredQuestions.chain((questions) => {
  const count = questions.length
  return fc
    .tuple(
      fc.option(conditionOnAnswer(count)),
      fc.array(fc.tuple(conditionOnScore, fc.constantFrom("&&", "||"), conditionOnAnswer(count)), { minLength: 2, maxLength: 2 }),
    )
    .map(([scoreCondition, conditions]) => [
      ...questions,
      instruction(count, { type: "score", label: "score", condition: scoreCondition }),
      ...conditions.map((it, i) => instruction(count + 1 + i, { label: `after_${i}`, condition: it.join(" ") })),
    ])
})

/** The final state of every conversation of a script, with these metadata and with each of these answers to a question; every action succeeds. */
export const playAllConversations = (
  instructions: ReadonlyArray<Instruction>,
  metadata: Readonly<Record<string, string>> = {},
  givenAnswers = listGivenAnswers,
): ReadonlyArray<ConversationState> => {
  const chat = compileScript({ language: "nl", instructions })
  const finish = (result: EngineResult): ReadonlyArray<ConversationState> => {
    const { waiting } = result.state
    if (waiting === null) return [result.state]
    const awaited = instructions.find(({ uuid }) => uuid === waiting.uuid)
    if (awaited && waiting.for === "action") return finish(handleEvent(chat, result.state, buildOutcomeEvent(awaited, "ok")))
    const asked = awaited?.question
    if (!asked) throw new Error("only questions and actions wait")
    return givenAnswers(asked).flatMap((given) => {
      const next = handleEvent(chat, result.state, { type: "answer", uuid: waiting.uuid, given })
      if (next.effects[0]?.type === "refuse") throw new Error(`${JSON.stringify(given)} is no answer`)
      return finish(next)
    })
  }
  return finish(beginConversation(chat, { seed: "", metadata }))
}

/** Whether nothing can be claimed about a condition: digits of numbers are not compared, nor several choices with another answer. */
export const isUndecided = (instructions: ReadonlyArray<Instruction>, { condition }: Instruction): boolean => {
  const typeOf = (index: string | undefined) => instructions[Number(index)]?.question?.type
  return (
    [...(condition ?? "").matchAll(/q(\d) (?:==|>) q(\d)/g)].some(([, a, b]) => [a, b].some((it) => typeOf(it) === "multiple")) ||
    [...(condition ?? "").matchAll(/q(\d) contains/g)].some(([, index]) => typeOf(index) === "numeric")
  )
}
