// Searching and sorting the chat overview.
import fc from "fast-check"
import { expect, test } from "vitest"
import { type ListedScript, ScriptId } from "../../domain/script/script.ts"
import { filterAndSortScripts, type ScriptSort, type ScriptSortKey } from "../../domain/script/script-list.ts"
import { Status } from "../../domain/script/status.ts"
import { listedScript } from "../models/console-stand-ins.ts"

const script: fc.Arbitrary<ListedScript> = fc
  .record({
    uuid: fc.uuid(),
    status: fc.constantFrom(...Status.literals),
    name: fc.constantFrom("Intake", "intake 2", "Intake 10", "Élan", "pulse", "Pulse"),
    public_name: fc.constantFrom("", "Welkom"),
    updatedAt: fc.constantFrom("2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z", "2025-12-31T23:59:59Z"),
  })
  .map(({ uuid, status, ...rest }) => ({ ...listedScript(uuid, status), ...rest, uuid: ScriptId.make(uuid) }))
const scripts = fc.uniqueArray(script, { selector: ({ uuid }) => uuid, maxLength: 12 })
const sort: fc.Arbitrary<ScriptSort> = fc.record({
  by: fc.constantFrom<ScriptSortKey>("name", "status", "updated"),
  descending: fc.boolean(),
})

test("what is shown does not hang on the order in which the server gave it", () => {
  fc.assert(
    fc.property(
      scripts.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      sort,
      ([list, shuffled], how) => {
        expect(filterAndSortScripts(shuffled, { search: "", sort: how })).toEqual(filterAndSortScripts(list, { search: "", sort: how }))
      },
    ),
  )
})

test("a search finds those that hold the text in name, public name or id, whatever the case, and loses none", () => {
  fc.assert(
    fc.property(scripts, fc.constantFrom("INTAKE", " welkom ", "lan", "", "zz"), sort, (list, search, how) => {
      const found = filterAndSortScripts(list, { search, sort: how })
      const part = search.trim().toLowerCase()
      for (const it of list) {
        const holds = `${it.name}\n${it.public_name}\n${it.uuid}`.toLowerCase().includes(part)
        expect(found.includes(it)).toBe(holds)
      }
    }),
  )
})

test("names sort as people count, whatever the case; the newest change stands first when sorting descends", () => {
  const list = ["Intake 10", "intake 2", "Élan", "Pulse"].map((name) => ({ ...listedScript(name, "live"), name }))
  const names = filterAndSortScripts(list, { search: "", sort: { by: "name", descending: false } }).map(({ name }) => name)
  expect(names).toEqual(["Élan", "intake 2", "Intake 10", "Pulse"])
  const old = { ...listedScript("old", "live"), updatedAt: "2025-01-01T00:00:00Z" }
  const fresh = { ...listedScript("fresh", "live"), updatedAt: "2026-01-01T00:00:00Z" }
  expect(filterAndSortScripts([old, fresh], { search: "", sort: { by: "updated", descending: true } })).toEqual([fresh, old])
})

test("equal ones stand by name, then id, in whichever direction", () => {
  const at = (name: string, id: string) => ({ ...listedScript(id, "live"), name })
  const [a, b, c] = [at("Intake", "2"), at("pulse", "0"), at("Pulse", "1")]
  for (const descending of [false, true])
    for (const by of ["status", "updated"] as const)
      expect(filterAndSortScripts([c, b, a], { search: "", sort: { by, descending } })).toEqual([a, b, c])
  expect(filterAndSortScripts([c, b, a], { search: "", sort: { by: "name", descending: true } })).toEqual([b, c, a])
})

test("of one status there are all of that status, in the same order, and no others", () => {
  fc.assert(
    fc.property(scripts, fc.constantFrom(...Status.literals), sort, (list, only, how) => {
      const all = filterAndSortScripts(list, { search: "", sort: how })
      expect(filterAndSortScripts(list, { search: "", sort: how, only })).toEqual(all.filter(({ status }) => status === only))
      expect(filterAndSortScripts(list, { search: "", sort: how, only: null })).toEqual(all)
    }),
  )
})
