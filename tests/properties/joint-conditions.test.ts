// Joint evaluation of conditions over answer classes: it has exactly the combined outcomes that possible answers have.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Condition, comparators, type Facet, type Operand } from "../../domain/conditions/condition.ts"
import { parseCondition } from "../../domain/conditions/condition-syntax.ts"
import { type AnswerFacets, noAnswer } from "../../domain/conditions/condition-value.ts"
import { evaluateCondition } from "../../domain/conditions/evaluate.ts"
import { compileJointConditions } from "../../domain/conditions/three-valued-evaluation.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import {
  type Answerable,
  choiceQuestion,
  createChoices,
  instruction,
  multipleQuestion,
  npsQuestion,
  questionInstruction,
} from "../arbitraries/answerable.ts"

const names = ["one", "two"] as const

/** The joint outcomes of all conditions for each combination of answer classes, with its share. An undecided outcome is null. */
const jointOutcomes = (instructions: ReadonlyArray<Instruction>, conditions: ReadonlyArray<Condition | null>) => {
  const { variables, judged } = compileJointConditions(instructions, conditions)
  const combinations = variables.reduce<ReadonlyArray<{ readonly classes: ReadonlyArray<number>; readonly share: number }>>(
    (all, { unansweredClass, answerClasses }) =>
      all.flatMap(({ classes, share }) =>
        (answerClasses.length === 0 ? [{ of: unansweredClass, share: 1 }] : answerClasses).map((it) => ({
          classes: [...classes, it.of],
          share: share * it.share,
        })),
      ),
    [{ classes: [], share: 1 }],
  )
  return combinations.map(({ classes, share }) => ({
    share,
    outcomes: judged.flatMap((it) => (it === null ? [] : [it.holds((variable) => classes[variable] ?? null)])),
  }))
}
const environmentOf = (answers: ReadonlyArray<AnswerFacets>) => ({
  answers: new Map(names.map((name, i) => [name, answers[i] ?? noAnswer])),
  metadata: new Map(),
  actions: new Map(),
  crm: new Map(),
})
const possibleAnswers = ({ question, answers }: Answerable): ReadonlyArray<AnswerFacets> => {
  const all = (answers ?? []).slice(1)
  return question.skipable === true || all.length === 0 ? [noAnswer, ...all] : all
}

const constant: fc.Arbitrary<Operand> = fc
  .constantFrom(0, 1, 2, 3, 5, 7, 2.5, "ja", "Ja", "Soms", "3", "", true, null)
  .map((value) => ({ _tag: "Literal", value }))
const own = (facets: ReadonlyArray<Facet | null>) =>
  fc.record({ _tag: fc.constant("Answer" as const), name: fc.constantFrom(...names), facet: fc.constantFrom(...facets) })
const counted = own([null]).map((of): Operand => ({ _tag: "Count", of }))
const comparison = (left: fc.Arbitrary<Operand>, right: fc.Arbitrary<Operand>): fc.Arbitrary<Condition> =>
  fc.record({ _tag: fc.constant("Compare"), left, by: fc.constantFrom(...comparators), right })
const single = own([null, null, "value", "text", "score", "amount"])
const atoms: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 4, arbitrary: comparison(single, constant) },
  comparison(constant, single),
  comparison(single, single),
  single.map((operand): Condition => ({ _tag: "Holds", operand })),
)
const conditionOf = (atom: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
  fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      atom,
      fc.record({ _tag: fc.constant("Not"), term: tie("condition") }),
      fc.record({ _tag: fc.constantFrom("All", "Any"), terms: fc.tuple(tie("condition"), tie("condition")) }),
      fc.record({
        _tag: fc.constant("Compare"),
        left: tie("condition").map((of): Operand => ({ _tag: "Truth", of: of._tag === "Holds" ? { _tag: "Not", term: of } : of })),
        by: fc.constantFrom("==", "!="),
        right: fc.boolean().map((value): Operand => ({ _tag: "Literal", value })),
      }),
    ),
  })).condition

const skipable = (kind: fc.Arbitrary<Answerable>): fc.Arbitrary<Answerable> =>
  fc.tuple(kind, fc.boolean()).map(([it, isSkipable]) => ({ ...it, question: { ...it.question, skipable: isSkipable } satisfies Question }))
