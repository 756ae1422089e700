// Unsaved edits: the part of a script that a save sends, and the local draft that the browser stores.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { expect, test } from "vitest"
import { applyLocalDraft, LocalDraft, listRemovedUuids, listUnsavedChanges, toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import { createPatch } from "../../domain/revisions/script-patch.ts"
import { type AuthoredScript, type Script, ScriptId } from "../../domain/script/script.ts"
import { baseScript, divergedVersions } from "../arbitraries/versions.ts"
import { listedScript } from "../models/console-fixtures.ts"

const storedScript = (authoredScript: AuthoredScript): Script => ({
  ...listedScript("s", "live"),
  ...authoredScript,
  queue_config: { transport: "statistics-secondary" },
})

test("[F3] a save sends all that the author wrote, including fields of newer versions, and nothing that the server owns", () => {
  fc.assert(
    fc.property(baseScript, fc.dictionary(fc.stringMatching(/^future[A-Z]{1,4}$/), fc.nat()), (authoredScript, more) => {
      expect(toAuthoredScript(storedScript({ ...authoredScript, ...more }))).toEqual({ ...authoredScript, ...more })
    }),
  )
})

test("[I2] a save sends instructions numbered by their position", () => {
  const script = { name: "a", public_name: "b", language: "nl" as const }
  const at = (uuid: string, order: number) => ({ uuid, order, type: "message" as const, typing_delay: 3, messages: [] })
  const sent = toAuthoredScript(storedScript({ ...script, instructions: [at("a", 4), at("b", 4)] }))
  expect(sent).toEqual({ ...script, instructions: [at("a", 0), at("b", 1)] })
})

test("removed instructions are listed in their former order", () => {
  fc.assert(
    fc.property(divergedVersions, ({ base, mine }) => {
      const remaining = mine.instructions.map(({ uuid }) => uuid)
      expect(listRemovedUuids(base, mine)).toEqual(base.instructions.map(({ uuid }) => uuid).filter((uuid) => !remaining.includes(uuid)))
      expect(listRemovedUuids(base, base)).toEqual([])
    }),
  )
})

test("a local draft that was stored as JSON restores the script as its author left it", () => {
  fc.assert(
    fc.property(divergedVersions, ({ base, mine }) => {
      const draft: LocalDraft = {
        user: "u",
        script: ScriptId.make("s"),
        revision: 7,
        base,
        delta: createPatch(base, mine),
        at: "2026-01-01T00:00:00Z",
      }
      const read = Schema.decodeUnknownSync(LocalDraft)(JSON.parse(JSON.stringify(Schema.encodeSync(LocalDraft)(draft))))
      expect(read).toEqual(draft)
      expect(applyLocalDraft(read)).toEqual(mine)
    }),
  )
})

test("unsaved changes list the changed, added, deleted and moved instructions, and none in between", () => {
  const createMessage = (uuid: string, label: string, order: number) => ({
    uuid,
    order,
    label,
    type: "message" as const,
    typing_delay: 3,
    messages: [],
  })
  const base: AuthoredScript = {
    name: "a",
    public_name: "b",
    language: "nl",
    instructions: ["a", "b", "c", "d", "e"].map((uuid, order) => createMessage(uuid, uuid, order)),
  }
  const [a, b, c, d] = base.instructions.map((it) => it)
  if (!(a && b && c && d)) throw new Error("there are five")
  const edited = {
    ...base,
    instructions: [{ ...a, label: "first" }, b, createMessage("new", "new", 2), { ...c, order: 3 }, { ...d, order: 4 }],
  }
  const draft = {
    user: "anna",
    script: ScriptId.make("s"),
    revision: 1,
    base,
    delta: createPatch(base, edited),
    at: "2026-01-01T00:00:00Z",
  }
  const unsaved = listUnsavedChanges(draft)
  expect([unsaved.changed, unsaved.added, unsaved.deleted].map((list) => list.map(({ uuid }) => uuid))).toEqual([["a"], ["new"], ["e"]])
  const moved = { ...base, instructions: [b, c, d, a, ...base.instructions.slice(4)].map((it, order) => ({ ...it, order })) }
  expect(listUnsavedChanges({ ...draft, delta: createPatch(base, moved) }).changed.map(({ uuid }) => uuid)).toEqual(["a"])
})
