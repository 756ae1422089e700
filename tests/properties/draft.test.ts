// What an author has in hand: the part of a script that a save sends, and a draft as the browser keeps it.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { expect, test } from "vitest"
import { applyLocalDraft, LocalDraft, listRemovedUuids, listUnsavedChanges, toAuthoredScript } from "../../domain/script/local-draft.ts"
import { type AuthoredScript, type Script, ScriptId } from "../../domain/script/script.ts"
import { createPatch } from "../../domain/script/script-patch.ts"
import { authored, parted } from "../arbitraries/versions.ts"
import { listedScript } from "../models/console-stand-ins.ts"

const whole = (written: AuthoredScript): Script => ({
  ...listedScript("s", "live"),
  ...written,
  queue_config: { transport: "statistics-secondary" },
})

test("[F3] what a save sends is all that the author wrote, a newer version's fields included, and nothing that is the server's", () => {
  fc.assert(
    fc.property(authored, fc.dictionary(fc.stringMatching(/^future[A-Z]{1,4}$/), fc.nat()), (written, more) => {
      expect(toAuthoredScript(whole({ ...written, ...more }))).toEqual({ ...written, ...more })
    }),
  )
})

test("[I2] what a save sends is numbered as it stands", () => {
  const script = { name: "a", public_name: "b", language: "nl" as const }
  const at = (uuid: string, order: number) => ({ uuid, order, type: "message" as const, typing_delay: 3, messages: [] })
  const sent = toAuthoredScript(whole({ ...script, instructions: [at("a", 4), at("b", 4)] }))
  expect(sent).toEqual({ ...script, instructions: [at("a", 0), at("b", 1)] })
})

test("marked for deletion is what was there and is gone, in the sequence it stood in", () => {
  fc.assert(
    fc.property(parted, ({ base, mine }) => {
      const left = mine.instructions.map(({ uuid }) => uuid)
      expect(listRemovedUuids(base, mine)).toEqual(base.instructions.map(({ uuid }) => uuid).filter((uuid) => !left.includes(uuid)))
      expect(listRemovedUuids(base, base)).toEqual([])
    }),
  )
})

test("a draft that was kept as JSON is the script as its author had it", () => {
  fc.assert(
    fc.property(parted, ({ base, mine }) => {
      const kept: LocalDraft = {
        user: "u",
        script: ScriptId.make("s"),
        revision: 7,
        base,
        delta: createPatch(base, mine),
        at: "2026-01-01T00:00:00Z",
      }
      const read = Schema.decodeUnknownSync(LocalDraft)(JSON.parse(JSON.stringify(Schema.encodeSync(LocalDraft)(kept))))
      expect(read).toEqual(kept)
      expect(applyLocalDraft(read)).toEqual(mine)
    }),
  )
})

test("what is not saved is told as it was done: written in, added, deleted, and nothing of what stands between", () => {
  const one = (uuid: string, label: string, order: number) => ({
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
    instructions: ["a", "b", "c", "d", "e"].map((uuid, order) => one(uuid, uuid, order)),
  }
  const [a, b, c, d] = base.instructions.map((it) => it)
  if (!(a && b && c && d)) throw new Error("there are five")
  const now = { ...base, instructions: [{ ...a, label: "first" }, b, one("new", "new", 2), { ...c, order: 3 }, { ...d, order: 4 }] }
  const kept = { user: "anna", script: ScriptId.make("s"), revision: 1, base, delta: createPatch(base, now), at: "2026-01-01T00:00:00Z" }
  const unsaved = listUnsavedChanges(kept)
  expect([unsaved.changed, unsaved.added, unsaved.deleted].map((list) => list.map(({ uuid }) => uuid))).toEqual([["a"], ["new"], ["e"]])
  const moved = { ...base, instructions: [b, c, d, a, ...base.instructions.slice(4)].map((it, order) => ({ ...it, order })) }
  expect(listUnsavedChanges({ ...kept, delta: createPatch(base, moved) }).changed.map(({ uuid }) => uuid)).toEqual(["a"])
})
