// Restoring a revision: the preview of its changes, and whether the live lock allows it.
import fc from "fast-check"
import { expect, test } from "vitest"
import { canRestore, compareScripts, isSameAsCurrent } from "../../domain/revisions/change-impact.ts"
import { findLockViolations } from "../../domain/revisions/live-lock.ts"
import { type Script, ScriptId } from "../../domain/script/script.ts"
import { Status } from "../../domain/script/status.ts"
import { baseScript, versionOf } from "../arbitraries/versions.ts"

const revisions = baseScript.chain((now) => fc.tuple(fc.constant(now), versionOf(now, 20, 25)))
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

test("[V5] the preview lists deleted instructions as added and newer ones as removed, and nothing for an equal revision", () => {
  fc.assert(
    fc.property(revisions, ([now, earlier]) => {
      const currentIds = new Set(now.instructions.map(({ uuid }) => uuid))
      const earlierIds = new Set(earlier.instructions.map(({ uuid }) => uuid))
      const { added, removed, changed, fields } = compareScripts(now, earlier)
      expect(added.map(({ uuid }) => uuid)).toEqual([...earlierIds].filter((uuid) => !currentIds.has(uuid)))
      expect(removed.map(({ uuid }) => uuid)).toEqual([...currentIds].filter((uuid) => !earlierIds.has(uuid)))
      for (const { instruction } of changed) expect(currentIds.has(instruction.uuid) && earlierIds.has(instruction.uuid)).toBe(true)
      for (const { field, before, after } of fields) expect([before, after]).toEqual([now[field], earlier[field]])
      expect(compareScripts(now, structuredClone(now))).toEqual({
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

test("[V5] a revision can be restored if it differs from the current script, but not in a part that the status locks", () => {
  fc.assert(
    fc.property(revisions, fc.constantFrom(...Status.literals), ([now, earlier], status) => {
      const { name, public_name, language, instructions } = now
      const script: Script = { ...listed(status), name, public_name, language, instructions }
      const isLocked = findLockViolations(now, earlier, status, { allowChanges: false }).length > 0
      expect(canRestore(script, earlier)).toBe(!isSameAsCurrent(script, earlier) && !isLocked)
      expect(canRestore(script, structuredClone(now))).toBe(false)
      if (status === "preparation") expect(canRestore(script, { ...now, name: `${now.name}!` })).toBe(true)
      if (status !== "preparation") expect(canRestore(script, { ...now, name: `${now.name}!` })).toBe(false)
    }),
  )
})

test("[V5] a revision with other choices cannot be restored while the status locks them", () => {
  const instructionWith = (content: string) => ({
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
  const now = { name: "a", public_name: "b", language: "nl" as const, instructions: [instructionWith("Ja")] }
  const earlier = { ...now, instructions: [instructionWith("Nee")] }
  expect(Status.literals.filter((status) => canRestore({ ...listed(status), ...now }, earlier))).toEqual(["preparation"])
})
