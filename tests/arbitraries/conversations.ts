// Scripts in several revisions, and conversations that started with one of them.
import fc from "fast-check"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import type { Revision } from "../../domain/exports/export-columns.ts"
import type { Choice, Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { instruction } from "./answerable.ts"

const text = fc.oneof(fc.string(), fc.constantFrom("Ja", "Nee, dank je", '"zo"', "=1+1", "@x", "-", "een\r\ntwee", "naïve", "🙂", ";", ""))

const choice = (n: number): fc.Arbitrary<Choice> =>
  text.map((content) => ({ uuid: `c${n}`, value: n, order: n, translation: { locale: "nl", content } }))
const choices = fc.subarray([1, 2, 3, 4, 5]).chain((ns) => fc.tuple(...ns.map(choice)))
const types = ["choice", "multiple", "open", "numeric", "emoji", "nps", "date"] as const

const question = (n: number): fc.Arbitrary<Question> =>
  fc
    .tuple(fc.constantFrom(...types), choices)
    .map(([type, list]): Question => ({ uuid: `q${n}`, type, choices: type === "choice" || type === "multiple" ? list : [] }))

const questionInstruction = (n: number): fc.Arbitrary<Instruction> =>
  fc.tuple(question(n), text, fc.constantFrom(null, "", `name_${n}`)).map(([it, content, label]) =>
    instruction(n, {
      uuid: `i${n}`,
      type: "question",
      question: it,
      label,
      messages: [{ uuid: `m${n}`, locale: "nl", content: `<p>${content}</p>` }],
    }),
  )

const instructions = fc
  .shuffledSubarray([0, 1, 2, 3, 4, 5])
  .chain((ns) => fc.tuple(...ns.map((n) => (n === 5 ? fc.constant(instruction(n, { uuid: `i${n}` })) : questionInstruction(n)))))
  .map((list) => list.map((it, order) => ({ ...it, order })))

export const revisions: fc.Arbitrary<ReadonlyArray<Revision>> = fc
  .array(instructions, { minLength: 1, maxLength: 3 })
  .map((lists) => lists.map((list, i) => ({ revision: i + 1, language: "nl", instructions: list })))

const answerTo = ({ type, choices: list }: Question): fc.Arbitrary<unknown> => {
  const values = (list ?? []).map(({ value }) => value)
  if (type === "choice") return values.length === 0 ? fc.constant(null) : fc.constantFrom(...values)
  if (type === "multiple") return fc.subarray(values)
  if (type === "open") return text
  if (type === "date") return fc.constantFrom("2024-02-29", "1999-12-31")
  return fc.integer({ min: 1, max: 5 })
}

/** A conversation that started with one of the revisions. */
export const conversationFrom = (all: ReadonlyArray<Revision>): fc.Arbitrary<Conversation> =>
  fc.constantFrom(...all).chain(({ revision, instructions: list }) => {
    const questions = list.flatMap((it) => (it.question ? [[it.uuid, it.question] as const] : []))
    return fc
      .record({
        answers: fc.tuple(...questions.map(([, it]) => fc.option(answerTo(it)))),
        metadata: fc.dictionary(
          fc.constantFrom("source", "n", "__proto__", "more"),
          fc.oneof(text, fc.integer(), fc.boolean(), fc.constant({ a: [1] })),
        ),
        cuuid: fc.uuid(),
        status: fc.constantFrom("finished", "pending", "expired"),
      })
      .map(({ answers, ...rest }) => ({
        ...rest,
        uuid: null,
        startedAt: "2024-01-01T10:00:00.000Z",
        updatedAt: "2024-01-01T10:01:00.000Z",
        syncedAt: null,
        finishedAt: rest.status === "finished" ? "2024-01-01T10:01:00.000Z" : null,
        revision,
        answers: Object.fromEntries(questions.map(([uuid], i) => [uuid, answers[i]])),
        actions: {},
      }))
  })
