// Unsaved edits of scripts and of styles [T17], stored in IndexedDB: one draft per user, script or community, and tab.
// Tabs find each other's drafts; no tab overwrites or deletes the draft of another open tab.
import * as Schema from "effect/Schema"
import type { DBSchema, IDBPDatabase } from "idb"
import { Unreadable } from "../../domain/failures/failure.ts"
import { type DraftStorageStatus, LocalDraft } from "../../domain/revisions/local-draft.ts"
import type { AuthoredScript, ScriptId } from "../../domain/script/script.ts"
import { StyleLocalDraft } from "../../domain/style/style-merge.ts"
import { createBrowserDatabase, legacyTabId, MigrationFailed, storageFailure, type Tab } from "./draft-database.ts"

type DraftOwner = { readonly user: string; readonly script: ScriptId }
type InTab = { readonly tab: string }
type StoredBase = DraftOwner & InTab & Pick<LocalDraft, "revision" | "base">
type StoredEdits = Omit<LocalDraft, "base"> & InTab
type ScriptDraftKey = [user: string, script: string, tab: string]

/** The base revision is large and changes rarely, the edits are small and change often, so each has its own object store. */
interface ScriptDraftSchema extends DBSchema {
  bases: { key: ScriptDraftKey; value: StoredBase }
  edits: { key: ScriptDraftKey; value: StoredEdits }
}
type ScriptStoreName = "bases" | "edits"
const scriptStoreNames: ReadonlyArray<ScriptStoreName> = ["bases", "edits"]

const scriptKeyPath = ["user", "script", "tab"]
const createScriptStores = (db: IDBPDatabase<ScriptDraftSchema>): void => {
  for (const name of scriptStoreNames) db.createObjectStore(name, { keyPath: scriptKeyPath })
}

/** A draft of another tab, as it was when this tab found it. Unreadable drafts are left for a version that can read them. */
type FoundDraft = { readonly key: ScriptDraftKey; readonly at: string }

