// Rare combinations of events in which an author could lose edits or be blocked.
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, SimulatedClock } from "xstate"
import { Forbidden, SignedOut, Unreachable, Unreadable } from "../../domain/failures/failure.ts"
import { applyLocalDraft, type LocalDraft, toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import { createPatch } from "../../domain/revisions/script-patch.ts"
import type { Script, ScriptId } from "../../domain/script/script.ts"
import type { EditorEvent } from "../../machines/editor/editor-model.ts"
import { scriptOpeningMachine } from "../../machines/editor/script-opening-machine.ts"
import { isUnsaved } from "../../machines/editor/unsaved-work.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-fixtures.ts"

const first = script([{ ...message("a", '<img src="/old.png" alt="Our house">'), type: "image" }, message("b", "two")])
const picture = { name: "one.png", bytes: 10, type: "image/png", content: async () => new ArrayBuffer(0) }
const pick: EditorEvent = { type: "image.pick", uuid: "a", locale: "nl", file: picture }
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
const retitle = (text: string): EditorEvent => ({ type: "title.type", text })

/** An editor with its server and its device. */
const working = (ports: Parameters<typeof editorWithPorts>[0] = {}, of: Script = first, server = fakeServerAndDevice(of)) => {
  const clock = new SimulatedClock()
  const actor = createActor(
    editorWithPorts({
      saveScript: async (it) => server.save(it),
      keepDraft: async (it) => server.keep(it),
      forgetDraft: async () => server.forget(),
      ...ports,
    }),
    { input: editorInput(of), clock },
  ).start()
  const send = async (...events: ReadonlyArray<EditorEvent>) => {
    for (const event of events) actor.send(event)
    await settled()
  }
  /** The local draft after the author paused. */
  const kept = async () => {
    clock.increment(300)
    await settled()
    return server.kept()
  }
  return { server, clock, actor, send, kept, context: () => actor.getSnapshot().context, status: () => actor.getSnapshot().status }
}

describe("the local draft", () => {
  test("includes an uploaded image, an imported file and a pending import that was accepted", async () => {
    const pictured = working({ uploadImage: async () => "/uploads/c/one.png" })
    await pictured.send(pick)
    const withPicture = await pictured.kept()
    expect(withPicture && applyLocalDraft(withPicture).instructions[0]?.messages[0]?.content).toContain("/uploads/c/one.png")
    const file = { name: "a.json", text: async () => "" }
    for (const isLate of [false, true]) {
      const it = working({ openFile: async () => ({ _tag: "Opened", script: toAuthoredScript(first) }) }, script([]))
      it.actor.send({ type: "file.import", files: [file] })
      if (isLate) it.actor.send({ type: "instruction.add", entry: "message" })
      await settled()
      if (isLate) {
        await it.kept()
        it.actor.send({ type: "pending-import.accept" })
      }
      const imported = await it.kept()
      expect(imported && applyLocalDraft(imported).instructions.map(({ uuid }) => uuid)).toEqual(["a", "b"])
    }
  })

  test("includes a merge, which resets the fields, and edits typed during a save, based on the newest revision", async () => {
    const both = working()
    await both.send(retitle("Mine"))
    await both.kept()
    both.server.put({ ...toAuthoredScript(first), public_name: "Theirs" })
    await both.send({ type: "script.save" })
    const { draftEpoch } = both.context()
    await both.send({ type: "conflict.merge", picks: {} })
    expect(both.context().draftEpoch).toBe(draftEpoch + 1)
    const merged = await both.kept()
    expect(merged && [applyLocalDraft(merged).name, applyLocalDraft(merged).public_name, merged.revision]).toEqual(["Mine", "Theirs", 2])

    const answer = Promise.withResolvers<void>()
    const later = working({
      saveScript: async (it) => {
        await answer.promise
        return later.server.save(it)
      },
    })
    await later.send(retitle("First"), { type: "script.save" })
    await later.send(retitle("Second"))
    expect((await later.kept())?.revision).toBe(1)
    answer.resolve()
    await settled()
    const typed = await later.kept()
    expect(typed && [applyLocalDraft(typed).name, typed.base.name, typed.revision]).toEqual(["Second", "First", 2])
  })

  test("is deleted when the author discards the edits in a conflict", async () => {
    const { server, clock, send, kept, context } = working()
    const paused = async () => {
      clock.increment(1000)
      await settled()
    }
    await send(retitle("Mine"))
    await paused()
    server.put({ ...toAuthoredScript(first), name: "Theirs" })
    await send({ type: "script.save" })
    await send({ type: "conflict.discard" })
    expect([await kept(), context().draft.name, isUnsaved(context())]).toEqual([null, "Theirs", false])
    await paused()
    expect(context().checkedDraft).toBe(context().draft)
  })
})

test("edits after a save with an unknown outcome are stored on top of the last confirmed revision", async () => {
  const { send, kept } = working({
    saveScript: async () => {
      throw new Unreachable({ message: "cut" })
    },
  })
  await send(retitle("Sent"), { type: "script.save" })
  await send(retitle("Later"))
  const it = await kept()
  expect(it && [it.base.name, applyLocalDraft(it).name, it.revision]).toEqual(["Visit", "Later", 1])
})

test("an undo to the original script after two saves with unknown outcomes is stored on top of the script sent last", async () => {
  const { send, kept } = working({
    saveScript: async () => {
      throw new Unreachable({ message: "cut" })
    },
  })
  await send(retitle("Sent"), { type: "script.save" })
  await send(retitle("Sent again"), { type: "script.save" })
  await send(retitle("Visit"))
  const it = await kept()
  expect(it && [it.base.name, applyLocalDraft(it).name]).toEqual(["Sent again", "Visit"])
})

describe("a device that cannot delete the local draft", () => {
  const forgetDraft = () => Promise.reject(new Error("no storage"))

  test("does not prevent editing after an undo, saving or leaving", async () => {
    const undone = working({ forgetDraft })
    await undone.send(retitle("Mine"), { type: "edit.undo" })
    await undone.kept()
    expect(undone.status()).toBe("active")
    await undone.send(retitle("Again"))
    const again = await undone.kept()
    expect(again && applyLocalDraft(again).name).toBe("Again")
    await undone.send({ type: "script.save" })
    expect([undone.status(), undone.server.latest().name]).toEqual(["done", "Again"])
    const left = working({ forgetDraft })
    await left.send(retitle("Mine"), { type: "editor.leave" }, { type: "leave.confirm" })
    expect([left.status(), left.server.latest().revision]).toEqual(["done", 1])
  })
})

describe("opening a script", () => {
  const opening = (kept: LocalDraft, server: Script, forgetDraft: () => Promise<void>) => {
    const machine = scriptOpeningMachine.provide({
      actors: {
        readScript: fromPromise<Script, { readonly community: string; readonly uuid: ScriptId }>(async () => server),
        recallDraft: fromPromise<LocalDraft | null, { readonly user: string; readonly script: ScriptId }>(async () => kept),
        forgetDraft: fromPromise<void, { readonly user: string; readonly script: ScriptId }>(forgetDraft),
        editor: editorWithPorts({}),
      },
    })
    const { script: _, restored: __, ...rest } = editorInput(first)
    const clock = new SimulatedClock()
    return { clock, actor: createActor(machine, { input: { ...rest, uuid: first.uuid }, clock }).start() }
  }
  const base = toAuthoredScript(first)
  const kept: LocalDraft = {
    user: "anna",
    script: first.uuid,
    revision: 1,
    base,
    delta: createPatch(base, { ...base, name: "Mine" }),
    at: "2026-01-01T00:00:00Z",
  }
  const editorIn = ({ actor }: ReturnType<typeof opening>) => actor.getSnapshot().children.editor?.getSnapshot()

  test("omits a discarded local draft, which only Undo restores, whether or not the device deletes it", async () => {
    const never = () => new Promise<never>(() => undefined)
    for (const forget of [async () => undefined, () => Promise.reject(new Error("no storage")), never]) {
      const it = opening(kept, first, forget)
      await settled()
      it.actor.send({ type: "draft.discard" })
      await settled()
      it.clock.increment(6000)
      expect(editorIn(it)?.context.draft.name).toBe("Visit")
      expect(editorIn(it)?.context.history.past.map(({ kind }) => kind)).toEqual(["discard"])
    }
  })

  test("reports no conflict if the server already has the edits of a local draft based on an older revision", async () => {
    const it = opening(kept, script(first.instructions, { revision: 2, name: "Mine" }), async () => undefined)
    await settled()
    expect(editorIn(it)?.matches({ open: { saving: "idle" } })).toBe(true)
    expect(editorIn(it)?.context.theirs).toBeNull()
  })
})

describe("a save", () => {
  test("that succeeded with an unreadable response is recognized by the next save", async () => {
    let sends = 0
    const { server, send, status, context } = working({
      saveScript: async (it) => {
        const said = server.save(it)
        if (++sends === 1) throw new Unreadable({ message: "another shape" })
        return said
      },
    })
    await send(retitle("Mine"), { type: "script.save" })
    expect([status(), context().failure?._tag]).toEqual(["active", "Unreadable"])
    await send(retitle("Mine, and more"))
    await send({ type: "script.save" })
    expect([status(), context().theirs, server.latest().name, server.latest().revision]).toEqual(["done", null, "Mine, and more", 3])
  })

  test("whose sign-in fails shows the failure and can be repeated, and leaves no unsaved work once its edits are undone", async () => {
    let sends = 0
    const { server, send, status, context, actor } = working({
      saveScript: async (it) => {
        if (++sends === 1) throw new SignedOut()
        return server.save(it)
      },
      signIn: () => Promise.reject(new Forbidden()),
    })
    await send(retitle("Mine"), { type: "script.save" })
    expect([context().failure?._tag, actor.getSnapshot().matches({ open: { saving: "idle" } })]).toEqual(["Forbidden", true])
    await send({ type: "edit.undo" })
    expect(isUnsaved(context())).toBe(false)
    await send({ type: "edit.redo" }, { type: "script.save" })
    expect([status(), server.latest().name]).toEqual(["done", "Mine"])
  })

  test("that ends in a conflict leaves no unsaved work and no local draft once its edits are undone", async () => {
    const { server, send, status, context, kept } = working()
    server.put({ ...toAuthoredScript(first), public_name: "Theirs" })
    await send(retitle("Mine"), { type: "script.save" })
    expect([context().theirs?.savedBy, (await kept())?.delta === undefined]).toEqual(["Bas", false])
    await send({ type: "edit.undo" })
    expect([isUnsaved(context()), await kept()]).toEqual([false, null])
    await send({ type: "editor.leave" })
    expect(status()).toBe("done")
  })

  test("that was refused causes no warning on closing the page once its edits are undone, even if the device is full", async () => {
    let asking = 0
    const answer = Promise.withResolvers<never>()
    const { send, kept, context } = working({
      saveScript: () => answer.promise,
      keepDraft: async () => "full",
      warnBeforeUnload: () => {
        asking++
        return () => void asking--
      },
    })
    await send(retitle("Mine"), { type: "script.save" })
    await send({ type: "edit.undo" })
    await kept()
    expect([isUnsaved(context()), asking]).toEqual([true, 1])
    answer.reject(new Forbidden())
    await settled()
    expect([isUnsaved(context()), asking]).toEqual([false, 0])
  })

  test("that waits for the network is sent immediately when the author saves again", async () => {
    let sends = 0
    const { server, send, status } = working({
      saveScript: async (it) => {
        if (++sends === 1) throw new Unreachable({ message: "cut" })
        return server.save(it)
      },
    })
    await send(retitle("Mine"), { type: "script.save" })
    await send({ type: "script.save" })
    expect([status(), server.latest().name]).toEqual(["done", "Mine"])
  })

  test("that waited for the network does not close the editor if the author continued editing", async () => {
    const offline = () => {
      const server = fakeServerAndDevice(first)
      let sends = 0
      const saveScript = async (it: Parameters<typeof server.save>[0]) => {
        if (++sends === 1) throw new Unreachable({ message: "cut" })
        return server.save(it)
      }
      return working({ saveScript }, first, server)
    }
    let at = offline()
    await at.send(retitle("Mine"), { type: "script.save" }, retitle("Mine, and more"))
    await at.send({ type: "page.online" })
    expect([at.status(), at.server.latest().name, isUnsaved(at.context())]).toEqual(["active", "Mine, and more", false])
    expect(await at.kept()).toBe(null)
    await at.send({ type: "script.save" })
    expect(at.status()).toBe("done")

    at = offline()
    await at.send(retitle("Mine"), { type: "script.save" })
    await at.send(retitle("Mine, and more"))
    await at.send({ type: "save.retry" })
    expect([at.status(), at.server.latest().name]).toEqual(["done", "Mine, and more"])

    at = offline()
    await at.send(retitle("Mine"), { type: "script.save" })
    await at.send({ type: "page.online" })
    expect([at.status(), at.server.latest().name]).toEqual(["done", "Mine"])
  })

  test("that overwrites another revision closes the editor, even if the author edited during the conflict", async () => {
    const { server, send, status } = working()
    server.put({ ...toAuthoredScript(first), name: "Theirs" })
    await send(retitle("Mine"), { type: "script.save" })
    expect(status()).toBe("active")
    await send(retitle("Mine, and more"), { type: "conflict.overwrite" })
    expect([status(), server.latest().name]).toEqual(["done", "Mine, and more"])
  })

  test("that waits for an image is not sent if the title has become invalid meanwhile", async () => {
    const upload = Promise.withResolvers<string>()
    const { server, send, actor } = working({ uploadImage: () => upload.promise })
    await send(pick, { type: "script.save" }, retitle(" "))
    upload.resolve("/uploads/c/one.png")
    await settled()
    expect([actor.getSnapshot().hasTag("saving"), server.latest().revision]).toEqual([false, 1])
  })

  test("is completed without an image whose instruction was deleted during the upload", async () => {
    const upload = Promise.withResolvers<string>()
    const { server, send, status } = working({ uploadImage: () => upload.promise })
    await send(pick, { type: "instruction.delete", uuid: "a" }, { type: "script.save" })
    expect(status()).toBe("active")
    upload.resolve("/uploads/c/one.png")
    await settled()
    expect([status(), server.latest().instructions.map(({ uuid }) => uuid)]).toEqual(["done", ["b"]])
  })
})

test("an image keeps the alternative text of the image it replaces", async () => {
  const { send, context } = working({ uploadImage: async () => "/uploads/c/one.png" })
  await send(pick)
  expect(context().draft.instructions[0]?.messages[0]?.content).toBe('<img src="/uploads/c/one.png" alt="Our house">')
})

test("an edit after an undo leaves nothing to redo", async () => {
  const { send, context } = working()
  await send({ type: "instruction.delete", uuid: "a" }, { type: "edit.undo" }, { type: "instructions.move", uuids: new Set(["b"]), to: 0 })
  const { draft } = context()
  await send({ type: "edit.redo" })
  expect(context().draft).toBe(draft)
})
