// What browsers keep of scripts that are not saved: several tabs, over one database as browsers have it.
import "fake-indexeddb/auto"
import { forceCloseDatabase } from "fake-indexeddb"
import fc from "fast-check"
import { type IDBPDatabase, openDB } from "idb"
import { describe, expect, test, vi } from "vitest"
import { registerTab } from "../../adapters/browser/draft-database.ts"
import { createScriptDraftStore } from "../../adapters/browser/local-drafts.ts"
import { applyLocalDraft, type LocalDraft, toAuthoredScript } from "../../domain/script/local-draft.ts"
import { type AuthoredScript, ScriptId } from "../../domain/script/script.ts"
import { createPatch } from "../../domain/script/script-patch.ts"
import { message, script } from "./editor-stand-ins.ts"

let databases = 0
const newDatabase = () => `drafts ${++databases}`

const { uuid } = script([])
const whose = { user: "anna", script: uuid }
const first = toAuthoredScript(script([message("a", "one"), message("b", "two")]))
const second = toAuthoredScript(script([message("x", "ten"), message("y", "eleven"), message("z", "twelve")]))
const called = (base: AuthoredScript, name: string): AuthoredScript => ({ ...base, name })

let moment = 0
const kept = (base: AuthoredScript, draft: AuthoredScript, revision = 1): LocalDraft => ({
  ...whose,
  revision,
  base,
  delta: createPatch(base, draft),
  at: new Date(Date.UTC(2026, 0, 1) + 1000 * ++moment).toISOString(),
})

/** The tabs of a browser that are open. */
const open = new Set<string>()
let tabs = 0
/** A tab of a browser. What it kept outlives it. */
const tabOf = (name: string) => {
  const id = `tab ${++tabs}`
  open.add(id)
  return { ...createScriptDraftStore(name, { id, isOpen: async (other) => open.has(other) }), close: () => open.delete(id) }
}

test("a tab knows which of the others are there", async () => {
  const [one, other] = [registerTab(), registerTab()]
  expect([await one.isOpen(other.id), await other.isOpen(one.id), await one.isOpen(one.id)]).toEqual([true, true, true])
  expect(await one.isOpen("one that is gone")).toBe(false)
})

const oldStores = (made: IDBPDatabase) => {
  for (const store of ["bases", "edits"]) made.createObjectStore(store, { keyPath: ["user", "script"] })
}

describe("drafts of the time before each tab had its own", () => {
  const old = async (name: string, { base, ...edits }: LocalDraft) => {
    const db = await openDB(name, 1, { upgrade: oldStores })
    await db.put("edits", edits)
    await db.put("bases", { ...whose, revision: edits.revision, base })
    return db
  }

  test("are carried over once: found, gone on with, and gone once they are forgotten", async () => {
    const name = newDatabase()
    ;(await old(name, kept(first, called(first, "Of old")))).close()
    const [one, other] = [tabOf(name), tabOf(name)]
    const found = await one.recall(whose)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "Of old"))
    expect((await other.recall(whose))?.revision).toBe(1)
    expect(await one.keep(kept(first, called(first, "Gone on with")))).toBe("kept")
    one.close()
    const again = tabOf(name)
    const last = await again.recall(whose)
    expect(last && applyLocalDraft(last)).toEqual(called(first, "Gone on with"))
    await again.discard(whose)
    expect(await tabOf(name).recall(whose)).toBeNull()
  })

  test("stay as they were where carrying them over breaks off, which is told, and are carried over once it does not", async () => {
    const name = newDatabase()
    ;(await old(name, kept(first, called(first, "Of old")))).close()
    const broken = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new Error("broken off")
    })
    const one = tabOf(name)
    await expect(one.recall(whose)).rejects.toMatchObject({ _tag: "Unreadable", message: "Error: broken off" })
    expect(await one.keep(kept(first, called(first, "Newer")))).toBe("off")
    broken.mockImplementation(() => {
      throw new DOMException("no room", "QuotaExceededError")
    })
    expect(await one.keep(kept(first, called(first, "Newer")))).toBe("full")
    broken.mockRestore()
    const found = await one.recall(whose)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "Of old"))
  })

  test("are carried over whatever stands in them", async () => {
    const name = newDatabase()
    const held = await old(name, kept(first, called(first, "Of old")))
    await held.put("edits", { ...whose, tab: null, at: "never" })
    held.close()
    const one = tabOf(name)
    await expect(one.recall(whose)).rejects.toMatchObject({ _tag: "Unreadable" })
    expect(await one.keep(kept(first, called(first, "Newer")))).toBe("kept")
  })

  test("stay while a tab of that time is open; once it is closed they are found", async () => {
    const name = newDatabase()
    const held = await old(name, kept(first, called(first, "Of old")))
    const recalling = tabOf(name).recall(whose)
    const isHeld = Symbol("held")
    expect(await Promise.race([recalling, new Promise((resolve) => setTimeout(() => resolve(isHeld), 50))])).toBe(isHeld)
    held.close()
    const found = await recalling
    expect(found && applyLocalDraft(found)).toEqual(called(first, "Of old"))
  })
})