/** Creates the store of unsaved script edits of this tab. */
export const createScriptDraftStore = (name: string, tab: Tab) => {
  let storedBase: AuthoredScript | null = null
  let found: ReadonlyArray<FoundDraft> = []

  const database = createBrowserDatabase<ScriptDraftSchema>(name, createScriptStores, {
    isLegacy: (db) => [db.transaction("edits").store.keyPath].flat().length < scriptKeyPath.length,
    migrate: async (db, transaction) => {
      const [bases, edits] = await Promise.all([transaction.objectStore("bases").getAll(), transaction.objectStore("edits").getAll()])
      for (const storeName of scriptStoreNames) db.deleteObjectStore(storeName)
      createScriptStores(db)
      const addTab = <Row extends object>(row: Row) => ({ ...row, tab: legacyTabId })
      await Promise.all([
        ...bases.map((row) => transaction.objectStore("bases").put(addTab(row))),
        ...edits.map((row) => transaction.objectStore("edits").put(addTab(row))),
      ])
    },
  })

  const draftKey = ({ user, script }: DraftOwner): ScriptDraftKey => [user, script, tab.id]

  /** Returns the found drafts whose tabs are closed. An open tab manages its own draft. */
  const findAbandonedDrafts = async (owner: DraftOwner): Promise<ReadonlyArray<FoundDraft>> => {
    const drafts = found.filter(({ key: [user, script] }) => user === owner.user && script === owner.script)
    const areOpen = await Promise.all(drafts.map(({ key }) => tab.isOpen(key[2])))
    return drafts.filter((_, index) => areOpen[index] === false)
  }

  /** Deletes the found drafts of closed tabs, unless they have changed since. */
  const deleteAbandonedDrafts = async (db: IDBPDatabase<ScriptDraftSchema>, owner: DraftOwner): Promise<void> => {
    const abandoned = await findAbandonedDrafts(owner)
    if (abandoned.length === 0) return
    const transaction = db.transaction(scriptStoreNames, "readwrite", { durability: "strict" })
    const current = await Promise.all(abandoned.map(({ key }) => transaction.objectStore("edits").get(key)))
    const keys = abandoned.flatMap(({ key, at }, index) => (current[index]?.at === at ? [key] : []))
    await Promise.all([
      ...scriptStoreNames.flatMap((storeName) => keys.map((key) => transaction.objectStore(storeName).delete(key))),
      transaction.done,
    ])
  }

  return {
    /**
     * Stores the draft, replacing this tab's previous one and the draft of a closed tab that it continues. Never rejects;
     * returns whether storage was available and had room. If the database is open, all requests are issued before the
     * promise is returned, so that they survive the page closing.
     */
    keep: async ({ base, ...edits }: LocalDraft): Promise<DraftStorageStatus> => {
      const previousBase = storedBase
      storedBase = null
      try {
        const db = database.current() ?? (await database.open())
        const { user, script, revision } = edits
        const newBase: StoredBase = { user, script, tab: tab.id, revision, base }
        const transaction = db.transaction(scriptStoreNames, "readwrite", { durability: "strict" })
        const requests: Array<Promise<unknown>> = [transaction.done, transaction.objectStore("edits").put({ ...edits, tab: tab.id })]
        if (previousBase !== base) requests.push(transaction.objectStore("bases").put(newBase))
        transaction.commit()
        await Promise.all(requests)
        // A tab that could not see that this one is open (without Web Locks) may have deleted the base.
        if (previousBase === base && (await db.getKey("bases", draftKey(edits))) === undefined) await db.put("bases", newBase)
        await deleteAbandonedDrafts(db, edits)
        storedBase = base
        return "kept"
      } catch (error) {
        return storageFailure(error)
      }
    },

    /**
     * Returns the newest draft of any tab, or null (also when storage is unavailable). Rejects with `Unreadable` if there are
     * only drafts that this version cannot read or migrate. If `signal` is aborted, nothing was offered to the user and the
     * draft stays.
     */
    recall: async (owner: DraftOwner, signal?: AbortSignal): Promise<LocalDraft | null> => {
      found = []
      const unreadable: Array<string> = []
      const drafts = await readDrafts(owner)
      if (signal?.aborted === true) return null
      for (const { edits, base } of drafts) {
        const decoded = Schema.decodeUnknownResult(LocalDraft)({ ...base, ...edits })
        if (decoded._tag === "Success") {
          if (edits.tab !== tab.id) found = [{ key: [owner.user, owner.script, edits.tab], at: edits.at }]
          return decoded.success
        }
        unreadable.push(String(decoded.failure))
      }
      if (unreadable[0] !== undefined) throw new Unreadable({ message: unreadable[0] })
      return null
    },

    /** Deletes this tab's draft and the drafts of closed tabs that it found, unless they have changed since. */
    discard: async (owner: DraftOwner): Promise<void> => {
      const db = await database.open()
      const transaction = db.transaction(scriptStoreNames, "readwrite")
      await Promise.all([
        ...scriptStoreNames.map((storeName) => transaction.objectStore(storeName).delete(draftKey(owner))),
        transaction.done,
      ])
      await deleteAbandonedDrafts(db, owner)
    },
  }

  /** Returns the drafts of all tabs, newest first. */
  async function readDrafts({
    user,
    script,
  }: DraftOwner): Promise<ReadonlyArray<{ readonly edits: StoredEdits; readonly base: StoredBase | undefined }>> {
    try {
      const allTabs = IDBKeyRange.bound([user, script], [user, script, []])
      const transaction = (await database.open()).transaction(scriptStoreNames, "readonly")
      const [bases, edits] = await Promise.all([
        transaction.objectStore("bases").getAll(allTabs),
        transaction.objectStore("edits").getAll(allTabs),
        transaction.done,
      ])
      const basesByTab = new Map(bases.map((base) => [base.tab, base]))
      return edits.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map((draft) => ({ edits: draft, base: basesByTab.get(draft.tab) }))
    } catch (error) {
      if (error instanceof MigrationFailed) throw new Unreadable({ message: String(error.cause) })
      // Without storage there are no drafts. The first edit reports that nothing can be stored.
      return []
    }
  }
}

