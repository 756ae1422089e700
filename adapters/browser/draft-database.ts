// An IndexedDB database that is opened on first use and reopened after the connection was closed; the identity of this tab.
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from "idb"
import type { DraftStorageStatus } from "../../domain/revisions/local-draft.ts"
import { newUuid } from "./uuid.ts"

/** A database created by an earlier version: how to recognize it and how to migrate it in place. */
type LegacySchema<Stores extends DBSchema> = {
  readonly isLegacy: (db: IDBPDatabase<Stores>) => boolean
  readonly migrate: (db: IDBPDatabase<Stores>, change: IDBPTransaction<Stores, Array<StoreNames<Stores>>, "versionchange">) => Promise<void>
}

/** Tab id of drafts stored before drafts were kept per tab; treated as a closed tab. */
export const legacyTabId = "before there were tabs"

/** The migration failed (see `cause`); the database is unchanged. */
export class MigrationFailed extends Error {}

export type BrowserDatabase<Stores extends DBSchema> = {
  readonly open: () => Promise<IDBPDatabase<Stores>>
  /** The database if it is already open: a page that is closing cannot wait for a promise. */
  readonly current: () => IDBPDatabase<Stores> | null
}

export const createBrowserDatabase = <Stores extends DBSchema>(
  name: string,
  createStores: (db: IDBPDatabase<Stores>) => void,
  legacySchema?: LegacySchema<Stores>,
): BrowserDatabase<Stores> => {
  let opening: Promise<IDBPDatabase<Stores>> | null = null
  let opened: IDBPDatabase<Stores> | null = null
  const reset = () => {
    opening = null
    opened = null
  }
  /** Another tab is upgrading the database; a connection kept open here would block that tab. */
  const closeForUpgrade = (db: IDBPDatabase<Stores>) => {
    db.close()
    reset()
  }
  const open = async (): Promise<IDBPDatabase<Stores>> => {
    const db = await openDB<Stores>(name, undefined, { upgrade: createStores, terminated: reset, blocking: () => closeForUpgrade(db) })
    if (legacySchema?.isLegacy(db) !== true) return db
    db.close()
    let migrationError: MigrationFailed | null = null
    // This waits while a tab that runs the earlier version is open.
    const upgrading = openDB<Stores>(name, db.version + 1, {
      upgrade: (upgraded, _, __, transaction) =>
        void Promise.all([legacySchema.migrate(upgraded, transaction), transaction.done]).catch((error: unknown) => {
          migrationError ??= new MigrationFailed("an earlier version's database could not be made over", { cause: error })
          abortTransaction(transaction)
        }),
      terminated: reset,
      blocking: () => void upgrading.then(closeForUpgrade),
    })
    return upgrading.catch((error: unknown) => {
      throw migrationError ?? error
    })
  }
  const startOpening = (): Promise<IDBPDatabase<Stores>> => {
    const started = open()
    started.then((db) => {
      if (opening === started) opened = db
    }, reset)
    return started
  }
  return {
    open: () => {
      opening ??= startOpening()
      return opening
    },
    current: () => opened,
  }
}

/** Aborts the transaction. The browser does this itself when a request fails, but not for other errors. */
const abortTransaction = (transaction: { readonly abort: () => void }): void => {
  try {
    transaction.abort()
  } catch {
    // The browser has aborted it already.
  }
}

/** Returns why a draft could not be stored. */
export const storageFailure = (error: unknown): Exclude<DraftStorageStatus, "kept"> => {
  const cause = error instanceof MigrationFailed ? error.cause : error
  return cause instanceof DOMException && cause.name === "QuotaExceededError" ? "full" : "off"
}

export type Tab = {
  readonly id: string
  /** Returns whether the tab with this id is still open. Without Web Locks (plain http), only this tab counts as open. */
  readonly isOpen: (id: string) => Promise<boolean>
}

const lockName = (id: string): string => `tab ${id}`

/** Identifies this tab to the other tabs of the browser by a Web Lock that is held while the tab is open. */
export const registerTab = (): Tab => {
  const id = newUuid()
  const locks = "locks" in navigator ? navigator.locks : null
  locks?.request(lockName(id), () => new Promise<never>(() => undefined)).catch(() => undefined)
  return {
    id,
    isOpen: async (other) => other === id || ((await locks?.query())?.held ?? []).some(({ name }) => name === lockName(other)),
  }
}
