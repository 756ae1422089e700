// Edits of a style that the server does not have yet, kept in this browser's IndexedDB: one draft per person, community and tab (decisions
// T17). No tab writes over what another keeps or forgets it; what a tab kept that is gone is found by the next.
import * as Schema from "effect/Schema"
import type { DBSchema, IDBPDatabase } from "idb"
import type { Keeping } from "../../domain/keeping.ts"
import { KeptStyle } from "../../domain/style/kept-style.ts"
import { beforeTabs, deviceStore, unkept } from "./device-store.ts"
import type { Tab } from "./living-tab.ts"

type Whose = Pick<KeptStyle, "user" | "community">
type Key = [user: string, community: string, tab: string]

interface Stores extends DBSchema {
  styles: { key: Key; value: KeptStyle & { readonly tab: string } }
}

const byTab = ["user", "community", "tab"]
const make = (db: IDBPDatabase<Stores>): void => {
  db.createObjectStore("styles", { keyPath: byTab })
}

export const keptStyles = (name: string, tab: Tab) => {
  /** The draft of a tab that is gone, as it was when this one found it: it goes on with it. */
  let found: { readonly key: Key; readonly at: string } | null = null

  const store = deviceStore<Stores>(name, make, {
    is: (db) => [db.transaction("styles").store.keyPath].flat().length < byTab.length,
    makeOver: async (db, change) => {
      const all = await change.objectStore("styles").getAll()
      db.deleteObjectStore("styles")
      make(db)
      await Promise.all(all.map((kept) => change.objectStore("styles").put({ ...kept, tab: beforeTabs })))
    },
  })

  const keyOf = ({ user, community }: Whose): Key => [user, community, tab.id]
  /** The key of what was found, where it is that person's and community's. */
  const foundOf = ({ user, community }: Whose) => (found?.key[0] === user && found.key[1] === community ? found : null)

  /**
   * Puts `next` in the place of what this tab keeps, then takes away what it found, unless that is another draft by now. The former is asked for
   * before this gives its promise, where the database is open: a page that closes lives no longer.
   */
  const replace = async (whose: Whose, next: KeptStyle | null): Promise<void> => {
    const db = store.held() ?? (await store.open())
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
    keep: async (kept: KeptStyle): Promise<Keeping> => {
      try {
        await replace(kept, kept)
        return "kept"
      } catch (error) {
        return unkept(error)
      }
    },

    /**
     * The edits that this tab kept, or the newest of those that are gone: who lives has its edits in hand. Null also where there is no
     * storage; what is of no form that is known is passed over.
     */
    recall: async ({ user, community }: Whose): Promise<KeptStyle | null> => {
      found = null
      try {
        const all = await (await store.open()).getAll("styles", IDBKeyRange.bound([user, community], [user, community, []]))
        for (const { tab: its, ...kept } of all.toSorted((one, other) => (one.at < other.at ? 1 : -1))) {
          const read = Schema.decodeUnknownResult(KeptStyle)(kept)
          if (read._tag !== "Success" || (its !== tab.id && (await tab.lives(its)))) continue
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
    forget: (whose: Whose): Promise<void> => replace(whose, null),
  }
}