describe("drafts on this device", () => {
  test("are there again down to the last one that was kept", async () => {
    const name = newDatabase()
    const writing = tabOf(name)
    expect(await writing.keep(kept(first, called(first, "A")))).toBe("kept")
    expect(await writing.keep(kept(first, called(first, "B")))).toBe("kept")
    const found = await tabOf(name).recall(whose)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "B"))
  })

  test("stand on the revision that they were made on, whatever another tab keeps", async () => {
    const name = newDatabase()
    const [one, other] = [tabOf(name), tabOf(name)]
    const mine = { ...first, instructions: [message("a", "one"), { ...message("b", "two more"), order: 1 }] }
    await one.keep(kept(first, called(first, "A")))
    await other.keep(kept(second, called(second, "B"), 2))
    await one.keep(kept(first, mine))
    const found = await tabOf(name).recall(whose)
    expect(found && applyLocalDraft(found)).toEqual(mine)
    expect(found?.revision).toBe(1)
  })

  test("outlive another tab that has saved its own", async () => {
    const name = newDatabase()
    const [one, other] = [tabOf(name), tabOf(name)]
    await one.keep(kept(first, called(first, "mine")))
    await other.keep(kept(first, called(first, "other")))
    await other.discard(whose)
    const found = await tabOf(name).recall(whose)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "mine"))
  })

  test("are whole when the next is kept while those before are still being forgotten", async () => {
    const name = newDatabase()
    const writing = tabOf(name)
    await Promise.all([writing.keep(kept(first, called(first, "A"))), writing.discard(whose)])
    await writing.keep(kept(first, called(first, "B")))
    const found = await tabOf(name).recall(whose)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "B"))
  })

  test("of a tab that is gone go on in the one that found them, and go with them", async () => {
    const name = newDatabase()
    const one = tabOf(name)
    await one.keep(kept(first, called(first, "A")))
    one.close()
    const other = tabOf(name)
    expect((await other.recall(whose))?.revision).toBe(1)
    await other.keep(kept(first, called(first, "B")))
    await other.discard(whose)
    expect(await tabOf(name).recall(whose)).toBeNull()
  })

  test("of a tab that is still open stay, also where another one wants nothing of them", async () => {
    const name = newDatabase()
    const one = tabOf(name)
    await one.keep(kept(first, called(first, "A")))
    const other = tabOf(name)
    expect(await other.recall(whose)).not.toBeNull()
    await other.discard(whose)
    const found = await tabOf(name).recall(whose)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "A"))
  })

  test("that were found too late to be offered stay for the next time, also where they were offered before", async () => {
    const name = newDatabase()
    const one = tabOf(name)
    await one.keep(kept(first, called(first, "A")))
    one.close()
    const other = tabOf(name)
    expect(await other.recall(whose)).not.toBeNull()
    expect(await other.recall(whose, AbortSignal.abort())).toBeNull()
    await other.keep(kept(first, called(first, "B")))
    await other.discard(whose)
    const found = await tabOf(name).recall(whose)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "A"))
  })

  test("stand on what the server has by now once that is another script, and on the earlier one again where that is kept while the other is on its way", async () => {
    const name = newDatabase()
    const writing = tabOf(name)
    await writing.keep(kept(first, called(first, "A")))
    await writing.keep(kept(second, called(second, "B"), 2))
    const saved = await tabOf(name).recall(whose)
    expect(saved && [applyLocalDraft(saved), saved.revision]).toEqual([called(second, "B"), 2])
    await writing.keep(kept(first, called(first, "C")))
    await Promise.all([writing.keep(kept(second, called(second, "D"), 2)), writing.keep(kept(first, called(first, "E")))])
    const last = await tabOf(name).recall(whose)
    expect(last && applyLocalDraft(last)).toEqual(called(first, "E"))
  })

  test("that a tab was thought gone with stay where it went on after they were found", async () => {
    for (const deed of ["keep", "forget"] as const) {
      const name = newDatabase()
      const frozen = tabOf(name)
      await frozen.keep(kept(first, called(first, "A")))
      frozen.close()
      const other = tabOf(name)
      expect(await other.recall(whose)).not.toBeNull()
      await frozen.keep(kept(first, called(first, "B")))
      if (deed === "keep") {
        await other.keep(kept(first, called(first, "C")))
        other.close()
      }
      await other.discard(whose)
      const found = await tabOf(name).recall(whose)
      expect(found && applyLocalDraft(found)).toEqual(called(first, "B"))
    }
  })

  test("that were found for one person and script stay when another one's, or another script's, are kept and forgotten in the same tab", async () => {
    const otherScript = { ...whose, script: ScriptId.make("22222222-2222-4222-8222-222222222222") }
    for (const other of [{ ...whose, user: "bas" }, otherScript]) {
      const name = newDatabase()
      const one = tabOf(name)
      await one.keep(kept(first, called(first, "A")))
      one.close()
      const finder = tabOf(name)
      expect(await finder.recall(whose)).not.toBeNull()
      await finder.keep({ ...kept(first, called(first, "B")), ...other })
      await finder.discard(other)
      const found = await tabOf(name).recall(whose)
      expect(found && applyLocalDraft(found)).toEqual(called(first, "A"))
    }
  })

  test("are kept on where another tab makes the database over, and where the browser cut it off", async () => {
    for (const isOld of [true, false]) {
      const name = newDatabase()
      if (isOld) (await openDB(name, 1, { upgrade: oldStores })).close()
      const writing = tabOf(name)
      expect(await writing.keep(kept(first, called(first, "A")))).toBe("kept")
      const newer = await openDB(name, 9)
      newer.close()
      const opened = vi.spyOn(indexedDB, "open")
      expect(await writing.keep(kept(first, called(first, "B")))).toBe("kept")
      forceCloseDatabase(Object(opened.mock.results[0]?.value).result)
      opened.mockRestore()
      await new Promise((done) => setTimeout(done, 10))
      expect(await writing.keep(kept(first, called(first, "C")))).toBe("kept")
      const found = await tabOf(name).recall(whose)
      expect(found && applyLocalDraft(found)).toEqual(called(first, "C"))
    }
  })

  test("are nobody else's, and of no other script", async () => {
    const name = newDatabase()
    const writing = tabOf(name)
    await writing.keep(kept(first, called(first, "A")))
    const otherScript = { ...whose, script: ScriptId.make("22222222-2222-4222-8222-222222222222") }
    expect([await tabOf(name).recall({ ...whose, user: "bas" }), await tabOf(name).recall(otherScript)]).toEqual([null, null])
    await writing.discard({ ...whose, user: "bas" })
    await writing.discard(otherScript)
    expect(await tabOf(name).recall(whose)).not.toBeNull()
  })

  test("that cannot be read are told, and hide none that can", async () => {
    const name = newDatabase()
    const newer = tabOf(name)
    await newer.keep(kept(first, called(first, "A")))
    await tabOf(name).keep({ ...kept(first, called(first, "B")), delta: JSON.parse('{"of":"a newer version"}') })
    const found = await tabOf(name).recall(whose)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "A"))
    await newer.discard(whose)
    await expect(tabOf(name).recall(whose)).rejects.toMatchObject({ _tag: "Unreadable" })
  })

  test("that cannot be read stay for a version that can, whatever comes of the one that is offered instead", async () => {
    const name = newDatabase()
    const [older, newer] = [tabOf(name), tabOf(name)]
    await older.keep(kept(first, called(first, "A")))
    await newer.keep({ ...kept(first, called(first, "B")), delta: JSON.parse('{"of":"a newer version"}') })
    older.close()
    newer.close()
    const one = tabOf(name)
    const found = await one.recall(whose)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "A"))
    await one.discard(whose)
    const other = tabOf(name)
    await expect(other.recall(whose)).rejects.toMatchObject({ _tag: "Unreadable" })
    await other.keep(kept(first, called(first, "C")))
    await other.discard(whose)
    await expect(tabOf(name).recall(whose)).rejects.toMatchObject({ _tag: "Unreadable" })
  })

  test("whatever tabs do, in whatever order they come to an end: each draft is there until it was saved, given up or gone on with", async () => {
    const deed = fc.record({ tab: fc.nat(2), what: fc.constantFrom("keep", "keep", "forget", "reopen", "crash") })
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 16 }), async (deeds) => {
        const name = newDatabase()
        const running = [tabOf(name), tabOf(name), tabOf(name)]
        /** By the tab that kept it: what must be there. */
        const there = new Map<(typeof running)[number], string>()
        const foundBy = new Map<(typeof running)[number], { readonly of: (typeof running)[number]; readonly title: string }>()
        const giveUpFound = (by: (typeof running)[number]) => {
          const it = foundBy.get(by)
          if (it && !running.includes(it.of) && there.get(it.of) === it.title) there.delete(it.of)
        }
        for (const { tab: place, what } of deeds) {
          const one = running[place] ?? tabOf(name)
          if (what === "keep") {
            const title = `title ${moment}`
            await one.keep(kept(place === 0 ? second : first, called(place === 0 ? second : first, title), place))
            there.set(one, title)
            giveUpFound(one)
          } else if (what === "forget") {
            await one.discard(whose)
            there.delete(one)
            giveUpFound(one)
          } else {
            one.close()
            const next = tabOf(name)
            running[place] = next
            if (what === "crash") continue
            const found = await next.recall(whose)
            const newest = [...there].toSorted(([, a], [, b]) => Number(b.slice(6)) - Number(a.slice(6)))[0]
            expect(found && applyLocalDraft(found).name).toBe(newest?.[1] ?? null)
            if (newest) foundBy.set(next, { of: newest[0], title: newest[1] })
          }
        }
        for (const it of running) it.close()
        const left: Array<string> = []
        for (let i = 0; i <= deeds.length; i++) {
          const one = tabOf(name)
          const found = await one.recall(whose)
          if (found === null) break
          left.push(applyLocalDraft(found).name)
          await one.discard(whose)
        }
        expect(left.toSorted()).toEqual([...there.values()].toSorted())
      }),
      { numRuns: 40 },
    )
  })
})
