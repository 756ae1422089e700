// Searching and sorting the chat overview.
import fc from "fast-check"
import { expect, test } from "vitest"
import { type ListedScript, ScriptId } from "../../domain/script/script.ts"
import { filterAndSortScripts, type ScriptSort, type ScriptSortKey } from "../../domain/script/script-list.ts"
import { Status } from "../../domain/script/status.ts"
import { listedScript } from "../models/console-fixtures.ts"

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

test("the overview does not depend on the order in which the server lists the scripts", () => {
  fc.assert(
    fc.property(
      scripts.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      sort,
      ([list, shuffled], sorting) => {
        expect(filterAndSortScripts(shuffled, { search: "", sort: sorting })).toEqual(
          filterAndSortScripts(list, { search: "", sort: sorting }),
        )
      },
    ),
  )
})

test("a search finds exactly the scripts with the text in their name, public name or id, ignoring case", () => {
  fc.assert(
    fc.property(scripts, fc.constantFrom("INTAKE", " welkom ", "lan", "", "zz"), sort, (list, search, sorting) => {
      const found = filterAndSortScripts(list, { search, sort: sorting })
      const part = search.trim().toLowerCase()
      for (const script of list) {
        const matches = `${script.name}\n${script.public_name}\n${script.uuid}`.toLowerCase().includes(part)
        expect(found.includes(script)).toBe(matches)
      }
    }),
  )
})

test("names sort numerically and ignore case; sorting by change in descending order puts the newest first", () => {
  const list = ["Intake 10", "intake 2", "Élan", "Pulse"].map((name) => ({ ...listedScript(name, "live"), name }))
  const names = filterAndSortScripts(list, { search: "", sort: { by: "name", descending: false } }).map(({ name }) => name)
  expect(names).toEqual(["Élan", "intake 2", "Intake 10", "Pulse"])
  const old = { ...listedScript("old", "live"), updatedAt: "2025-01-01T00:00:00Z" }
  const fresh = { ...listedScript("fresh", "live"), updatedAt: "2026-01-01T00:00:00Z" }
  expect(filterAndSortScripts([old, fresh], { search: "", sort: { by: "updated", descending: true } })).toEqual([fresh, old])
})

test("scripts that sort equally are ordered by name, then by id, in both directions", () => {
  const at = (name: string, id: string) => ({ ...listedScript(id, "live"), name })
  const [a, b, c] = [at("Intake", "2"), at("pulse", "0"), at("Pulse", "1")]
  for (const descending of [false, true])
    for (const by of ["status", "updated"] as const)
      expect(filterAndSortScripts([c, b, a], { search: "", sort: { by, descending } })).toEqual([a, b, c])
  expect(filterAndSortScripts([c, b, a], { search: "", sort: { by: "name", descending: true } })).toEqual([b, c, a])
})

test("the status filter shows exactly the scripts with that status, in the same order", () => {
  fc.assert(
    fc.property(scripts, fc.constantFrom(...Status.literals), sort, (list, only, sorting) => {
      const all = filterAndSortScripts(list, { search: "", sort: sorting })
      expect(filterAndSortScripts(list, { search: "", sort: sorting, only })).toEqual(all.filter(({ status }) => status === only))
      expect(filterAndSortScripts(list, { search: "", sort: sorting, only: null })).toEqual(all)
    }),
  )
})
