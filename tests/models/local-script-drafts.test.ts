// Local drafts of scripts in IndexedDB, with several tabs over one database.
import "fake-indexeddb/auto"
import { forceCloseDatabase } from "fake-indexeddb"
import fc from "fast-check"
import { type IDBPDatabase, openDB } from "idb"
import { describe, expect, test, vi } from "vitest"
import { registerTab } from "../../adapters/browser/draft-database.ts"
import { createScriptDraftStore } from "../../adapters/browser/local-drafts.ts"
import { applyLocalDraft, type LocalDraft, toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import { createPatch } from "../../domain/revisions/script-patch.ts"
import { type AuthoredScript, ScriptId } from "../../domain/script/script.ts"
import { message, script } from "./editor-fixtures.ts"

let databases = 0
const newDatabase = () => `drafts ${++databases}`

const { uuid } = script([])
const owner = { user: "anna", script: uuid }
const first = toAuthoredScript(script([message("a", "one"), message("b", "two")]))
const second = toAuthoredScript(script([message("x", "ten"), message("y", "eleven"), message("z", "twelve")]))
const called = (base: AuthoredScript, name: string): AuthoredScript => ({ ...base, name })

let moment = 0
const kept = (base: AuthoredScript, draft: AuthoredScript, revision = 1): LocalDraft => ({
  ...owner,
  revision,
  base,
  delta: createPatch(base, draft),
  at: new Date(Date.UTC(2026, 0, 1) + 1000 * ++moment).toISOString(),
})

/** The ids of the open tabs. */
const open = new Set<string>()
let tabs = 0
/** The draft store of a new tab. What it stored stays when the tab is closed. */
const tabOf = (name: string) => {
  const id = `tab ${++tabs}`
  open.add(id)
  return { ...createScriptDraftStore(name, { id, isOpen: async (other) => open.has(other) }), close: () => open.delete(id) }
}

test("a tab detects which other tabs are open", async () => {
  const [one, other] = [registerTab(), registerTab()]
  expect([await one.isOpen(other.id), await other.isOpen(one.id), await one.isOpen(one.id)]).toEqual([true, true, true])
  expect(await one.isOpen("one that is gone")).toBe(false)
})

const oldStores = (made: IDBPDatabase) => {
  for (const store of ["bases", "edits"]) made.createObjectStore(store, { keyPath: ["user", "script"] })
}

describe("drafts stored before each tab had its own", () => {
  const old = async (name: string, { base, ...edits }: LocalDraft) => {
    const db = await openDB(name, 1, { upgrade: oldStores })
    await db.put("edits", edits)
    await db.put("bases", { ...owner, revision: edits.revision, base })
    return db
  }

  test("are migrated once: they can be recalled, continued and discarded", async () => {
    const name = newDatabase()
    ;(await old(name, kept(first, called(first, "Of old")))).close()
    const [one, other] = [tabOf(name), tabOf(name)]
    const found = await one.recall(owner)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "Of old"))
    expect((await other.recall(owner))?.revision).toBe(1)
    expect(await one.keep(kept(first, called(first, "Gone on with")))).toBe("kept")
    one.close()
    const again = tabOf(name)
    const last = await again.recall(owner)
    expect(last && applyLocalDraft(last)).toEqual(called(first, "Gone on with"))
    await again.discard(owner)
    expect(await tabOf(name).recall(owner)).toBeNull()
  })

  test("stay unchanged if the migration fails, which is reported, and are migrated on the next attempt", async () => {
    const name = newDatabase()
    ;(await old(name, kept(first, called(first, "Of old")))).close()
    const broken = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new Error("broken off")
    })
    const one = tabOf(name)
    await expect(one.recall(owner)).rejects.toMatchObject({ _tag: "Unreadable", message: "Error: broken off" })
    expect(await one.keep(kept(first, called(first, "Newer")))).toBe("off")
    broken.mockImplementation(() => {
      throw new DOMException("no room", "QuotaExceededError")
    })
    expect(await one.keep(kept(first, called(first, "Newer")))).toBe("full")
    broken.mockRestore()
    const found = await one.recall(owner)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "Of old"))
  })

  test("are migrated even if they are unreadable", async () => {
    const name = newDatabase()
    const held = await old(name, kept(first, called(first, "Of old")))
    await held.put("edits", { ...owner, tab: null, at: "never" })
    held.close()
    const one = tabOf(name)
    await expect(one.recall(owner)).rejects.toMatchObject({ _tag: "Unreadable" })
    expect(await one.keep(kept(first, called(first, "Newer")))).toBe("kept")
  })

  test("are recalled only once a tab that runs the earlier version is closed", async () => {
    const name = newDatabase()
    const held = await old(name, kept(first, called(first, "Of old")))
    const recalling = tabOf(name).recall(owner)
    const isHeld = Symbol("held")
    expect(await Promise.race([recalling, new Promise((resolve) => setTimeout(() => resolve(isHeld), 50))])).toBe(isHeld)
    held.close()
    const found = await recalling
    expect(found && applyLocalDraft(found)).toEqual(called(first, "Of old"))
  })
})