type StyleDraftOwner = Pick<StyleLocalDraft, "user" | "community">
type StyleDraftKey = [user: string, community: string, tab: string]

interface StyleDraftSchema extends DBSchema {
  styles: { key: StyleDraftKey; value: StyleLocalDraft & { readonly tab: string } }
}

const styleKeyPath = ["user", "community", "tab"]
const createStyleStore = (db: IDBPDatabase<StyleDraftSchema>): void => {
  db.createObjectStore("styles", { keyPath: styleKeyPath })
}

/** Creates the store of unsaved style edits of this tab. */
export const createStyleDraftStore = (name: string, tab: Tab) => {
  /** The draft of a closed tab that this tab continues, as it was when this tab found it. */
  let found: { readonly key: StyleDraftKey; readonly at: string } | null = null

  const database = createBrowserDatabase<StyleDraftSchema>(name, createStyleStore, {
    isLegacy: (db) => [db.transaction("styles").store.keyPath].flat().length < styleKeyPath.length,
    migrate: async (db, transaction) => {
      const drafts = await transaction.objectStore("styles").getAll()
      db.deleteObjectStore("styles")
      createStyleStore(db)
      await Promise.all(drafts.map((draft) => transaction.objectStore("styles").put({ ...draft, tab: legacyTabId })))
    },
  })

  const draftKey = ({ user, community }: StyleDraftOwner): StyleDraftKey => [user, community, tab.id]
  /** Returns the found draft if it belongs to this user and community. */
  const findAbandonedDraft = ({ user, community }: StyleDraftOwner) => (found?.key[0] === user && found.key[1] === community ? found : null)

  /**
   * Replaces this tab's draft by `next`, then deletes the draft that it continues, unless that has changed since. If the database
   * is open, the first request is issued before the promise is returned, so that it survives the page closing.
   */
  const replace = async (owner: StyleDraftOwner, next: StyleLocalDraft | null): Promise<void> => {
    const db = database.current() ?? (await database.open())
    const transaction = db.transaction("styles", "readwrite", { durability: "strict" })
    const request = next === null ? transaction.store.delete(draftKey(owner)) : transaction.store.put({ ...next, tab: tab.id })
    transaction.commit()
    await Promise.all([request, transaction.done])
    const abandoned = findAbandonedDraft(owner)
    if (abandoned === null) return
    const deletion = db.transaction("styles", "readwrite", { durability: "strict" })
    const current = await deletion.store.get(abandoned.key)
    await Promise.all([...(current?.at === abandoned.at ? [deletion.store.delete(abandoned.key)] : []), deletion.done])
  }

  return {
    /** Stores the edits, replacing the previous ones. Never rejects; returns whether storage was available and had room. */
    keep: async (draft: StyleLocalDraft): Promise<DraftStorageStatus> => {
      try {
        await replace(draft, draft)
        return "kept"
      } catch (error) {
        return storageFailure(error)
      }
    },

    /**
     * Returns the edits of this tab, or the newest of a closed tab; open tabs manage their own. Null if storage is unavailable;
     * unreadable drafts are skipped.
     */
    load: async ({ user, community }: StyleDraftOwner): Promise<StyleLocalDraft | null> => {
      found = null
      try {
        const drafts = await (await database.open()).getAll("styles", IDBKeyRange.bound([user, community], [user, community, []]))
        for (const { tab: draftTab, ...draft } of drafts.toSorted((a, b) => (a.at < b.at ? 1 : -1))) {
          const decoded = Schema.decodeUnknownResult(StyleLocalDraft)(draft)
          if (decoded._tag !== "Success" || (draftTab !== tab.id && (await tab.isOpen(draftTab)))) continue
          if (draftTab !== tab.id) found = { key: [user, community, draftTab], at: draft.at }
          return decoded.success
        }
        return null
      } catch {
        // Without storage there are no drafts. The first edit reports that nothing can be stored.
        return null
      }
    },

    /** Deletes this tab's draft and the one that it continues. */
    discard: (owner: StyleDraftOwner): Promise<void> => replace(owner, null),
  }
}
