// Edits that the server does not have yet, kept in this browser's IndexedDB: one draft per person, script and tab (reliability.md "Never
// lost"). Tabs of one script find each other's, and none writes over what another keeps or forgets it.
import * as Schema from "effect/Schema"
import type { DBSchema, IDBPDatabase } from "idb"
import { Unreadable } from "../../domain/failure.ts"
import { type DraftStorageStatus, LocalDraft } from "../../domain/script/local-draft.ts"
import type { AuthoredScript, ScriptId } from "../../domain/script/script.ts"
import { StyleLocalDraft } from "../../domain/style/style-merge.ts"
import { createBrowserDatabase, legacyTabId, MigrationFailed, storageFailure, type Tab } from "./draft-database.ts"

type DraftOwner = { readonly user: string; readonly script: ScriptId }
type InTab = { readonly tab: string }
type Base = DraftOwner & InTab & Pick<LocalDraft, "revision" | "base">
type Edits = Omit<LocalDraft, "base"> & InTab
type Key = [user: string, script: string, tab: string]

/** The revision edits were made on is big and seldom new, the edits are small and often: each has a store of its own. */
interface Stores extends DBSchema {
  bases: { key: Key; value: Base }
  edits: { key: Key; value: Edits }
}
type Store = "bases" | "edits"
const both: ReadonlyArray<Store> = ["bases", "edits"]

const byTab = ["user", "script", "tab"]
const make = (db: IDBPDatabase<Stores>): void => {
  for (const its of both) db.createObjectStore(its, { keyPath: byTab })
}

/** A draft of another tab, as it was when this one found it. One that cannot be read is none: it stays for a version that can. */
type Found = { readonly key: Key; readonly at: string }

export const createScriptDraftStore = (name: string, tab: Tab) => {
  let written: AuthoredScript | null = null
  let found: ReadonlyArray<Found> = []

  const store = createBrowserDatabase<Stores>(name, make, {
    is: (db) => [db.transaction("edits").store.keyPath].flat().length < byTab.length,
    migrate: async (db, change) => {
      const [bases, edits] = await Promise.all([change.objectStore("bases").getAll(), change.objectStore("edits").getAll()])
      for (const its of both) db.deleteObjectStore(its)
      make(db)
      const inTab = <Row extends object>(row: Row) => ({ ...row, tab: legacyTabId })
      await Promise.all([
        ...bases.map((row) => change.objectStore("bases").put(inTab(row))),
        ...edits.map((row) => change.objectStore("edits").put(inTab(row))),
      ])
    },
  })

  const keyOf = ({ user, script }: DraftOwner): Key => [user, script, tab.id]

  /** What was found of tabs that are gone. A tab that lives has its edits in hand, and keeps them itself. */
  const findAbandonedDrafts = async (of: DraftOwner): Promise<ReadonlyArray<Found>> => {
    const its = found.filter(({ key: [user, script] }) => user === of.user && script === of.script)
    const lives = await Promise.all(its.map(({ key }) => tab.isOpen(key[2])))
    return its.filter((_, place) => lives[place] === false)
  }

  /** Forgets what was found of tabs that are gone, unless that is another draft by now. */
  const deleteAbandonedDrafts = async (db: IDBPDatabase<Stores>, of: DraftOwner): Promise<void> => {
    const gone = await findAbandonedDrafts(of)
    if (gone.length === 0) return
    const change = db.transaction(both, "readwrite", { durability: "strict" })
    const stale = await Promise.all(gone.map(({ key }) => change.objectStore("edits").get(key)))
    const keys = gone.flatMap(({ key, at }, place) => (stale[place]?.at === at ? [key] : []))
    await Promise.all([...both.flatMap((its) => keys.map((key) => change.objectStore(its).delete(key))), change.done])
  }

  return {
    /**
     * Keeps the draft in place of the one before, and of the one of a tab that is gone that it goes on with. Says whether there was room,
     * and storage at all; never rejects. All that a draft needs is asked for before this gives its promise, where the database is open: a page
     * that closes lives no longer.
     */
    keep: async ({ base, ...edits }: LocalDraft): Promise<DraftStorageStatus> => {
      const known = written
      written = null
      try {
        const db = store.current() ?? (await store.open())
        const { user, script, revision } = edits
        const made: Base = { user, script, tab: tab.id, revision, base }
        const change = db.transaction(both, "readwrite", { durability: "strict" })
        const deeds: Array<Promise<unknown>> = [change.done, change.objectStore("edits").put({ ...edits, tab: tab.id })]
        if (known !== base) deeds.push(change.objectStore("bases").put(made))
        change.commit()
        await Promise.all(deeds)
        // A tab that could not tell whether this one is there may have taken it away.
        if (known === base && (await db.getKey("bases", keyOf(edits))) === undefined) await db.put("bases", made)
        await deleteAbandonedDrafts(db, edits)
        written = base
        return "kept"
      } catch (error) {
        return storageFailure(error)
      }
    },

    /**
     * The newest draft that any tab kept, or null, also where there is no storage. Rejects with `Unreadable` when there are only such as
     * this version cannot read or carry over. What is found when nobody waits for it any longer (`signal`) was offered to nobody, and stays.
     */
    recall: async (of: DraftOwner, signal?: AbortSignal): Promise<LocalDraft | null> => {
      found = []
      const unreadable: Array<string> = []
      const all = await read(of)
      if (signal?.aborted === true) return null
      for (const { edits, base } of all) {
        const decoded = Schema.decodeUnknownResult(LocalDraft)({ ...base, ...edits })
        if (decoded._tag === "Success") {
          if (edits.tab !== tab.id) found = [{ key: [of.user, of.script, edits.tab], at: edits.at }]
          return decoded.success
        }
        unreadable.push(String(decoded.failure))
      }
      if (unreadable[0] !== undefined) throw new Unreadable({ message: unreadable[0] })
      return null
    },

    /** Forgets what this tab kept, and what it found of tabs that are gone, unless that is another draft by now. */
    discard: async (of: DraftOwner): Promise<void> => {
      const db = await store.open()
      const change = db.transaction(both, "readwrite")
      await Promise.all([...both.map((its) => change.objectStore(its).delete(keyOf(of))), change.done])
      await deleteAbandonedDrafts(db, of)
    },
  }

  /** What any tab kept, the newest first. */
  async function read({ user, script }: DraftOwner): Promise<ReadonlyArray<{ readonly edits: Edits; readonly base: Base | undefined }>> {
    try {
      const all = IDBKeyRange.bound([user, script], [user, script, []])
      const look = (await store.open()).transaction(both, "readonly")
      const [bases, edits] = await Promise.all([look.objectStore("bases").getAll(all), look.objectStore("edits").getAll(all), look.done])
      const baseOf = new Map(bases.map((base) => [base.tab, base]))
      return edits.toSorted((one, other) => (one.at < other.at ? 1 : -1)).map((it) => ({ edits: it, base: baseOf.get(it.tab) }))
    } catch (error) {
      if (error instanceof MigrationFailed) throw new Unreadable({ message: String(error.cause) })
      // Without storage nothing was kept. That nothing will be is told with the first edit.
      return []
    }
  }
}

