// Differences between versions of a script [V1], and their effect on existing answers [V2].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { computeChangeImpact, hasResponses } from "../../domain/revisions/change-impact.ts"
import { diffScripts, findAffectedColumns } from "../../domain/revisions/script-diff.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { baseScript, versionOf } from "../arbitraries/versions.ts"

const uuids = ({ instructions }: AuthoredScript) => instructions.map(({ uuid }) => uuid)
const twoVersions = baseScript.chain((before) => fc.tuple(fc.constant(before), versionOf(before, 20, 25)))

/** The length of a longest increasing subsequence, by trying all. */
const longestIncreasing = (list: ReadonlyArray<number>): number =>
  Array.from({ length: 2 ** list.length }, (_, bits) => list.filter((_it, i) => ((bits >> i) & 1) === 1)).reduce(
    (max, part) => (part.every((it, i) => i === 0 || it > (part[i - 1] ?? 0)) ? Math.max(max, part.length) : max),
    0,
  )

describe("the difference of two versions of a script", () => {
  test("[V1] lists added and removed instructions, and changed ones with exactly the fields that changed", () => {
    fc.assert(
      fc.property(twoVersions, ([before, after]) => {
        const { added, removed, changed } = diffScripts(before, after)
        expect(new Set([...uuids(before).filter((uuid) => !removed.includes(uuid)), ...added])).toEqual(new Set(uuids(after)))
        const fieldsOf = new Map(changed.map(({ uuid, fields }) => [uuid, fields]))
        for (const now of after.instructions) {
          const then = before.instructions.find(({ uuid }) => uuid === now.uuid)
          if (then === undefined) continue
          const keys = [...new Set([...Object.keys(then), ...Object.keys(now)])].filter((key) => key !== "order")
          expect(fieldsOf.get(now.uuid) ?? []).toEqual(keys.filter((key) => JSON.stringify(then[key]) !== JSON.stringify(now[key])))
        }
      }),
    )
  })

  test("[V1] lists as few instructions as possible as moved, and the others keep their order", () => {
    fc.assert(
      fc.property(twoVersions, ([before, after]) => {
        const { moved } = diffScripts(before, after)
        const stays = (it: AuthoredScript, other: AuthoredScript) =>
          uuids(it).filter((uuid) => uuids(other).includes(uuid) && !moved.includes(uuid))
        expect(stays(before, after)).toEqual(stays(after, before))
        const shared = uuids(after).filter((uuid) => uuids(before).includes(uuid))
        expect(moved.length).toBe(shared.length - longestIncreasing(shared.map((uuid) => uuids(before).indexOf(uuid))))
      }),
    )
  })

  test("is empty between a version and a copy of it, and affects no columns", () => {
    fc.assert(
      fc.property(baseScript, (it) => {
        expect(diffScripts(it, structuredClone(it))).toEqual({ added: [], removed: [], moved: [], changed: [] })
        expect(findAffectedColumns(it, structuredClone(it))).toEqual([])
      }),
    )
  })
})

const choices = (...texts: ReadonlyArray<string>) =>
  texts.map((content, i) => ({ uuid: `c${i}`, value: i + 1, order: i, translation: { locale: "nl", content } }))
const questionInstruction = (uuid: string, label: string, over: Partial<NonNullable<Instruction["question"]>> = {}): Instruction => ({
  uuid,
  order: 0,
  type: "question",
  label,
  typing_delay: 1,
  messages: [],
  question: { uuid: `q-${uuid}`, type: "choice", choices: choices("Ja", "Nee"), ...over } as NonNullable<Instruction["question"]>,
})
const otherInstruction = (uuid: string, over: Partial<Instruction>): Instruction => ({
  uuid,
  order: 0,
  type: "message",
  typing_delay: 1,
  messages: [],
  ...over,
})
const scriptOf = (...instructions: ReadonlyArray<Instruction>): AuthoredScript => ({
  name: "",
  public_name: "",
  language: "nl",
  instructions: instructions.map((it, order) => ({ ...it, order })),
})

