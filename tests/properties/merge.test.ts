import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { nameProblems } from "../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { canKeepBoth, listMergeDifferences, mergeScripts } from "../../domain/script/script-merge.ts"
import { changeScriptLanguage } from "../../domain/script/translations.ts"
import { authored, parted, versionOf } from "../arbitraries/versions.ts"

const uuids = (script: AuthoredScript) => script.instructions.map(({ uuid }) => uuid)
/** What they say, wherever they stand: texts go along with the script's language. */
const bare = (script: AuthoredScript) =>
  new Map(script.instructions.map((it) => [it.uuid, { ...it, order: 0, messages: it.messages.map((text) => ({ ...text, locale: "" })) }]))

describe("three-way merge", () => {
  test("merged with nobody's edits, mine are mine and theirs are theirs", () => {
    fc.assert(
      fc.property(parted, ({ base, mine, theirs }) => {
        expect(mergeScripts({ base, mine, theirs: base })).toEqual(mine)
        expect(mergeScripts({ base, mine: base, theirs })).toEqual(theirs)
        expect(mergeScripts({ base, mine, theirs: mine })).toEqual(mine)
      }),
    )
  })

  test("what one side alone changed is as that side has it; what neither changed stays", () => {
    fc.assert(
      fc.property(parted, ({ base, mine, theirs }) => {
        const [before, ours, others, merged] = [base, mine, theirs, mergeScripts({ base, mine, theirs })].map(bare)
        const is = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
        const uuid = [...new Set([base, mine, theirs].flatMap(uuids))]
        const byThem = uuid.filter((it) => is(before?.get(it), ours?.get(it)))
        const byMe = uuid.filter((it) => is(before?.get(it), others?.get(it)) && !byThem.includes(it))
        expect(byThem.map((it) => merged?.get(it))).toEqual(byThem.map((it) => others?.get(it)))
        expect(byMe.map((it) => merged?.get(it))).toEqual(byMe.map((it) => ours?.get(it)))
      }),
    )
  })

  test("what both changed is as picked: mine where nothing is said", () => {
    fc.assert(
      fc.property(parted, fc.boolean(), ({ base, mine, theirs }, take) => {
        const both = listMergeDifferences({ base, mine, theirs }).filter(({ by }) => by === "both")
        const merged = mergeScripts({ base, mine, theirs }, take ? Object.fromEntries(both.map(({ key }) => [key, "theirs" as const])) : {})
        const wished = take ? theirs : mine
        const of = (kind: string) => both.filter((it) => it.kind === kind).map(({ key }) => key)
        expect(of("instruction").map((key) => bare(merged).get(key))).toEqual(of("instruction").map((key) => bare(wished).get(key)))
        expect(of("field").map((key) => merged[key])).toEqual(of("field").map((key) => wished[key]))
        const order = (of("order").length > 0 ? uuids(wished) : []).filter((uuid) => uuids(merged).includes(uuid))
        expect(uuids(merged).filter((uuid) => order.includes(uuid))).toEqual(order)
      }),
    )
  })

  test("[V6] both of an instruction are mine, and theirs behind it as a copy; of what cannot be both mine stays", () => {
    fc.assert(
      fc.property(parted, (versions) => {
        const { mine, theirs } = versions
        const all = listMergeDifferences(versions)
        const picks = Object.fromEntries(all.filter(({ by }) => by === "both").map(({ key }) => [key, "both" as const]))
        let made = 0
        const merged = mergeScripts(versions, picks, () => `fresh ${++made}`)
        const doubled = all.filter(canKeepBoth).map(({ key }) => key)
        const without = { ...merged, instructions: merged.instructions.filter(({ uuid }) => !uuid.startsWith("fresh")) }
        expect(uuids(without)).toEqual(uuids(mergeScripts(versions)))
        expect(merged.instructions.map(({ order }) => order)).toEqual(merged.instructions.map((_, place) => place))
        expect(merged.instructions.length - without.instructions.length).toBe(doubled.length)
        const said = (script: AuthoredScript, uuid: string) => script.instructions.find((it) => it.uuid === uuid)
        for (const uuid of doubled) {
          const copy = merged.instructions[uuids(merged).indexOf(uuid) + 1]
          expect(copy?.uuid.startsWith("fresh")).toBe(true)
          expect(copy?.messages.map(({ content }) => content)).toEqual(said(theirs, uuid)?.messages.map(({ content }) => content))
          expect(
            bare(merged)
              .get(uuid)
              ?.messages.map(({ content }) => content),
          ).toEqual(said(mine, uuid)?.messages.map(({ content }) => content))
        }
        expect(mergeScripts(versions, picks)).toEqual(mergeScripts(versions))
        // No copy takes a name that is there, but for names that were there twice already.
        const problems = (script: AuthoredScript) => nameProblems(script.instructions).size
        if (problems(mergeScripts(versions)) === 0)
          expect([...nameProblems(merged.instructions).values()].filter((it) => it === "name-not-unique")).toEqual([])
      }),
    )
  })

  test("another language of one side is no change of any instruction, and the other side's edits stand in it", () => {
    const versions = authored.chain((base) =>
      fc.record({ base: fc.constant(base), edited: versionOf(base, 30, 35).map((it) => changeScriptLanguage(it, base.language)) }),
    )
    fc.assert(
      fc.property(versions, fc.boolean(), ({ base, edited }, isMine) => {
        const turned = changeScriptLanguage(base, "fr")
        const sides = isMine ? { mine: turned, theirs: edited } : { mine: edited, theirs: turned }
        const by = isMine ? "mine" : "theirs"
        const all = listMergeDifferences({ base, ...sides })
        expect(all.filter((it) => it.by === by).map(({ kind, key }) => `${kind} ${key}`)).toEqual(["field language"])
        expect(all.filter((it) => it.by === "both")).toEqual([])
        expect(mergeScripts({ base, ...sides })).toEqual(changeScriptLanguage(edited, "fr"))
      }),
    )
  })

  test("where both gave the script another language, its texts are in the one that is picked: mine where nothing is said", () => {
    const versions = authored.chain((base) =>
      fc.record({ base: fc.constant(base), edited: versionOf(base, 30, 35).map((it) => changeScriptLanguage(it, base.language)) }),
    )
    fc.assert(
      fc.property(versions, ({ base, edited }) => {
        const [mine, theirs] = [changeScriptLanguage(base, "fr"), changeScriptLanguage(edited, "ru")]
        expect(listMergeDifferences({ base, mine, theirs }).flatMap(({ key, by }) => (by === "both" ? [key] : []))).toEqual(["language"])
        expect(mergeScripts({ base, mine, theirs }, { language: "theirs" })).toEqual(theirs)
        expect(mergeScripts({ base, mine, theirs })).toEqual(changeScriptLanguage(edited, "fr"))
      }),
    )
  })

  test("the outcome has each instruction once, numbered without a gap, and none that neither side has", () => {
    fc.assert(
      fc.property(parted, ({ base, mine, theirs }) => {
        const merged = mergeScripts({ base, mine, theirs })
        expect(merged.instructions.map(({ order }) => order)).toEqual(merged.instructions.map((_, place) => place))
        expect(new Set(uuids(merged)).size).toBe(merged.instructions.length)
        expect(uuids(merged).filter((uuid) => !uuids(mine).includes(uuid) && !uuids(theirs).includes(uuid))).toEqual([])
      }),
    )
  })

  test("both sides see the same differences, each from its own end", () => {
    const turned = { mine: "theirs", theirs: "mine", both: "both" } as const
    fc.assert(
      fc.property(parted, ({ base, mine, theirs }) => {
        const here = listMergeDifferences({ base, mine, theirs }).map(({ key, by }) => `${key} ${by}`)
        const there = listMergeDifferences({ base, mine: theirs, theirs: mine }).map(({ key, by }) => `${key} ${turned[by]}`)
        expect(there.toSorted()).toEqual(here.toSorted())
      }),
    )
  })

  test("what one side puts in or takes out is a difference of that instruction, and none of the order", () => {
    fc.assert(
      fc.property(authored, fc.nat(9), (base, at) => {
        fc.pre(base.instructions.length > 0)
        const numbered = (list: AuthoredScript["instructions"]) => list.map((it, order) => ({ ...it, order }))
        const added = { uuid: "new", order: 0, type: "message" as const, typing_delay: 1, messages: [] }
        const mine = { ...base, instructions: numbered(base.instructions.toSpliced(at, 0, added)) }
        const theirs = { ...base, instructions: numbered(base.instructions.slice(1)) }
        const [first] = uuids(base)
        expect(listMergeDifferences({ base, mine, theirs }).map(({ kind, key, by }) => [kind, key, by])).toEqual(
          uuids(mine).flatMap((key) =>
            key === "new" ? [["instruction", key, "mine"]] : key === first ? [["instruction", key, "theirs"]] : [],
          ),
        )
      }),
    )
  })

  test("[C12] what one side wrote goes on naming what it named, whatever the other side calls it now", () => {
    const step = (uuid: string, more: Partial<AuthoredScript["instructions"][number]> = {}) =>
      ({ uuid, order: 0, type: "message", typing_delay: 1, messages: [], ...more }) as const
    const scriptOf = (...list: AuthoredScript["instructions"]): AuthoredScript => ({
      name: "a",
      public_name: "a",
      language: "nl",
      instructions: list.map((it, order) => ({ ...it, order })),
    })
    const conditions = ({ instructions }: AuthoredScript) =>
      instructions.map(({ label, condition }) => `${label ?? ""} ${condition ?? ""}`.trim())
    const base = scriptOf(step("a", { label: "age" }), step("b", { condition: "age == 1" }), step("c"))
    const mine = scriptOf(step("a", { label: "years" }), step("b", { condition: "years == 1" }), step("c"))
    const theirs = scriptOf(step("a", { label: "age" }), step("b", { condition: "age == 1" }), step("c", { condition: "age == 2" }))
    expect(conditions(mergeScripts({ base, mine, theirs }))).toEqual(["years", "years == 1", "years == 2"])
    expect(conditions(mergeScripts({ base, mine: theirs, theirs: mine }))).toEqual(["years", "years == 1", "years == 2"])
    const both = scriptOf(step("a", { label: "leeftijd" }), step("b", { condition: "leeftijd == 3" }), step("c"))
    expect(conditions(mergeScripts({ base, mine, theirs: both }, { a: "theirs" }))).toEqual(["leeftijd", "leeftijd == 1", ""])
    expect(conditions(mergeScripts({ base, mine, theirs: both }, { b: "theirs" }))).toEqual(["years", "years == 3", ""])
    // [V6] So does theirs where it comes beside mine.
    expect(conditions(mergeScripts({ base, mine, theirs: both }, { b: "both" }, () => "copy"))).toEqual([
      "years",
      "years == 1",
      "years == 3",
      "",
    ])
  })

  test("two versions that say the same differ in nothing", () => {
    fc.assert(
      fc.property(authored, authored, (base, mine) => {
        expect(listMergeDifferences({ base, mine, theirs: structuredClone(mine) })).toEqual([])
      }),
    )
  })
})