describe("drafts on this device", () => {
  test("are recalled as they were last stored", async () => {
    const name = newDatabase()
    const writing = tabOf(name)
    expect(await writing.keep(kept(first, called(first, "A")))).toBe("kept")
    expect(await writing.keep(kept(first, called(first, "B")))).toBe("kept")
    const found = await tabOf(name).recall(owner)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "B"))
  })

  test("keep their base revision when another tab stores a draft of a later one", async () => {
    const name = newDatabase()
    const [one, other] = [tabOf(name), tabOf(name)]
    const mine = { ...first, instructions: [message("a", "one"), { ...message("b", "two more"), order: 1 }] }
    await one.keep(kept(first, called(first, "A")))
    await other.keep(kept(second, called(second, "B"), 2))
    await one.keep(kept(first, mine))
    const found = await tabOf(name).recall(owner)
    expect(found && applyLocalDraft(found)).toEqual(mine)
    expect(found?.revision).toBe(1)
  })

  test("stay when another tab discards its own", async () => {
    const name = newDatabase()
    const [one, other] = [tabOf(name), tabOf(name)]
    await one.keep(kept(first, called(first, "mine")))
    await other.keep(kept(first, called(first, "other")))
    await other.discard(owner)
    const found = await tabOf(name).recall(owner)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "mine"))
  })

  test("are complete if they are stored right after the previous one was stored and discarded at the same time", async () => {
    const name = newDatabase()
    const writing = tabOf(name)
    await Promise.all([writing.keep(kept(first, called(first, "A"))), writing.discard(owner)])
    await writing.keep(kept(first, called(first, "B")))
    const found = await tabOf(name).recall(owner)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "B"))
  })

  test("of a closed tab are continued by the tab that recalls them, and discarded with its own", async () => {
    const name = newDatabase()
    const one = tabOf(name)
    await one.keep(kept(first, called(first, "A")))
    one.close()
    const other = tabOf(name)
    expect((await other.recall(owner))?.revision).toBe(1)
    await other.keep(kept(first, called(first, "B")))
    await other.discard(owner)
    expect(await tabOf(name).recall(owner)).toBeNull()
  })

  test("of an open tab stay when another tab that recalled them discards its own", async () => {
    const name = newDatabase()
    const one = tabOf(name)
    await one.keep(kept(first, called(first, "A")))
    const other = tabOf(name)
    expect(await other.recall(owner)).not.toBeNull()
    await other.discard(owner)
    const found = await tabOf(name).recall(owner)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "A"))
  })

  test("stay for the next time if they were recalled too late to be offered, even if they were offered before", async () => {
    const name = newDatabase()
    const one = tabOf(name)
    await one.keep(kept(first, called(first, "A")))
    one.close()
    const other = tabOf(name)
    expect(await other.recall(owner)).not.toBeNull()
    expect(await other.recall(owner, AbortSignal.abort())).toBeNull()
    await other.keep(kept(first, called(first, "B")))
    await other.discard(owner)
    const found = await tabOf(name).recall(owner)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "A"))
  })

  test("are recalled on the base that was last stored, even if drafts on two bases are stored at the same time", async () => {
    const name = newDatabase()
    const writing = tabOf(name)
    await writing.keep(kept(first, called(first, "A")))
    await writing.keep(kept(second, called(second, "B"), 2))
    const saved = await tabOf(name).recall(owner)
    expect(saved && [applyLocalDraft(saved), saved.revision]).toEqual([called(second, "B"), 2])
    await writing.keep(kept(first, called(first, "C")))
    await Promise.all([writing.keep(kept(second, called(second, "D"), 2)), writing.keep(kept(first, called(first, "E")))])
    const last = await tabOf(name).recall(owner)
    expect(last && applyLocalDraft(last)).toEqual(called(first, "E"))
  })

  test("stay if their tab was taken for closed but has stored another edit since they were recalled", async () => {
    for (const action of ["keep", "forget"] as const) {
      const name = newDatabase()
      const frozen = tabOf(name)
      await frozen.keep(kept(first, called(first, "A")))
      frozen.close()
      const other = tabOf(name)
      expect(await other.recall(owner)).not.toBeNull()
      await frozen.keep(kept(first, called(first, "B")))
      if (action === "keep") {
        await other.keep(kept(first, called(first, "C")))
        other.close()
      }
      await other.discard(owner)
      const found = await tabOf(name).recall(owner)
      expect(found && applyLocalDraft(found)).toEqual(called(first, "B"))
    }
  })

  test("of one user and script stay when the same tab stores and discards a draft of another user or script", async () => {
    const otherScript = { ...owner, script: ScriptId.make("22222222-2222-4222-8222-222222222222") }
    for (const other of [{ ...owner, user: "bas" }, otherScript]) {
      const name = newDatabase()
      const one = tabOf(name)
      await one.keep(kept(first, called(first, "A")))
      one.close()
      const finder = tabOf(name)
      expect(await finder.recall(owner)).not.toBeNull()
      await finder.keep({ ...kept(first, called(first, "B")), ...other })
      await finder.discard(other)
      const found = await tabOf(name).recall(owner)
      expect(found && applyLocalDraft(found)).toEqual(called(first, "A"))
    }
  })

  test("are still stored after another tab has upgraded the database, and after the browser has closed the connection", async () => {
    for (const isOld of [true, false]) {
      const name = newDatabase()
      if (isOld) (await openDB(name, 1, { upgrade: oldStores })).close()
      const writing = tabOf(name)
      expect(await writing.keep(kept(first, called(first, "A")))).toBe("kept")
      const newer = await openDB(name, 9)
      newer.close()
      const opened = vi.spyOn(indexedDB, "open")
      expect(await writing.keep(kept(first, called(first, "B")))).toBe("kept")
      const connection = Object(opened.mock.results[0]?.value).result
      opened.mockRestore()
      const closed = new Promise((done) => connection.addEventListener("close", done))
      forceCloseDatabase(connection)
      await closed
      expect(await writing.keep(kept(first, called(first, "C")))).toBe("kept")
      const found = await tabOf(name).recall(owner)
      expect(found && applyLocalDraft(found)).toEqual(called(first, "C"))
    }
  })

  test("belong to one user and one script", async () => {
    const name = newDatabase()
    const writing = tabOf(name)
    await writing.keep(kept(first, called(first, "A")))
    const otherScript = { ...owner, script: ScriptId.make("22222222-2222-4222-8222-222222222222") }
    expect([await tabOf(name).recall({ ...owner, user: "bas" }), await tabOf(name).recall(otherScript)]).toEqual([null, null])
    await writing.discard({ ...owner, user: "bas" })
    await writing.discard(otherScript)
    expect(await tabOf(name).recall(owner)).not.toBeNull()
  })

  test("that are unreadable are reported, and do not hide readable ones", async () => {
    const name = newDatabase()
    const newer = tabOf(name)
    await newer.keep(kept(first, called(first, "A")))
    await tabOf(name).keep({ ...kept(first, called(first, "B")), delta: JSON.parse('{"of":"a newer version"}') })
    const found = await tabOf(name).recall(owner)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "A"))
    await newer.discard(owner)
    await expect(tabOf(name).recall(owner)).rejects.toMatchObject({ _tag: "Unreadable" })
  })

  test("that are unreadable stay for a version that can read them, whatever happens to the one that is offered instead", async () => {
    const name = newDatabase()
    const [older, newer] = [tabOf(name), tabOf(name)]
    await older.keep(kept(first, called(first, "A")))
    await newer.keep({ ...kept(first, called(first, "B")), delta: JSON.parse('{"of":"a newer version"}') })
    older.close()
    newer.close()
    const one = tabOf(name)
    const found = await one.recall(owner)
    expect(found && applyLocalDraft(found)).toEqual(called(first, "A"))
    await one.discard(owner)
    const other = tabOf(name)
    await expect(other.recall(owner)).rejects.toMatchObject({ _tag: "Unreadable" })
    await other.keep(kept(first, called(first, "C")))
    await other.discard(owner)
    await expect(tabOf(name).recall(owner)).rejects.toMatchObject({ _tag: "Unreadable" })
  })

  test("stay until they are discarded or continued, whatever the tabs do and in whatever order they close", async () => {
    const action = fc.record({ tab: fc.nat(2), what: fc.constantFrom("keep", "keep", "forget", "reopen", "crash") })
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 16 }), async (actions) => {
        const name = newDatabase()
        const running = [tabOf(name), tabOf(name), tabOf(name)]
        /** The titles of the drafts that must be stored, by tab. */
        const there = new Map<(typeof running)[number], string>()
        const foundBy = new Map<(typeof running)[number], { readonly of: (typeof running)[number]; readonly title: string }>()
        const giveUpFound = (by: (typeof running)[number]) => {
          const it = foundBy.get(by)
          if (it && !running.includes(it.of) && there.get(it.of) === it.title) there.delete(it.of)
        }
        for (const { tab: place, what } of actions) {
          const one = running[place] ?? tabOf(name)
          if (what === "keep") {
            const title = `title ${moment}`
            await one.keep(kept(place === 0 ? second : first, called(place === 0 ? second : first, title), place))
            there.set(one, title)
            giveUpFound(one)
          } else if (what === "forget") {
            await one.discard(owner)
            there.delete(one)
            giveUpFound(one)
          } else {
            one.close()
            const next = tabOf(name)
            running[place] = next
            if (what === "crash") continue
            const found = await next.recall(owner)
            const newest = [...there].toSorted(([, a], [, b]) => Number(b.slice(6)) - Number(a.slice(6)))[0]
            expect(found && applyLocalDraft(found).name).toBe(newest?.[1] ?? null)
            if (newest) foundBy.set(next, { of: newest[0], title: newest[1] })
          }
        }
        for (const it of running) it.close()
        const left: Array<string> = []
        for (let i = 0; i <= actions.length; i++) {
          const one = tabOf(name)
          const found = await one.recall(owner)
          if (found === null) break
          left.push(applyLocalDraft(found).name)
          await one.discard(owner)
        }
        expect(left.toSorted()).toEqual([...there.values()].toSorted())
      }),
      { numRuns: 40 },
    )
  })
})
