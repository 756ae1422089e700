// A database of this browser: opened when it is first asked for, and anew after it was cut off.
import { type DBSchema, type IDBPDatabase, openDB } from "idb"
import type { Keeping } from "../../domain/keeping.ts"

export const deviceStore = <Stores extends DBSchema>(
  name: string,
  make: (db: IDBPDatabase<Stores>) => void,
): (() => Promise<IDBPDatabase<Stores>>) => {
  let opening: Promise<IDBPDatabase<Stores>> | null = null
  const forget = () => {
    opening = null
  }
  return () => {
    opening ??= openDB<Stores>(name, 1, { upgrade: make, terminated: forget })
    opening.catch(forget)
    return opening
  }
}

/** Why nothing could be kept. */
export const unkept = (error: unknown): Exclude<Keeping, "kept"> =>
  error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "off"
