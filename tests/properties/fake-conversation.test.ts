// The sample conversation of a preview, whose answers are valid for any question.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { buildDeliveryPayload } from "../../domain/actions/delivery-payload.ts"
import { createFakeConversation } from "../../domain/actions/fake-conversation.ts"
import { parseAnswer } from "../../domain/chat/answer-validation.ts"
import type { Question } from "../../domain/questions/question.ts"
import { questionFindings } from "../../domain/questions/question-check.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { anyQuestion } from "../arbitraries/chats.ts"

const ids = { cuuid: "c", respondent: "r", now: "2024-05-01T12:00:00Z" }
const fake = (question: Question) => createFakeConversation({ instructions: [questionInstruction(0, null, question)] }, ids).answers["i0"]
const faces = ["1", "2", "3", "4", "5"] as const

describe("a sample answer", () => {
  test.each<[Question, unknown]>([
    [{ uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") }, 1],
    [{ uuid: "q", type: "multiple", choices: createChoices("Ja", "Nee", "Soms"), options: { minimum: 2 } }, [1, 2]],
    [{ uuid: "q", type: "email" }, "respondent@example.org"],
    [{ uuid: "q", type: "numeric" }, 1],
    [{ uuid: "q", type: "numeric", options: { maximum: 0 } }, 0],
    [{ uuid: "q", type: "numeric", options: { maximum: 40 } }, 1],
    [{ uuid: "q", type: "currency", options: { minimum: 7, maximum: 9 } }, 7],
    [{ uuid: "q", type: "starRating" }, 5],
    [{ uuid: "q", type: "nps", options: { minimum: 0, maximum: 10 } }, 10],
    [{ uuid: "q", type: "date" }, "2024-02-29"],
    [{ uuid: "q", type: "date", options: { minimum: "2025-01-01" } }, "2025-01-01"],
    [{ uuid: "q", type: "date", options: { maximum: "2020-01-01" } }, "2020-01-01"],
    [{ uuid: "q", type: "file" }, "https://example.org/answer.png"],
    [{ uuid: "q", type: "file", options: {} }, "https://example.org/answer.png"],
    [{ uuid: "q", type: "file", options: { extensions: ["gif", "jpg"] } }, "https://example.org/answer.gif"],
  ])("to %j is %j, which a respondent could give", (question, answer) => {
    expect(fake(question)).toEqual(answer)
    expect(parseAnswer(question, answer)).toEqual({ ok: true, value: answer })
  })

  test.each([
    [1, 1024],
    [60, 70],
    [3, 5],
    [500, 500],
  ])("to an open question of %i to %i characters keeps to these limits", (minimum, maximum) => {
    const answer = String(fake({ uuid: "q", type: "open", options: { minimum, maximum } }))
    expect(answer.length).toBeGreaterThanOrEqual(Math.min(Math.max(minimum, 38), maximum))
    expect(answer.length).toBeLessThanOrEqual(Math.max(minimum, 40))
    expect(answer.length).toBeLessThanOrEqual(maximum)
  })

  test("is valid for every question in which the check finds no errors", () => {
    const limit = (most: number) => fc.option(fc.integer({ min: 1, max: most }))
    const open = fc
      .record({ minimum: limit(65_536), maximum: limit(70_000) })
      .map((options): Question => ({ uuid: "q", type: "open", options }))
    const number = fc
      .record({ minimum: limit(2000), maximum: limit(2000), type: fc.constantFrom("numeric" as const, "currency" as const) })
      .map(({ type, ...options }): Question => ({ uuid: "q", type, options }))
    fc.assert(
      fc.property(fc.oneof(anyQuestion, open, number), (question) => {
        fc.pre(questionFindings(question, "").every(({ severity }) => severity !== "error"))
        expect(parseAnswer(question, fake(question))).toMatchObject({ ok: true })
      }),
      { numRuns: 500 },
    )
    for (const minimum of [10_001, 20_000, 65_536])
      expect(
        parseAnswer({ uuid: "q", type: "open", options: { minimum } }, fake({ uuid: "q", type: "open", options: { minimum } })),
      ).toMatchObject({
        ok: true,
      })
  })

  test("is valid for an open question with a minimum longer than any answer", () => {
    const question: Question = { uuid: "q", type: "open", options: { minimum: 1e9 } }
    expect(parseAnswer(question, fake(question))).toEqual({ ok: true, value: fake(question) })
  })

  test("to a question without choices is empty", () => {
    expect([fake({ uuid: "q", type: "choice", choices: [] }), fake({ uuid: "q", type: "choice" })]).toEqual([null, null])
    expect([fake({ uuid: "q", type: "multiple", choices: [] }), fake({ uuid: "q", type: "multiple" })]).toEqual([[], []])
  })

  test("exists for questions only, in a conversation that is marked as a preview", () => {
    const question: Question = { uuid: "q", type: "email" }
    const instructions = [instruction(0, { question }), instruction(1, { type: "question" }), questionInstruction(2, null, question)]
    const made = createFakeConversation({ instructions }, ids)
    expect(Object.keys(made.answers)).toEqual(["i2"])
    expect(made).toMatchObject({ cuuid: "c", uuid: "r", status: "finished", finishedAt: ids.now, metadata: { source: "preview" } })
  })
})

describe("the delivery payload of a sample conversation", () => {
  const choice: Question = { uuid: "q1", type: "choice", choices: createChoices("Ja", "Nee") }
  const conversation = {
    ...createFakeConversation({ instructions: [questionInstruction(0, "again", choice)] }, ids),
    startedAt: "2024-05-01T11:00:00Z",
  }
  const payload = (options: ReadonlyArray<string>, instructions = [questionInstruction(0, "again", choice)]) =>
    buildDeliveryPayload({ endpoint: "https://a.example", version: 2, options }, { instructions }, conversation, faces)

  test("[A5] has the ids, status, times and metadata of the conversation", () => {
    expect(payload([])["conversation"]).toEqual({
      uuid: "c",
      respondent: "r",
      status: "finished",
      startedAt: "2024-05-01T11:00:00Z",
      updatedAt: ids.now,
      finishedAt: ids.now,
      metadata: { source: "preview" },
    })
  })

  test("[A4] has key-value answers in the chosen field, otherwise by value", () => {
    const keyed = (...answer: ReadonlyArray<string>) => payload(["question.name.label", "answer.format.key-value", ...answer])["answers"]
    expect(keyed("answer.option.uuid")).toEqual({ again: "c0" })
    expect(keyed("answer.option.text")).toEqual({ again: "Ja" })
    expect([keyed("answer.option.value"), keyed()]).toEqual([{ again: 1 }, { again: 1 }])
  })

  test("[A4] has no question name if only the uuid was chosen", () => {
    expect(payload(["question.uuid", "answer.option.value"])["answers"]).toEqual([{ question: { uuid: "q1" }, answer: [{ value: 1 }] }])
  })

  test("contains only instructions that are questions now", () => {
    const formerQuestions = [instruction(0, { label: "again", question: choice }), instruction(1, { type: "question" })]
    expect(payload(["question.uuid"], formerQuestions)["answers"]).toEqual([])
  })
})

test("[X16] the sample conversation reaches every score that an answer before it has a part in", () => {
  const scored = createChoices("Ja", "Nee").map((choice) => ({ ...choice, score: 2 }))
  const score = (order: number) => instruction(order, { type: "score", action: { type: "score", params: {} } })
  const choice = (order: number) => questionInstruction(order, null, { uuid: `q${order}`, type: "choice", choices: scored })
  expect(createFakeConversation({ instructions: [score(0), choice(1), score(2), choice(3), score(4)] }, ids).scores).toEqual({
    i2: { total: 2, average: 2 },
    i4: { total: 4, average: 2 },
  })
})
