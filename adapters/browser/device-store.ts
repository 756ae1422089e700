// A database of this browser: opened when it is first asked for, and anew after it was cut off.
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from "idb"
import type { Keeping } from "../../domain/keeping.ts"

/** One that an earlier version made otherwise: how it is known, and made over in place. */
type Earlier<Stores extends DBSchema> = {
  readonly is: (db: IDBPDatabase<Stores>) => boolean
  readonly makeOver: (
    db: IDBPDatabase<Stores>,
    change: IDBPTransaction<Stores, Array<StoreNames<Stores>>, "versionchange">,
  ) => Promise<void>
}

export const deviceStore = <Stores extends DBSchema>(
  name: string,
  make: (db: IDBPDatabase<Stores>) => void,
  earlier?: Earlier<Stores>,
): (() => Promise<IDBPDatabase<Stores>>) => {
  let opening: Promise<IDBPDatabase<Stores>> | null = null
  const forget = () => {
    opening = null
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
    // While a tab of the earlier version is open this waits.
    const next = openDB<Stores>(name, db.version + 1, {
      // What fails in it takes it back, and the opening fails.
      upgrade: (made, _, __, change) => void earlier.makeOver(made, change).catch(() => undefined),
      terminated: forget,
      blocking: () => void next.then(letGo),
    })
    return next
  }
  return () => {
    opening ??= open()
    opening.catch(forget)
    return opening
  }
}

/** Why nothing could be kept. */
export const unkept = (error: unknown): Exclude<Keeping, "kept"> =>
  error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "off"
