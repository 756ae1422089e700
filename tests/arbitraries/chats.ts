// Scripts to play, valid and invalid, and what respondents do in them.
import fc from "fast-check"
import { getChoiceLimits, getDateLimits, getNumberLimits, listExclusiveChoices } from "../../domain/questions/answer-limits.ts"
import type { Choice, Question } from "../../domain/questions/question.ts"
import { listScaleValues } from "../../domain/questions/scale-question.ts"
import type { Action } from "../../domain/script/action.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { answerable, instruction } from "./answerable.ts"

const labels = ["naam", "keuze", "Q2", "einde"] as const
const name = fc.oneof(
  fc.constantFrom(...labels),
  fc.nat(8).map((n) => `q${n}`),
)
const literal = fc.constantFrom("0", "1", "2", "3", "5", "10", "'Ja'", "'Nee'", "'2024-02-29'", "null", "true")
const comparison = fc
  .tuple(name, fc.constantFrom("==", "!=", "<", ">=", "contains", "!contains"), literal, fc.boolean())
  .map(([left, comparator, right, isCounted]) => `${isCounted ? `count(${left})` : left} ${comparator} ${right}`)
const condition = fc.oneof(
  { weight: 8, arbitrary: fc.constant(null) },
  { weight: 5, arbitrary: comparison },
  { weight: 2, arbitrary: fc.tuple(comparison, fc.constantFrom("&&", "||"), comparison).map((parts) => parts.join(" ")) },
  { weight: 2, arbitrary: name },
  name.map((label) => `!${label}`),
  fc.constantFrom("", " ", "true", "false", "q1 ==", "actions.naam == 'betaald'", "metadata.ref == 'a'", "crm.groups contains 'vip'"),
)
const faceted = fc
  .tuple(name, fc.constantFrom("value", "text", "score", "amount"), fc.constantFrom("==", "!=", "<", "contains", "!contains"), literal)
  .map(([label, facet, comparator, right]) => `answers.${label}.${facet} ${comparator} ${right}`)
const content = fc.oneof(
  fc.constantFrom("<p>Hallo</p>", "", "<p>Dag {{answers.naam|jij}}, {{metadata.ref}}</p>", "<script>alert(1)</script>{{answers.q1}}"),
  name.map((label) => `<p>{{answers.${label}|niets}}</p>`),
)

const scale: fc.Arbitrary<Question> = fc.constantFrom<Question>(
  { uuid: "q", type: "starRating", options: { increment: 0.5 } },
  { uuid: "q", type: "emoji" },
  { uuid: "q", type: "nps", options: { minimum: 0, maximum: 10 } },
  { uuid: "q", type: "email" },
  { uuid: "q", type: "file", placeholder: "{{answers.naam}}" },
  { uuid: "q", type: "currency", options: { minimum: 1, maximum: 20 } },
  { uuid: "q", type: "numeric", options: { minimum: 0, maximum: 10, hasSlider: true, stepSize: 2.5, precision: 1 } },
  { uuid: "q", type: "choice", choices: [] },
)
/** Questions of every type, with and without options. */
export const anyQuestion: fc.Arbitrary<Question> = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: answerable.map((entry) => entry.question) }, scale),
    fc.constantFrom(true, false, undefined),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([question, skipable, randomize, recalls]) => {
    const choices = question.choices?.map((choice, i) =>
      i === 0 && recalls ? { ...choice, translation: { ...choice.translation, content: "{{answers.naam|Ja}}" } } : choice,
    )
    const configured = { ...question, ...(skipable === undefined ? {} : { skipable }), ...(choices && { choices }) }
    return configured.type === "choice" || configured.type === "multiple"
      ? { ...configured, options: { ...configured.options, randomize, ...(recalls && { scores: false }) } }
      : configured
  })
const action: fc.Arbitrary<Action> = fc.constantFrom<Action>(
  { type: "send2api", params: { endpoint: "https://example.org", version: 2 } },
  { type: "payment", params: { amount: "i0" } },
  { type: "payment", params: { amount: "nergens" } },
  { type: "crmAuth", params: { placeholder: "Wie ben je, {{answers.naam|onbekende}}?" } },
  { type: "askAI", params: { contextText: "{{answers.q1}}" } },
  { type: "send2con", params: {} },
  { type: "score", params: { charttype: "average" } },
)
const end: fc.Arbitrary<Action> = fc.record({
  type: fc.constant("end"),
  params: fc.record({
    endType: fc.constantFrom("finished", "screenout", null),
    endAction: fc.constantFrom("close", "redirect", "livestats", null),
    message: fc.constantFrom("", "Dag {{answers.naam}}"),
    url: fc.constantFrom("", "example.org/?{metadata}", "javascript:alert(1)", "https://example.org/{{answers.naam}}"),
  }),
})
const kind: fc.Arbitrary<Partial<Instruction>> = fc.oneof(
  { weight: 8, arbitrary: anyQuestion.map((question) => ({ type: "question" as const, question })) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom("message", "image", "video", "score", "empty") }) },
  { weight: 2, arbitrary: action.map((one) => ({ type: "action" as const, action: one })) },
  end.map((one) => ({ type: "end" as const, action: one })),
  fc.constant({ type: "question" as const, question: null }),
)