describe("the effect of an edit on existing answers", () => {
  const rest = [
    otherInstruction("message", { condition: "age == 1", messages: [{ uuid: "m", locale: "nl", content: "<p>{{answers.age}}</p>" }] }),
    otherInstruction("send", { type: "action", action: { type: "send2api", params: { endpoint: "https://x.org", questions: ["q-a"] } } }),
    otherInstruction("all", { type: "action", action: { type: "send2api", params: { endpoint: "https://x.org", questions: null } } }),
  ]
  const before = scriptOf(questionInstruction("a", "age"), ...rest)
  const uses = [
    "/instructions/1/condition",
    "/instructions/1/messages/0/content",
    "/instructions/2/action/params/questions/0",
    "/instructions/3/action",
  ]
  const affectedBy = (...first: ReadonlyArray<Instruction>) =>
    findAffectedColumns(before, scriptOf(...first, ...rest)).map(({ column, uses: of }) => [column, of.map(({ pointer }) => pointer)])

  test.each<[string, ReadonlyArray<Instruction>, string]>([
    ["the question is gone", [], "gone"],
    ["it asks nothing any more", [otherInstruction("a", { label: "age" })], "gone"],
    ["it is of another type", [questionInstruction("a", "age", { type: "multiple" })], "another-type"],
    ["a value stands for another text", [questionInstruction("a", "age", { choices: choices("Nee", "Ja") })], "other-codes"],
    ["a value is gone", [questionInstruction("a", "age", { choices: choices("Ja") })], "other-codes"],
    ["it has no choices any more", [questionInstruction("a", "age", { choices: [] })], "other-codes"],
    [
      "a choice gives another score",
      [questionInstruction("a", "age", { choices: choices("Ja", "Nee").map((it) => ({ ...it, score: 1 })) })],
      "other-scores",
    ],
    [
      "a choice costs something",
      [questionInstruction("a", "age", { choices: choices("Ja", "Nee").map((it) => ({ ...it, amount: 5 })) })],
      "other-scores",
    ],
    ["it has another name", [questionInstruction("a", "years")], "renamed"],
  ])("[V2] [V3] %s", (_, first, change) => {
    expect(affectedBy(...first)).toEqual([[{ uuid: "a", name: "age", change }, uses]])
  })

  test.each<[string, Instruction]>([
    ["a further choice", questionInstruction("a", "age", { choices: choices("Ja", "Nee", "Misschien") })],
    ["the same name in another case", questionInstruction("a", "AGE")],
    ["another text, delay or placeholder", { ...questionInstruction("a", "age", { placeholder: "…" }), typing_delay: 9 }],
    ["white space around a choice", questionInstruction("a", "age", { choices: choices(" Ja", "Nee ") })],
    ["the same choices in another order", questionInstruction("a", "age", { choices: choices("Ja", "Nee").toReversed() })],
  ])("[V2] is none for %s", (_, first) => {
    expect(affectedBy(first)).toEqual([])
  })

  test("[V2] includes numbers in another currency or on another scale", () => {
    const changes = (then: Parameters<typeof questionInstruction>[2], now: Parameters<typeof questionInstruction>[2]) =>
      findAffectedColumns(scriptOf(questionInstruction("a", "n", then)), scriptOf(questionInstruction("a", "n", now))).map(
        ({ column }) => column.change,
      )
    const euros = { type: "currency", options: { currency: 1 } } as const
    const likely = { type: "nps", options: null } as const
    expect(changes(euros, { type: "currency", options: { currency: 2 } })).toEqual(["other-scale"])
    expect(changes({ type: "currency", options: null }, { type: "currency", options: { currency: 3 } })).toEqual(["other-scale"])
    expect(changes({ type: "currency", options: null }, { type: "currency", options: { currency: 1, minimum: 5 } })).toEqual([])
    expect(changes(likely, { type: "nps", options: { minimum: 0, maximum: 10 } })).toEqual(["other-scale"])
    expect(changes(likely, { type: "nps", options: { minimum: 1, maximum: 10 } })).toEqual([])
    expect(changes({ type: "numeric", options: { minimum: 1 } }, { type: "numeric", options: { minimum: 2 } })).toEqual([])
  })

  test("[V2] includes the new name of an unnamed question that moves", () => {
    const [one, two] = [questionInstruction("a", ""), otherInstruction("b", {})]
    expect(findAffectedColumns(scriptOf(one, two), scriptOf(two, one)).map(({ column }) => column)).toEqual([
      { uuid: "a", name: "q1", change: "renamed" },
    ])
  })

  test("[V2] includes codes only where a question had choices", () => {
    const open = questionInstruction("a", "age", { type: "open", choices: null })
    expect(findAffectedColumns(scriptOf(open), scriptOf(questionInstruction("a", "age", { type: "open", choices: [] })))).toEqual([])
    expect(
      findAffectedColumns(scriptOf(questionInstruction("a", "age")), scriptOf(questionInstruction("a", "age", { choices: null }))).map(
        ({ column }) => column.change,
      ),
    ).toEqual(["other-codes"])
  })
})

describe("the possible impact of an edit", () => {
  const responses = { conversations: 7, answered: 5, links: 2 }

  test("[V4] counts each question, and once each text that refers to any of them", () => {
    const script = scriptOf(
      questionInstruction("a", "age"),
      questionInstruction("b", "size"),
      otherInstruction("c", { condition: "age == 1 && size == 2" }),
      otherInstruction("send", {
        type: "action",
        action: { type: "send2api", params: { endpoint: "https://x.org", questions: ["q-a", "q-b"] } },
      }),
      otherInstruction("d", {
        condition: "age == 2",
        messages: [{ uuid: "m", locale: "nl", content: "<p>{{answers.age}} {{answers.size}}</p>" }],
      }),
    )
    expect(computeChangeImpact(script, responses)).toEqual({ ...responses, columns: 2, conditions: 2, recalls: 1, actions: 1 })
  })

  test("[V4] is never less than the actual effect of an edit", () => {
    fc.assert(
      fc.property(twoVersions, ([before, after]) => {
        const impact = computeChangeImpact(before, responses)
        const affected = findAffectedColumns(before, after)
        const conditions = affected.flatMap(({ uses: of }) => of.filter(({ as }) => as === "condition").map(({ pointer }) => pointer))
        expect(affected.length).toBeLessThanOrEqual(impact.columns)
        expect(new Set(conditions).size).toBeLessThanOrEqual(impact.conditions)
      }),
    )
  })

  test("[V4] matters only where conversations or links exist", () => {
    expect(hasResponses({ conversations: 0, answered: 0, links: 0 })).toBe(false)
    expect([hasResponses({ conversations: 1, answered: 0, links: 0 }), hasResponses({ conversations: 0, answered: 0, links: 1 })]).toEqual([
      true,
      true,
    ])
  })
})
