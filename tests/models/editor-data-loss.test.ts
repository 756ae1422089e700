// What an author could lose, or be held up by, where things come together as they seldom do.
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, SimulatedClock } from "xstate"
import { Forbidden, SignedOut, Unreachable, Unreadable } from "../../domain/failure.ts"
import { applyLocalDraft, type LocalDraft, toAuthoredScript } from "../../domain/script/local-draft.ts"
import type { Script, ScriptId } from "../../domain/script/script.ts"
import { createPatch } from "../../domain/script/script-patch.ts"
import type { EditorEvent } from "../../machines/editor/editor-model.ts"
import { scriptOpeningMachine } from "../../machines/editor/script-opening-machine.ts"
import { isUnsaved } from "../../machines/editor/unsaved-work.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-stand-ins.ts"

const first = script([{ ...message("a", '<img src="/old.png" alt="Our house">'), type: "image" }, message("b", "two")])
const picture = { name: "one.png", bytes: 10, type: "image/png", content: async () => new ArrayBuffer(0) }
const pick: EditorEvent = { type: "image.pick", uuid: "a", locale: "nl", file: picture }
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
const retitle = (text: string): EditorEvent => ({ type: "title.type", text })

/** An editor beside its server and its device. */
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
  /** What this device has when the author has paused. */
  const kept = async () => {
    clock.increment(300)
    await settled()
    return server.kept()
  }
  return { server, clock, actor, send, kept, context: () => actor.getSnapshot().context, status: () => actor.getSnapshot().status }
}

describe("what came into the draft by other ways than the author's typing is on this device, too", () => {
  test("a picture, a file, and one that came late", async () => {
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

  test("what two people's edits came to, written anew in the fields; and what was typed while a save was on its way, on what the server has by then", async () => {
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

  test("what is left of it once it is discarded for theirs: nothing", async () => {
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

test("edits that follow a save of which nothing is known stand on what the server surely had", async () => {
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

test("an undo back to what was read, after two saves of which nothing is known, is kept on what was sent last", async () => {
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

describe("a device that cannot forget keeps nobody", () => {
  const forgetDraft = () => Promise.reject(new Error("no storage"))

  test("from going on after an undo, from saving, nor from leaving", async () => {
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

describe("opening", () => {
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

  test("what was refused is not there but for Undo, whether the device forgets it, cannot, or never answers", async () => {
    const never = () => new Promise<never>(() => undefined)
    for (const forget of [async () => undefined, () => Promise.reject(new Error("no storage")), never]) {
      const it = opening(kept, first, forget)
      await settled()
      it.actor.send({ type: "draft.discard" })
      await settled()
      it.clock.increment(6000)
      expect(editorIn(it)?.context.draft.name).toBe("Visit")
      expect(editorIn(it)?.context.history.past.map(({ deed }) => deed)).toEqual(["discard"])
    }
  })

  test("what the server has by now is no conflict, though it was kept on an older revision", async () => {
    const it = opening(kept, script(first.instructions, { revision: 2, name: "Mine" }), async () => undefined)
    await settled()
    expect(editorIn(it)?.matches({ open: { saving: "idle" } })).toBe(true)
    expect(editorIn(it)?.context.theirs).toBeNull()
  })
})

describe("a save", () => {
  test("that the server took and answered in no shape that is known is known again by the next one", async () => {
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

  test("whose sign-in was given up, or was somebody else's, is told and can be made again; what was sent in vain is not waited for", async () => {
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

  test("that another's was before is nothing that waits: who takes the edits back can go, unasked, and this device keeps none of them", async () => {
    const { server, send, status, context, kept } = working()
    server.put({ ...toAuthoredScript(first), public_name: "Theirs" })
    await send(retitle("Mine"), { type: "script.save" })
    expect([context().theirs?.savedBy, (await kept())?.delta === undefined]).toEqual(["Bas", false])
    await send({ type: "edit.undo" })
    expect([isUnsaved(context()), await kept()]).toEqual([false, null])
    await send({ type: "editor.leave" })
    expect(status()).toBe("done")
  })

  test("that was refused is nothing that the page's closing asks about, once its edits are taken back, though this device is full", async () => {
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

  test("that waits for the network goes at once where the author saves again", async () => {
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

  test("that waited for the network closes the editor of nobody who went on meanwhile", async () => {
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

  test("over another's closes the editor, also where its author edited on while that was asked", async () => {
    const { server, send, status } = working()
    server.put({ ...toAuthoredScript(first), name: "Theirs" })
    await send(retitle("Mine"), { type: "script.save" })
    expect(status()).toBe("active")
    await send(retitle("Mine, and more"), { type: "conflict.overwrite" })
    expect([status(), server.latest().name]).toEqual(["done", "Mine, and more"])
  })

  test("that waits for a picture sends no title that the server would refuse, should there be one by then", async () => {
    const upload = Promise.withResolvers<string>()
    const { server, send, actor } = working({ uploadImage: () => upload.promise })
    await send(pick, { type: "script.save" }, retitle(" "))
    upload.resolve("/uploads/c/one.png")
    await settled()
    expect([actor.getSnapshot().hasTag("saving"), server.latest().revision]).toEqual([false, 1])
  })

  test("waits no longer for a picture whose instruction was deleted meanwhile", async () => {
    const upload = Promise.withResolvers<string>()
    const { server, send, status } = working({ uploadImage: () => upload.promise })
    await send(pick, { type: "instruction.delete", uuid: "a" }, { type: "script.save" })
    expect(status()).toBe("active")
    upload.resolve("/uploads/c/one.png")
    await settled()
    expect([status(), server.latest().instructions.map(({ uuid }) => uuid)]).toEqual(["done", ["b"]])
  })
})

test("another picture has the words that the one before it had", async () => {
  const { send, context } = working({ uploadImage: async () => "/uploads/c/one.png" })
  await send(pick)
  expect(context().draft.instructions[0]?.messages[0]?.content).toBe('<img src="/uploads/c/one.png" alt="Our house">')
})

test("an edit after an undo leaves nothing to do again: it would be done to another script", async () => {
  const { send, context } = working()
  await send({ type: "instruction.delete", uuid: "a" }, { type: "edit.undo" }, { type: "instructions.move", uuids: new Set(["b"]), to: 0 })
  const { draft } = context()
  await send({ type: "edit.redo" })
  expect(context().draft).toBe(draft)
})