/** Lists of instructions, including unreadable conditions, duplicate and unknown names, and unanswerable questions. */
const playableWith = (conditions: fc.Arbitrary<string | null>): fc.Arbitrary<ReadonlyArray<Instruction>> =>
  fc
    .array(fc.record({ kind, condition: conditions, content, label: fc.option(fc.constantFrom(...labels), { freq: 2 }) }), { maxLength: 9 })
    .map((parts) =>
      parts.map((part, i) =>
        instruction(i, {
          ...part.kind,
          label: part.label,
          condition: part.condition,
          typing_delay: i / 10,
          messages: [{ uuid: `m${i}`, locale: "nl", content: part.content }],
        }),
      ),
    )

export const playableInstructions = playableWith(condition)
/** Like `playable`, with conditions on texts, scores and amounts too. */
export const playableInstructionsByFacets = playableWith(
  fc.oneof(
    condition,
    faceted,
    fc.tuple(faceted, fc.constantFrom("&&", "||"), fc.oneof(faceted, comparison)).map((parts) => parts.join(" ")),
  ),
)

/** A valid answer to the question; `pick` selects one of several. */
export const validAnswer = (question: Question, pick: number): unknown => {
  const choices: ReadonlyArray<Choice> = question.choices ?? []
  switch (question.type) {
    case "choice":
      return choices[pick % choices.length]?.value ?? null
    case "multiple": {
      const { fewest, most } = getChoiceLimits(question)
      const exclusive = listExclusiveChoices(question)
      const combinable = choices.filter((choice) => !exclusive.includes(choice))
      if (exclusive.length > 0 && (pick % 5 === 0 || combinable.length < fewest)) return [exclusive[0]?.uuid]
      const size = Math.min(fewest + (pick % (most - fewest + 1)), combinable.length)
      return combinable.map((_, i) => combinable[(i + pick) % combinable.length]?.uuid).slice(0, size)
    }
    case "open": {
      const text = ["Ja", "nee", "3", "<b>x</b>", "{{answers.q1}}"][pick % 5] ?? ""
      return text.padEnd(question.options?.minimum ?? 1, "!").slice(0, question.options?.maximum ?? 1024)
    }
    case "email":
      return "iemand@example.org"
    case "numeric":
    case "currency": {
      const { least, most } = getNumberLimits(question.options ?? {})
      const [from, to] = [least ?? (most ?? 10) - 10, most ?? (least ?? 0) + 10]
      const step = question.type === "numeric" && question.options?.hasSlider ? (question.options.stepSize ?? 1) : 1
      return from + Math.floor(((to - from) / step) * ((pick % 30) / 29)) * step
    }
    case "nps":
    case "starRating":
    case "emoji":
      return listScaleValues(question)[pick % listScaleValues(question).length]
    case "date": {
      const { first, last } = getDateLimits(question.options ?? {})
      return first ?? last ?? "29-02-2024"
    }
    case "file":
      return "foto.png"
  }
}

/** What a respondent does next: answer correctly, skip, or send junk about any instruction. */
export type RespondentAction = {
  readonly does: "right" | "skip" | "junk"
  readonly pick: number
  readonly junk: unknown
  readonly about: string | null
}
export const respondentActions: fc.Arbitrary<ReadonlyArray<RespondentAction>> = fc.array(
  fc.record({
    does: fc.oneof({ weight: 5, arbitrary: fc.constant("right" as const) }, fc.constantFrom("skip" as const, "junk" as const)),
    pick: fc.nat(30),
    junk: fc.oneof(fc.anything(), fc.constantFrom(0, 1, "Ja", [1, 1], ["x"], "1e999", "__proto__", { length: 1 }, [[1]])),
    about: fc.option(fc.nat(9).map((n) => `i${n}`)),
  }),
  { maxLength: 25 },
)
