// Three-way merge of scripts: what changed on which side, and the merged script.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { canKeepBoth, listMergeDifferences, mergeScripts } from "../../domain/revisions/script-merge.ts"
import { findNameProblems } from "../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { changeScriptLanguage } from "../../domain/script/script-language-change.ts"
import { baseScript, divergedVersions, versionOf } from "../arbitraries/versions.ts"

const uuids = (script: AuthoredScript) => script.instructions.map(({ uuid }) => uuid)
/** Instructions by id, without their order and the locale of their texts, which follows the script's language. */
const instructionsById = (script: AuthoredScript) =>
  new Map(
    script.instructions.map((instruction) => [
      instruction.uuid,
      { ...instruction, order: 0, messages: instruction.messages.map((message) => ({ ...message, locale: "" })) },
    ]),
  )

describe("three-way merge", () => {
  test("keeps one side's edits when the other side changed nothing or the same", () => {
    fc.assert(
      fc.property(divergedVersions, ({ base, mine, theirs }) => {
        expect(mergeScripts({ base, mine, theirs: base })).toEqual(mine)
        expect(mergeScripts({ base, mine: base, theirs })).toEqual(theirs)
        expect(mergeScripts({ base, mine, theirs: mine })).toEqual(mine)
      }),
    )
  })

  test("takes changes that only one side made, and keeps what neither side changed", () => {
    fc.assert(
      fc.property(divergedVersions, ({ base, mine, theirs }) => {
        const [before, myVersion, theirVersion, merged] = [base, mine, theirs, mergeScripts({ base, mine, theirs })].map(instructionsById)
        const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
        const keys = [...new Set([base, mine, theirs].flatMap(uuids))]
        const unchangedByMe = keys.filter((key) => isSame(before?.get(key), myVersion?.get(key)))
        const unchangedByThem = keys.filter((key) => isSame(before?.get(key), theirVersion?.get(key)) && !unchangedByMe.includes(key))
        expect(unchangedByMe.map((key) => merged?.get(key))).toEqual(unchangedByMe.map((key) => theirVersion?.get(key)))
        expect(unchangedByThem.map((key) => merged?.get(key))).toEqual(unchangedByThem.map((key) => myVersion?.get(key)))
      }),
    )
  })

  test("resolves conflicts as picked, and with mine where nothing is picked", () => {
    fc.assert(
      fc.property(divergedVersions, fc.boolean(), ({ base, mine, theirs }, take) => {
        const both = listMergeDifferences({ base, mine, theirs }).filter(({ by }) => by === "both")
        const merged = mergeScripts({ base, mine, theirs }, take ? Object.fromEntries(both.map(({ key }) => [key, "theirs" as const])) : {})
        const picked = take ? theirs : mine
        const keysOf = (kind: string) => both.filter((difference) => difference.kind === kind).map(({ key }) => key)
        expect(keysOf("instruction").map((key) => instructionsById(merged).get(key))).toEqual(
          keysOf("instruction").map((key) => instructionsById(picked).get(key)),
        )
        expect(keysOf("field").map((key) => merged[key])).toEqual(keysOf("field").map((key) => picked[key]))
        const order = (keysOf("order").length > 0 ? uuids(picked) : []).filter((uuid) => uuids(merged).includes(uuid))
        expect(uuids(merged).filter((uuid) => order.includes(uuid))).toEqual(order)
      }),
    )
  })

  test("[V6] keeping both puts a copy of theirs after mine; where both cannot be kept, mine stays", () => {
    fc.assert(
      fc.property(divergedVersions, (versions) => {
        const { mine, theirs } = versions
        const all = listMergeDifferences(versions)
        const picks = Object.fromEntries(all.filter(({ by }) => by === "both").map(({ key }) => [key, "both" as const]))
        let count = 0
        const merged = mergeScripts(versions, picks, () => `newUuid ${++count}`)
        const doubled = all.filter(canKeepBoth).map(({ key }) => key)
        const without = { ...merged, instructions: merged.instructions.filter(({ uuid }) => !uuid.startsWith("newUuid")) }
        expect(uuids(without)).toEqual(uuids(mergeScripts(versions)))
        expect(merged.instructions.map(({ order }) => order)).toEqual(merged.instructions.map((_, place) => place))
        expect(merged.instructions.length - without.instructions.length).toBe(doubled.length)
        const find = (script: AuthoredScript, uuid: string) => script.instructions.find((instruction) => instruction.uuid === uuid)
        for (const uuid of doubled) {
          const copy = merged.instructions[uuids(merged).indexOf(uuid) + 1]
          expect(copy?.uuid.startsWith("newUuid")).toBe(true)
          expect(copy?.messages.map(({ content }) => content)).toEqual(find(theirs, uuid)?.messages.map(({ content }) => content))
          expect(
            instructionsById(merged)
              .get(uuid)
              ?.messages.map(({ content }) => content),
          ).toEqual(find(mine, uuid)?.messages.map(({ content }) => content))
        }
        expect(mergeScripts(versions, picks)).toEqual(mergeScripts(versions))
        // Copies get free names, unless names clash without them already.
        const problems = (script: AuthoredScript) => findNameProblems(script.instructions).size
        if (problems(mergeScripts(versions)) === 0)
          expect([...findNameProblems(merged.instructions).values()].filter((problem) => problem === "name-not-unique")).toEqual([])
      }),
    )
  })

  test("a language change on one side is not a change of any instruction, and the other side's edits move to that language", () => {
    const versions = baseScript.chain((base) =>
      fc.record({ base: fc.constant(base), edited: versionOf(base, 30, 35).map((edited) => changeScriptLanguage(edited, base.language)) }),
    )
    fc.assert(
      fc.property(versions, fc.boolean(), ({ base, edited }, isMine) => {
        const inFrench = changeScriptLanguage(base, "fr")
        const sides = isMine ? { mine: inFrench, theirs: edited } : { mine: edited, theirs: inFrench }
        const by = isMine ? "mine" : "theirs"
        const all = listMergeDifferences({ base, ...sides })
        expect(all.filter((difference) => difference.by === by).map(({ kind, key }) => `${kind} ${key}`)).toEqual(["field language"])
        expect(all.filter((difference) => difference.by === "both")).toEqual([])
        expect(mergeScripts({ base, ...sides })).toEqual(changeScriptLanguage(edited, "fr"))
      }),
    )
  })

  test("when both sides changed the language, the texts are in the picked language, and in mine where nothing is picked", () => {
    const versions = baseScript.chain((base) =>
      fc.record({ base: fc.constant(base), edited: versionOf(base, 30, 35).map((edited) => changeScriptLanguage(edited, base.language)) }),
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

  test("the merged script has each instruction once, numbered without gaps, and only instructions of either side", () => {
    fc.assert(
      fc.property(divergedVersions, ({ base, mine, theirs }) => {
        const merged = mergeScripts({ base, mine, theirs })
        expect(merged.instructions.map(({ order }) => order)).toEqual(merged.instructions.map((_, place) => place))
        expect(new Set(uuids(merged)).size).toBe(merged.instructions.length)
        expect(uuids(merged).filter((uuid) => !uuids(mine).includes(uuid) && !uuids(theirs).includes(uuid))).toEqual([])
      }),
    )
  })

  test("both sides list the same differences, seen from their own side", () => {
    const mirrored = { mine: "theirs", theirs: "mine", both: "both" } as const
    fc.assert(
      fc.property(divergedVersions, ({ base, mine, theirs }) => {
        const fromMine = listMergeDifferences({ base, mine, theirs }).map(({ key, by }) => `${key} ${by}`)
        const fromTheirs = listMergeDifferences({ base, mine: theirs, theirs: mine }).map(({ key, by }) => `${key} ${mirrored[by]}`)
        expect(fromTheirs.toSorted()).toEqual(fromMine.toSorted())
      }),
    )
  })

  test("an instruction that one side added or removed is a difference of that instruction, not of the order", () => {
    fc.assert(
      fc.property(baseScript, fc.nat(9), (base, at) => {
        fc.pre(base.instructions.length > 0)
        const numbered = (list: AuthoredScript["instructions"]) => list.map((instruction, order) => ({ ...instruction, order }))
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

  test("[C12] references that one side wrote follow an instruction that the other side renamed", () => {
    const step = (uuid: string, more: Partial<AuthoredScript["instructions"][number]> = {}) =>
      ({ uuid, order: 0, type: "message", typing_delay: 1, messages: [], ...more }) as const
    const scriptOf = (...list: AuthoredScript["instructions"]): AuthoredScript => ({
      name: "a",
      public_name: "a",
      language: "nl",
      instructions: list.map((instruction, order) => ({ ...instruction, order })),
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
    // [V6] References in a kept copy of theirs follow as well.
    expect(conditions(mergeScripts({ base, mine, theirs: both }, { b: "both" }, () => "copy"))).toEqual([
      "years",
      "years == 1",
      "years == 3",
      "",
    ])
  })

  test("equal versions have no differences", () => {
    fc.assert(
      fc.property(baseScript, baseScript, (base, mine) => {
        expect(listMergeDifferences({ base, mine, theirs: structuredClone(mine) })).toEqual([])
      }),
    )
  })
})