const questionsOf = (first: Answerable, second: Answerable) =>
  [first, second].map(({ question }, i) => questionInstruction(i, names[i] ?? null, question))
const actualOutcomes = (conditions: ReadonlyArray<Condition>, one: Answerable, other: Answerable) =>
  possibleAnswers(one).flatMap((first) =>
    possibleAnswers(other).map((second) => conditions.map((it) => evaluateCondition(it, environmentOf([first, second])))),
  )

describe("jointly evaluated conditions", () => {
  const oneOf = skipable(fc.oneof(choiceQuestion, npsQuestion))

  test("[I9] about single choices and scales have the outcomes of all possible answers, each with the same share", () => {
    fc.assert(
      fc.property(fc.array(conditionOf(atoms), { minLength: 1, maxLength: 3 }), oneOf, oneOf, (conditions, one, other) => {
        const actual = actualOutcomes(conditions, one, other)
        const shares = new Map<string, number>()
        for (const outcome of actual) shares.set(String(outcome), (shares.get(String(outcome)) ?? 0) + 1 / actual.length)
        const judged = new Map<string, number>()
        for (const { outcomes, share } of jointOutcomes(
          [...questionsOf(one, other), instruction(2, {}), instruction(3, {})],
          [null, null, ...conditions],
        ))
          judged.set(String(outcomes), (judged.get(String(outcomes)) ?? 0) + share)
        expect([...judged.keys()].toSorted()).toEqual([...shares.keys()].toSorted())
        for (const [outcome, share] of judged) expect(share).toBeCloseTo(shares.get(outcome) ?? 0, 9)
      }),
      { numRuns: 1500 },
    )
  })

  test("[I9] about multiple choices have the outcomes of all possible answers, where each condition is about one question's choices or their count", () => {
    const several = (name: string): fc.Arbitrary<Condition> => {
      const about = (operand: fc.Arbitrary<Operand>) => operand.filter((it) => JSON.stringify(it).includes(name))
      return fc.oneof(
        comparison(about(own([null, "text"])), constant),
        comparison(
          about(counted),
          constant.filter((it) => it._tag === "Literal" && typeof it.value === "number"),
        ),
      )
    }
    const atom = fc
      .oneof(several("one"), several("two"))
      .filter((it) => it._tag !== "Compare" || it.by.endsWith("contains") === (it.left._tag === "Answer"))
    fc.assert(
      fc.property(
        fc.array(conditionOf(atom), { minLength: 1, maxLength: 3 }),
        skipable(multipleQuestion),
        skipable(multipleQuestion),
        (conditions, one, other) => {
          const actual = new Set(actualOutcomes(conditions, one, other).map(String))
          const joint = jointOutcomes(questionsOf(one, other), [null, null, ...conditions])
          expect([...new Set(joint.map(({ outcomes }) => String(outcomes)))].toSorted()).toEqual([...actual].toSorted())
          expect(joint.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
        },
      ),
      { numRuns: 600 },
    )
  })

  const read = (text: string): Condition => {
    const parsed = parseCondition(text)
    if (parsed._tag !== "Parsed") throw new Error(text)
    return parsed.condition
  }
  const outcomesOf = (instructions: ReadonlyArray<Instruction>, ...texts: ReadonlyArray<string>) =>
    [
      ...new Set(jointOutcomes(instructions, texts.map(read)).map(({ outcomes }) => outcomes.map((it) => it ?? "open").join(" "))),
    ].toSorted()

  const yesNo = questionInstruction(0, "sure", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") })
  const why = questionInstruction(1, "why", { uuid: "r", type: "open", skipable: true })
  const recalling = questionInstruction(2, "again", { uuid: "s", type: "choice", choices: createChoices("{{answers.why}}", "Nee") })
  const call = instruction(3, { type: "action", label: "call", action: { type: "getFromAPI", params: {} } })
  const script = [yesNo, why, recalling]

  test.each<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ["a written comparison has one outcome", ["1 == 1", "'a' == 'b'"], ["true false"]],
    ["a text is one or another", ["why == 'a'", "why == 'b'"], ["false false", "false true", "true false"]],
    [
      "a text that is a number can be written in other ways",
      ["why == '3'", "why == 3", "why == '3.0'"],
      ["false false false", "false true false", "false true true", "true true false"],
    ],
    ["sizes of a text that is a number", ["why > 3", "why > 5"], ["false false", "true false", "true true"]],
    [
      "a text contains some of its parts",
      ["why contains 'ab'", "why contains 'a'", "why == 'b'"],
      ["false false false", "false false true", "false true false", "true true false"],
    ],
    ["digits within numbers are left open", ["why contains '3'", "why > 2"], ["open false", "open true"]],
    [
      "a text is ordered if it is a date",
      ["why > '2024-01-01'", "why < '2024-01-01'", "why > 'a'"],
      ["false false false", "false true false", "true false false"],
    ],
    ["so are texts that recall others", ["answers.again.text == 'Nee'", "again == 1"], ["open false", "open true"]],
    ["with another question's text too", ["answers.again.text == answers.sure.text"], ["open"]],
    ["while their values are known", ["again == sure"], ["false", "true"]],
    [
      "metadata may be any text, but no other value, and do not change",
      ["metadata.ref == 'a'", "metadata.ref == 'b'", "metadata.ref == true"],
      ["false false false", "false true false", "true false false"],
    ],
    ["CRM data too, where nothing brings new", ["crm.kind == 'a'", "crm.kind == 'b'"], ["false false", "false true", "true false"]],
    ["a name that nothing has has no answer", ["nobody == 1", "!nobody"], ["false true"]],
    ["a message has none", ["q9 == null"], ["true"]],
    ["what has no outcome has none", ["actions.sure.status == 1"], ["false"]],
  ])("[I9] %s", (_, conditions, expected) => {
    expect(outcomesOf(script, ...conditions)).toEqual(expected)
  })

  test("[I9] leave CRM data undecided where an action can update them, while the outcome of an action may be anything", () => {
    expect(outcomesOf([...script, call], "crm.kind == 'a'", "sure == 1")).toEqual(["open false", "open true"])
    expect(outcomesOf([...script, call], "actions.call.status == 200", "actions.call.status == 404")).toEqual([
      "false false",
      "false true",
      "true false",
    ])
    expect(outcomesOf([...script, call], "answers.call == 1")).toEqual(["false"])
  })

  test("[I9] are undecided only where an undecided term makes the difference", () => {
    const open = "answers.again.text == 'Nee'"
    expect(outcomesOf(script, `${open} && sure == 1`)).toEqual(["false", "open"])
    expect(outcomesOf(script, `${open} || sure == 1`)).toEqual(["open", "true"])
    expect(outcomesOf(script, `!(${open} || sure == 1)`)).toEqual(["false", "open"])
    expect(outcomesOf(script, `(${open}) == true`)).toEqual(["open"])
    expect(outcomesOf(script, "(sure == 1) == (sure == 2)")).toEqual(["false"])
    expect(outcomesOf(script, "(sure == 1) != (sure == 2)")).toEqual(["true"])
    expect(outcomesOf(script, "(answers.again.text == 'Nee') == (sure == 2)")).toEqual(["open"])
  })

  test("[I9] are undecided where they distinguish more than six choices of a question", () => {
    const many = questionInstruction(0, "many", { uuid: "m", type: "multiple", choices: createChoices("a", "b", "c", "d", "e", "f", "g") })
    const membershipTests = (count: number) => Array.from({ length: count }, (_, i) => `many contains ${i + 1}`)
    expect(outcomesOf([many], ...membershipTests(6))).not.toContain("open open open open open open")
    expect(outcomesOf([many], ...membershipTests(7))).toEqual(["open open open open open open open"])
  })

  test("[I9] list each variable that they refer to once", () => {
    const { variables, judged } = compileJointConditions(script, [
      read("sure == 1 && SURE == 2 || answers.sure.text == 'Ja'"),
      null,
      read("why == 'a' || 1 == 1 || sure == 1"),
    ])
    expect(variables.map(({ sourceIndex }) => sourceIndex)).toEqual([0, 1])
    expect(judged.map((it) => it?.asks)).toEqual([[0], undefined, [1, 0]])
  })
})