// Edits of a style that the server does not have yet, kept in this browser's IndexedDB: one draft per person, community and tab (decisions
// T17). No tab writes over what another keeps or forgets it; what a tab kept that is gone is found by the next.

type Whose = Pick<StyleLocalDraft, "user" | "community">
type KeyOfKeptStyles = [user: string, community: string, tab: string]

interface StoresOfKeptStyles extends DBSchema {
  styles: { key: KeyOfKeptStyles; value: StyleLocalDraft & { readonly tab: string } }
}

const byTabOfKeptStyles = ["user", "community", "tab"]
const makeOfKeptStyles = (db: IDBPDatabase<StoresOfKeptStyles>): void => {
  db.createObjectStore("styles", { keyPath: byTabOfKeptStyles })
}

export const createStyleDraftStore = (name: string, tab: Tab) => {
  /** The draft of a tab that is gone, as it was when this one found it: it goes on with it. */
  let found: { readonly key: KeyOfKeptStyles; readonly at: string } | null = null

  const store = createBrowserDatabase<StoresOfKeptStyles>(name, makeOfKeptStyles, {
    is: (db) => [db.transaction("styles").store.keyPath].flat().length < byTabOfKeptStyles.length,
    migrate: async (db, change) => {
      const all = await change.objectStore("styles").getAll()
      db.deleteObjectStore("styles")
      makeOfKeptStyles(db)
      await Promise.all(all.map((kept) => change.objectStore("styles").put({ ...kept, tab: legacyTabId })))
    },
  })

  const keyOf = ({ user, community }: Whose): KeyOfKeptStyles => [user, community, tab.id]
  /** The key of what was found, where it is that person's and community's. */
  const foundOf = ({ user, community }: Whose) => (found?.key[0] === user && found.key[1] === community ? found : null)

  /**
   * Puts `next` in the place of what this tab keeps, then takes away what it found, unless that is another draft by now. The former is asked for
   * before this gives its promise, where the database is open: a page that closes lives no longer.
   */
  const replace = async (whose: Whose, next: StyleLocalDraft | null): Promise<void> => {
    const db = store.current() ?? (await store.open())
    const change = db.transaction("styles", "readwrite", { durability: "strict" })
    const deed = next === null ? change.store.delete(keyOf(whose)) : change.store.put({ ...next, tab: tab.id })
    change.commit()
    await Promise.all([deed, change.done])
    const before = foundOf(whose)
    if (before === null) return
    const removal = db.transaction("styles", "readwrite", { durability: "strict" })
    const stale = await removal.store.get(before.key)
    await Promise.all([...(stale?.at === before.at ? [removal.store.delete(before.key)] : []), removal.done])
  }

  return {
    /** Keeps the edits in place of those before. Says whether there was room, and storage at all; never rejects. */
    keep: async (kept: StyleLocalDraft): Promise<DraftStorageStatus> => {
      try {
        await replace(kept, kept)
        return "kept"
      } catch (error) {
        return storageFailure(error)
      }
    },

    /**
     * The edits that this tab kept, or the newest of those that are gone: who lives has its edits in hand. Null also where there is no
     * storage; what is of no form that is known is passed over.
     */
    load: async ({ user, community }: Whose): Promise<StyleLocalDraft | null> => {
      found = null
      try {
        const all = await (await store.open()).getAll("styles", IDBKeyRange.bound([user, community], [user, community, []]))
        for (const { tab: its, ...kept } of all.toSorted((one, other) => (one.at < other.at ? 1 : -1))) {
          const read = Schema.decodeUnknownResult(StyleLocalDraft)(kept)
          if (read._tag !== "Success" || (its !== tab.id && (await tab.isOpen(its)))) continue
          if (its !== tab.id) found = { key: [user, community, its], at: kept.at }
          return read.success
        }
        return null
      } catch {
        // Without storage nothing was kept. That nothing will be is told with the first edit.
        return null
      }
    },

    /** Forgets what this tab kept, and what it found. */
    discard: (whose: Whose): Promise<void> => replace(whose, null),
  }
}
