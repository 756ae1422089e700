// Responses that are late, out of order, failed or lost do not lose any of the author's edits.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createActor, SimulatedClock } from "xstate"
import { SignedOut, Unreachable } from "../../domain/failures/failure.ts"
import { applyLocalDraft, toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import type { AuthoredScript, Script } from "../../domain/script/script.ts"
import type { EditorEvent } from "../../machines/editor/editor-model.ts"
import { isDirty } from "../../machines/editor/unsaved-work.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-fixtures.ts"

const first = script([message("a", "one"), message("b", "two"), message("c", "three")])
const uuid = fc.constantFrom("a", "b", "c", "new 1", "new 3")

const edit: fc.Arbitrary<EditorEvent> = fc.oneof(
  // An invalid title is not sent, so the editor would not close at the end of the test.
  fc.record({ type: fc.constant("title.type" as const), text: fc.stringMatching(/^\w{1,3}$/) }),
  fc.record({
    type: fc.constant("instruction.add" as const),
    entry: fc.constantFrom("message" as const, "choice" as const, "end" as const),
  }),
  fc.record({ type: fc.constant("instruction.copy" as const), uuid }),
  fc.record({ type: fc.constant("instruction.delete" as const), uuid }),
  fc.record({ type: fc.constant("instructions.move" as const), uuids: uuid.map((one) => new Set([one])), to: fc.nat(4) }),
  fc.record({
    type: fc.constant("instruction.update" as const),
    uuid,
    field: fc.constantFrom("label", null),
    change: fc.record({ label: fc.constantFrom("age", "name", "town") }),
  }),
  fc.record({
    type: fc.constant("instruction.update" as const),
    uuid,
    field: fc.constant("message"),
    change: fc.record({ messages: fc.string({ maxLength: 9 }).map((content) => [{ uuid: "t", locale: "nl", content }]) }),
  }),
)
const undoing: fc.Arbitrary<EditorEvent> = fc.constantFrom({ type: "edit.undo" as const }, { type: "edit.redo" as const })
const saving: fc.Arbitrary<EditorEvent> = fc.constantFrom({ type: "script.save" as const }, { type: "save.retry" as const })
const anything = fc.oneof({ weight: 6, arbitrary: edit }, { weight: 2, arbitrary: undoing }, { weight: 2, arbitrary: saving })

/** The outcome of a save: accepted, not reached, accepted with a lost response, or refused without a session. */
const fate = fc.constantFrom("taken", "unreached", "answer lost", "signed out")

const content = (authored: AuthoredScript) =>
  authored.instructions.map(({ uuid: it, label, messages }) => [it, label, messages[0]?.content])

type Setting = { readonly s: fc.Scheduler; readonly fates: ReadonlyArray<string>; readonly of?: Script }
const started = ({ s, fates, of = first }: Setting) => {
  const server = fakeServerAndDevice(of)
  const coming = [...fates]
  const clock = new SimulatedClock()
  const machine = editorWithPorts({
    saveScript: s.scheduleFunction(async (it) => {
      const comes = coming.shift() ?? "taken"
      if (comes === "unreached") throw new Unreachable({ message: "cut" })
      if (comes === "signed out") throw new SignedOut()
      const said = server.save(it)
      if (comes === "answer lost") throw new Unreachable({ message: "cut" })
      return said
    }),
    signIn: s.scheduleFunction(async () => undefined),
    keepDraft: s.scheduleFunction(async (it) => server.keep(it)),
    forgetDraft: s.scheduleFunction(async () => server.forget()),
  })
  const actor = createActor(machine, { input: editorInput(of), clock }).start()
  const settle = async (until: () => boolean) => {
    for (let i = 0; i < 40 && !until(); i++) {
      clock.increment(60_000)
      await s.waitIdle()
    }
  }
  return { server, actor, clock, settle }
}

describe("the editor, for any outcomes and any order of responses", () => {
  test("saves every edit: the server has the author's draft in the end, in consecutive revisions", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(anything, { maxLength: 14 }),
        fc.array(fate, { maxLength: 6 }),
        async (s, events, fates) => {
          const { server, actor, clock, settle } = started({ s, fates })
          let made: AuthoredScript = actor.getSnapshot().context.draft
          s.scheduleSequence(
            events.map((event) => async () => {
              actor.send(event)
              clock.increment(150)
              made = actor.getSnapshot().status === "active" ? actor.getSnapshot().context.draft : made
            }),
          )
          await s.waitIdle()
          actor.send({ type: "script.save" })
          await settle(() => actor.getSnapshot().status === "done")
          expect(actor.getSnapshot().status).toBe("done")
          expect(toAuthoredScript(server.latest())).toEqual(made)
          expect(server.saves.map(({ revision }) => revision)).toEqual(server.saves.map((_, place) => place + 1))
          expect(server.kept()).toBe(null)
        },
      ),
    )
  })

  test("stores the newest draft on the device until the server has it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(anything, { minLength: 1, maxLength: 14 }), fc.array(fate), async (s, events, fates) => {
        const { server, actor, clock } = started({ s, fates })
        s.scheduleSequence(
          events.map((event) => async () => {
            actor.send(event)
          }),
        )
        await s.waitIdle()
        clock.increment(300)
        await s.waitIdle()
        const { context, status } = actor.getSnapshot()
        const kept = server.kept()
        const onlyHere = status === "active" && isDirty(context)
        expect(kept === null || status === "done" ? null : applyLocalDraft(kept)).toEqual(
          onlyHere || (kept && status === "active") ? context.draft : null,
        )
      }),
    )
  })

  test("stores a draft on the device before sending it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(edit, { minLength: 1, maxLength: 6 }), async (s, events) => {
        const server = fakeServerAndDevice(first)
        const sent: Array<boolean> = []
        const actor = createActor(
          editorWithPorts({
            keepDraft: s.scheduleFunction(async (it) => server.keep(it)),
            saveScript: async (it) => {
              const kept = server.kept()
              sent.push(kept !== null && JSON.stringify(applyLocalDraft(kept)) === JSON.stringify(it.script))
              return server.save(it)
            },
          }),
          { input: editorInput(first), clock: new SimulatedClock() },
        ).start()
        for (const event of events) actor.send(event)
        const dirty = isDirty(actor.getSnapshot().context)
        actor.send({ type: "script.save" })
        await s.waitIdle()
        expect(sent).toEqual(dirty ? [true] : [])
      }),
    )
  })

  test("returns to the original script by undoing every step, and to the draft by redoing them", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (events) => {
        const actor = createActor(editorWithPorts({}), { input: editorInput(first), clock: new SimulatedClock() }).start()
        for (const event of events) actor.send(event)
        const left = actor.getSnapshot().context.draft
        const steps = actor.getSnapshot().context.history.past.length
        for (let i = 0; i < steps; i++) actor.send({ type: "edit.undo" })
        expect(actor.getSnapshot().context.draft).toEqual(toAuthoredScript(first))
        for (let i = 0; i < steps; i++) actor.send({ type: "edit.redo" })
        expect(actor.getSnapshot().context.draft).toEqual(left)
      }),
    )
  })

  test("reports a save by someone else, and merges the edits of both", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(edit, { maxLength: 8 }), async (s, events) => {
        const { server, actor, settle } = started({ s, fates: [] })
        for (const event of events) actor.send(event)
        const mine = actor.getSnapshot().context.draft
        server.put({ ...toAuthoredScript(first), instructions: [...first.instructions, { ...message("theirs", "four"), order: 3 }] })
        const dirty = isDirty(actor.getSnapshot().context)
        actor.send({ type: "script.save" })
        await s.waitIdle()
        expect(actor.getSnapshot().context.theirs?.savedBy ?? null).toBe(dirty ? "Bas" : null)
        actor.send({ type: "conflict.merge", picks: {} })
        actor.send({ type: "script.save" })
        await settle(() => actor.getSnapshot().status === "done")
        const merged = content(server.latest())
        expect(merged.filter(([it]) => it !== "theirs")).toEqual(content(mine))
        expect(merged.filter(([it]) => it === "theirs")).toEqual([["theirs", "", "four"]])
      }),
    )
  })
})
