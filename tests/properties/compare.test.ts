import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { computeChangeImpact, hasResponses } from "../../domain/script/change-impact.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { diffScripts, findAffectedColumns } from "../../domain/script/script-diff.ts"
import { authored, versionOf } from "../arbitraries/versions.ts"

const uuids = ({ instructions }: AuthoredScript) => instructions.map(({ uuid }) => uuid)
const two = authored.chain((before) => fc.tuple(fc.constant(before), versionOf(before, 20, 25)))

/** The length of a longest part of `list` that rises, by trying all. */
const longest = (list: ReadonlyArray<number>): number =>
  Array.from({ length: 2 ** list.length }, (_, bits) => list.filter((_it, i) => ((bits >> i) & 1) === 1)).reduce(
    (most, part) => (part.every((it, i) => i === 0 || it > (part[i - 1] ?? 0)) ? Math.max(most, part.length) : most),
    0,
  )

describe("two versions of a script", () => {
  test("[V1] each instruction is added, removed, or in both; what is changed is named with its fields, and nothing else is", () => {
    fc.assert(
      fc.property(two, ([before, after]) => {
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

  test("[V1] those that are moved are the fewest: all others stand in the same order in both", () => {
    fc.assert(
      fc.property(two, ([before, after]) => {
        const { moved } = diffScripts(before, after)
        const stays = (it: AuthoredScript, other: AuthoredScript) =>
          uuids(it).filter((uuid) => uuids(other).includes(uuid) && !moved.includes(uuid))
        expect(stays(before, after)).toEqual(stays(after, before))
        const shared = uuids(after).filter((uuid) => uuids(before).includes(uuid))
        expect(moved.length).toBe(shared.length - longest(shared.map((uuid) => uuids(before).indexOf(uuid))))
      }),
    )
  })

  test("a version compared with itself: nothing, and nothing touched", () => {
    fc.assert(
      fc.property(authored, (it) => {
        expect(diffScripts(it, structuredClone(it))).toEqual({ added: [], removed: [], moved: [], changed: [] })
        expect(findAffectedColumns(it, structuredClone(it))).toEqual([])
      }),
    )
  })
})

const choices = (...texts: ReadonlyArray<string>) =>
  texts.map((content, i) => ({ uuid: `c${i}`, value: i + 1, order: i, translation: { locale: "nl", content } }))
const asking = (uuid: string, label: string, over: Partial<NonNullable<Instruction["question"]>> = {}): Instruction => ({
  uuid,
  order: 0,
  type: "question",
  label,
  typing_delay: 1,
  messages: [],
  question: { uuid: `q-${uuid}`, type: "choice", choices: choices("Ja", "Nee"), ...over } as NonNullable<Instruction["question"]>,
})
const other = (uuid: string, over: Partial<Instruction>): Instruction => ({
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

describe("what an edit does to answers that were given", () => {
  const rest = [
    other("message", { condition: "age == 1", messages: [{ uuid: "m", locale: "nl", content: "<p>{{answers.age}}</p>" }] }),
    other("send", { type: "action", action: { type: "send2api", params: { endpoint: "https://x.org", questions: ["q-a"] } } }),
    other("all", { type: "action", action: { type: "send2api", params: { endpoint: "https://x.org", questions: null } } }),
  ]
  const before = scriptOf(asking("a", "age"), ...rest)
  const uses = [
    "/instructions/1/condition",
    "/instructions/1/messages/0/content",
    "/instructions/2/action/params/questions/0",
    "/instructions/3/action",
  ]
  const told = (...first: ReadonlyArray<Instruction>) =>
    findAffectedColumns(before, scriptOf(...first, ...rest)).map(({ column, uses: of }) => [column, of.map(({ pointer }) => pointer)])

  test.each<[string, ReadonlyArray<Instruction>, string]>([
    ["the question is gone", [], "gone"],
    ["it asks nothing any more", [other("a", { label: "age" })], "gone"],
    ["it is of another type", [asking("a", "age", { type: "multiple" })], "another-type"],
    ["a value stands for another text", [asking("a", "age", { choices: choices("Nee", "Ja") })], "other-codes"],
    ["a value is gone", [asking("a", "age", { choices: choices("Ja") })], "other-codes"],
    ["it has no choices any more", [asking("a", "age", { choices: [] })], "other-codes"],
    [
      "a choice gives another score",
      [asking("a", "age", { choices: choices("Ja", "Nee").map((it) => ({ ...it, score: 1 })) })],
      "other-scores",
    ],
    [
      "a choice costs something",
      [asking("a", "age", { choices: choices("Ja", "Nee").map((it) => ({ ...it, amount: 5 })) })],
      "other-scores",
    ],
    ["it has another name", [asking("a", "years")], "renamed"],
  ])("[V2] [V3] %s", (_, first, change) => {
    expect(told(...first)).toEqual([[{ uuid: "a", name: "age", change }, uses]])
  })

  test.each<[string, Instruction]>([
    ["a further choice", asking("a", "age", { choices: choices("Ja", "Nee", "Misschien") })],
    ["the same name in another case", asking("a", "AGE")],
    ["another text, delay or placeholder", { ...asking("a", "age", { placeholder: "…" }), typing_delay: 9 }],
    ["white space around a choice", asking("a", "age", { choices: choices(" Ja", "Nee ") })],
    ["the same choices in another order", asking("a", "age", { choices: choices("Ja", "Nee").toReversed() })],
  ])("[V2] %s changes nothing of what was answered", (_, first) => {
    expect(told(first)).toEqual([])
  })

  test("[V2] a number in another currency, or on another scale, is another answer", () => {
    const changes = (then: Parameters<typeof asking>[2], now: Parameters<typeof asking>[2]) =>
      findAffectedColumns(scriptOf(asking("a", "n", then)), scriptOf(asking("a", "n", now))).map(({ column }) => column.change)
    const euros = { type: "currency", options: { currency: 1 } } as const
    const likely = { type: "nps", options: null } as const
    expect(changes(euros, { type: "currency", options: { currency: 2 } })).toEqual(["other-scale"])
    expect(changes({ type: "currency", options: null }, { type: "currency", options: { currency: 3 } })).toEqual(["other-scale"])
    expect(changes({ type: "currency", options: null }, { type: "currency", options: { currency: 1, minimum: 5 } })).toEqual([])
    expect(changes(likely, { type: "nps", options: { minimum: 0, maximum: 10 } })).toEqual(["other-scale"])
    expect(changes(likely, { type: "nps", options: { minimum: 1, maximum: 10 } })).toEqual([])
    expect(changes({ type: "numeric", options: { minimum: 1 } }, { type: "numeric", options: { minimum: 2 } })).toEqual([])
  })

  test("[V2] a question without a name takes another one when it moves", () => {
    const [one, two] = [asking("a", ""), other("b", {})]
    expect(findAffectedColumns(scriptOf(one, two), scriptOf(two, one)).map(({ column }) => column)).toEqual([
      { uuid: "a", name: "q1", change: "renamed" },
    ])
  })

  test("[V2] a question that never had choices has no codes that could change", () => {
    const open = asking("a", "age", { type: "open", choices: null })
    expect(findAffectedColumns(scriptOf(open), scriptOf(asking("a", "age", { type: "open", choices: [] })))).toEqual([])
    expect(
      findAffectedColumns(scriptOf(asking("a", "age")), scriptOf(asking("a", "age", { choices: null }))).map(({ column }) => column.change),
    ).toEqual(["other-codes"])
  })
})

describe("what an edit could touch", () => {
  const holdings = { conversations: 7, answered: 5, links: 2 }

  test("[V4] is each question, and once each text that relies on any of them, however many it names", () => {
    const script = scriptOf(
      asking("a", "age"),
      asking("b", "size"),
      other("c", { condition: "age == 1 && size == 2" }),
      other("send", { type: "action", action: { type: "send2api", params: { endpoint: "https://x.org", questions: ["q-a", "q-b"] } } }),
      other("d", { condition: "age == 2", messages: [{ uuid: "m", locale: "nl", content: "<p>{{answers.age}} {{answers.size}}</p>" }] }),
    )
    expect(computeChangeImpact(script, holdings)).toEqual({ ...holdings, columns: 2, conditions: 2, recalls: 1, actions: 1 })
  })

  test("[V4] is never less than what an edit did touch", () => {
    fc.assert(
      fc.property(two, ([before, after]) => {
        const most = computeChangeImpact(before, holdings)
        const did = findAffectedColumns(before, after)
        const conditions = did.flatMap(({ uses: of }) => of.filter(({ as }) => as === "condition").map(({ pointer }) => pointer))
        expect(did.length).toBeLessThanOrEqual(most.columns)
        expect(new Set(conditions).size).toBeLessThanOrEqual(most.conditions)
      }),
    )
  })

  test("[V4] is nobody's concern where nobody has begun or can begin", () => {
    expect(hasResponses({ conversations: 0, answered: 0, links: 0 })).toBe(false)
    expect([hasResponses({ conversations: 1, answered: 0, links: 0 }), hasResponses({ conversations: 0, answered: 0, links: 1 })]).toEqual([
      true,
      true,
    ])
  })
})
