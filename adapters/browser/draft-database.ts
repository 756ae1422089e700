// A database of this browser: opened when it is first asked for, and anew after it was cut off.
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from "idb"
import type { DraftStorageStatus } from "../../domain/script/local-draft.ts"
import { newUuid } from "./uuid.ts"

/** One that an earlier version made otherwise: how it is known, and made over in place. */
type LegacySchema<Stores extends DBSchema> = {
  readonly is: (db: IDBPDatabase<Stores>) => boolean
  readonly migrate: (db: IDBPDatabase<Stores>, change: IDBPTransaction<Stores, Array<StoreNames<Stores>>, "versionchange">) => Promise<void>
}

/** Whose what was kept before there were drafts per tab is: that of a tab that is gone. */
export const legacyTabId = "before there were tabs"

/** It could not be made over, for the reason of its `cause`: it is as the earlier version left it. */
export class MigrationFailed extends Error {}

export type BrowserDatabase<Stores extends DBSchema> = {
  readonly open: () => Promise<IDBPDatabase<Stores>>
  /** Where it is open: for a page that closes, and will not be there when a promise is kept. */
  readonly current: () => IDBPDatabase<Stores> | null
}

export const createBrowserDatabase = <Stores extends DBSchema>(
  name: string,
  make: (db: IDBPDatabase<Stores>) => void,
  earlier?: LegacySchema<Stores>,
): BrowserDatabase<Stores> => {
  let opening: Promise<IDBPDatabase<Stores>> | null = null
  let opened: IDBPDatabase<Stores> | null = null
  const forget = () => {
    opening = null
    opened = null
  }
  /** Another tab makes it over: who held it open would keep that tab waiting. */
  const letGo = (held: IDBPDatabase<Stores>) => {
    held.close()
    forget()
  }
  const open = async (): Promise<IDBPDatabase<Stores>> => {
    const db = await openDB<Stores>(name, undefined, { upgrade: make, terminated: forget, blocking: () => letGo(db) })
    if (earlier?.is(db) !== true) return db
    db.close()
    let failed: MigrationFailed | null = null
    // While a tab of the earlier version is open this waits.
    const next = openDB<Stores>(name, db.version + 1, {
      upgrade: (made, _, __, change) =>
        void Promise.all([earlier.migrate(made, change), change.done]).catch((error: unknown) => {
          failed ??= new MigrationFailed("an earlier version's database could not be made over", { cause: error })
          abortTransaction(change)
        }),
      terminated: forget,
      blocking: () => void next.then(letGo),
    })
    return next.catch((error: unknown) => {
      throw failed ?? error
    })
  }
  const begin = (): Promise<IDBPDatabase<Stores>> => {
    const begun = open()
    begun.then((db) => {
      if (opening === begun) opened = db
    }, forget)
    return begun
  }
  return {
    open: () => {
      opening ??= begin()
      return opening
    },
    current: () => opened,
  }
}

/** Leaves all as it was. The browser does that by itself where a request fails, but not where anything else does. */
const abortTransaction = (change: { readonly abort: () => void }): void => {
  try {
    change.abort()
  } catch {
    // The browser was first.
  }
}

/** Why nothing could be kept. */
export const storageFailure = (error: unknown): Exclude<DraftStorageStatus, "kept"> => {
  const why = error instanceof MigrationFailed ? error.cause : error
  return why instanceof DOMException && why.name === "QuotaExceededError" ? "full" : "off"
}

// This tab as the others of its browser know it: by a name that is locked for as long as the tab lives.

export type Tab = {
  readonly id: string
  /** Whether the tab of this id is still there. Where nothing can be locked (plain http) none counts as being there but this one. */
  readonly isOpen: (id: string) => Promise<boolean>
}

const lockOf = (id: string): string => `tab ${id}`

export const registerTab = (): Tab => {
  const id = newUuid()
  const locks = "locks" in navigator ? navigator.locks : null
  locks?.request(lockOf(id), () => new Promise<never>(() => undefined)).catch(() => undefined)
  return {
    id,
    isOpen: async (other) => other === id || ((await locks?.query())?.held ?? []).some(({ name }) => name === lockOf(other)),
  }
}
