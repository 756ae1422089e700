// Searching the chat overview, and the order of equal rows.
import fc from "fast-check"
import { expect, test } from "vitest"
import { type ListedScript, ScriptId } from "../../domain/script/script.ts"
import { filterScripts, getStatusRank } from "../../domain/script/script-list.ts"
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

test("the overview does not depend on the order in which the server lists the scripts", () => {
  fc.assert(
    fc.property(
      scripts.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      ([list, shuffled]) => {
        expect(filterScripts(shuffled, { search: "" })).toEqual(filterScripts(list, { search: "" }))
      },
    ),
  )
})

test("a search finds exactly the scripts with the text in their name, public name or id, ignoring case", () => {
  fc.assert(
    fc.property(scripts, fc.constantFrom("INTAKE", " welkom ", "lan", "", "zz"), (list, search) => {
      const found = filterScripts(list, { search })
      const part = search.trim().toLowerCase()
      for (const script of list) {
        const matches = `${script.name}\n${script.public_name}\n${script.uuid}`.toLowerCase().includes(part)
        expect(found.includes(script)).toBe(matches)
      }
    }),
  )
})

test("scripts are in the order of their names, with numbers by size and without regard to case, then of their ids", () => {
  const list = ["Intake 10", "intake 2", "Élan", "Pulse"].map((name) => ({ ...listedScript(name, "live"), name }))
  expect(filterScripts(list, { search: "" }).map(({ name }) => name)).toEqual(["Élan", "intake 2", "Intake 10", "Pulse"])
  const at = (name: string, id: string) => ({ ...listedScript(id, "live"), name })
  const [a, b, c] = [at("Intake", "2"), at("pulse", "0"), at("Pulse", "1")]
  expect(filterScripts([c, b, a], { search: "" })).toEqual([a, b, c])
})

test("statuses have the order in which a script goes through them", () => {
  const ordered = Status.literals.toSorted((a, b) => getStatusRank(a) - getStatusRank(b))
  expect(ordered).toEqual(["preparation", "live", "closed", "deleted"])
})

test("the status filter shows exactly the scripts with that status, in the same order", () => {
  fc.assert(
    fc.property(scripts, fc.constantFrom(...Status.literals), (list, only) => {
      const all = filterScripts(list, { search: "" })
      expect(filterScripts(list, { search: "", only })).toEqual(all.filter(({ status }) => status === only))
      expect(filterScripts(list, { search: "", only: null })).toEqual(all)
    }),
  )
})
