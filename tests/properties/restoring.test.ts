// What restoring a version would do: said of the script as it is, and allowed where the lock allows it.
import fc from "fast-check"
import { expect, test } from "vitest"
import { canRestore, isSameAsCurrent, previewRestore } from "../../domain/script/change-impact.ts"
import { findLockViolations } from "../../domain/script/live-lock.ts"
import { type Script, ScriptId } from "../../domain/script/script.ts"
import { Status } from "../../domain/script/status.ts"
import { authored, versionOf } from "../arbitraries/versions.ts"

const two = authored.chain((now) => fc.tuple(fc.constant(now), versionOf(now, 20, 25)))
const listed = (status: Status) => ({
  uuid: ScriptId.make("s"),
  status,
  revision: 2,
  isDeletionApproved: false,
  removalProcedure: true,
  liveDate: null,
  closedDate: null,
  deletedWarningDate: null,
  deletedDate: null,
  removalWarningDate: null,
  updatedAt: "2026-01-01T00:00:00Z",
})

test("[V5] what would come back is what is gone, and what would go is what came since; a version that says the same does nothing", () => {
  fc.assert(
    fc.property(two, ([now, earlier]) => {
      const there = new Set(now.instructions.map(({ uuid }) => uuid))
      const then = new Set(earlier.instructions.map(({ uuid }) => uuid))
      const { added, removed, changed, fields } = previewRestore(now, earlier)
      expect(added.map(({ uuid }) => uuid)).toEqual([...then].filter((uuid) => !there.has(uuid)))
      expect(removed.map(({ uuid }) => uuid)).toEqual([...there].filter((uuid) => !then.has(uuid)))
      for (const { instruction } of changed) expect(there.has(instruction.uuid) && then.has(instruction.uuid)).toBe(true)
      for (const { field, now: is, was } of fields) expect([is, was]).toEqual([now[field], earlier[field]])
      expect(previewRestore(now, structuredClone(now))).toEqual({
        fields: [],
        added: [],
        removed: [],
        moved: [],
        changed: [],
        affectedColumns: [],
      })
    }),
  )
})

test("[V5] a version can be restored where it says something else, and nothing else in what the status locks", () => {
  fc.assert(
    fc.property(two, fc.constantFrom(...Status.literals), ([now, earlier], status) => {
      const { name, public_name, language, instructions } = now
      const script: Script = { ...listed(status), name, public_name, language, instructions }
      const breaks = findLockViolations(now, earlier, status, { allowChanges: false }).length > 0
      expect(canRestore(script, earlier)).toBe(!isSameAsCurrent(script, earlier) && !breaks)
      expect(canRestore(script, structuredClone(now))).toBe(false)
      if (status === "preparation") expect(canRestore(script, { ...now, name: `${now.name}!` })).toBe(true)
      if (status !== "preparation") expect(canRestore(script, { ...now, name: `${now.name}!` })).toBe(false)
    }),
  )
})

test("[V5] a version with other choices is not restored while they are locked, whatever an editor may be allowed", () => {
  const asking = (content: string) => ({
    uuid: "q",
    order: 0,
    type: "question" as const,
    typing_delay: 1,
    messages: [],
    question: {
      uuid: "q",
      type: "choice" as const,
      choices: [{ uuid: "c", value: 1, order: 0, translation: { locale: "nl", content } }],
    },
  })
  const now = { name: "a", public_name: "b", language: "nl" as const, instructions: [asking("Ja")] }
  const earlier = { ...now, instructions: [asking("Nee")] }
  expect(Status.literals.filter((status) => canRestore({ ...listed(status), ...now }, earlier))).toEqual(["preparation"])
})
