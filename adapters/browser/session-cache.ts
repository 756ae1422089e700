// [U13] Encrypted cache of the last signed-in user, used for the first paint until the server answers. The key cannot
// be exported from the browser; without WebCrypto or storage, nothing is cached.
import * as Schema from "effect/Schema"
import { type DBSchema, type IDBPDatabase, openDB } from "idb"
import { User } from "../../domain/accounts/user.ts"

type EncryptedUser = { readonly iv: Uint8Array<ArrayBuffer>; readonly bytes: ArrayBuffer }

interface Stores extends DBSchema {
  keys: { key: string; value: CryptoKey }
  copies: { key: string; value: EncryptedUser }
}

/** The database key of the only stored key and of the only stored user. */
const recordKey = "session"
const algorithm = "AES-GCM"
const decodeUser = Schema.decodeUnknownSync(Schema.fromJsonString(User))

/** Creates the cache in the IndexedDB database `name`. Its operations never reject. */
export const createSessionCache = (name: string) => {
  // Undefined on plain http other than localhost, despite its type.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle

  const database = (): Promise<IDBPDatabase<Stores>> =>
    openDB<Stores>(name, 1, {
      upgrade: (db) => {
        db.createObjectStore("keys")
        db.createObjectStore("copies")
      },
    })

  const encryptUser = async (user: User, crypto: SubtleCrypto, key: CryptoKey): Promise<EncryptedUser> => {
    const iv = globalThis.crypto.getRandomValues(new Uint8Array(12))
    return { iv, bytes: await crypto.encrypt({ name: algorithm, iv }, key, new TextEncoder().encode(JSON.stringify(user))) }
  }

  /** Runs operations one after another, so that a cleared cache is not restored by an earlier write. */
  let last: Promise<unknown> = Promise.resolve()
  const enqueue = <Result>(operation: (db: IDBPDatabase<Stores>, crypto: SubtleCrypto) => Promise<Result>): Promise<Result | null> => {
    const result = last.then(async () => {
      if (subtle === undefined) return null
      try {
        const db = await database()
        try {
          return await operation(db, subtle)
        } finally {
          db.close()
        }
      } catch {
        // Storage is unavailable or unreadable; the server is asked in any case.
        return null
      }
    })
    last = result
    return result
  }

  return {
    /** Stores the user, replacing the previous one, encrypted under a new key. */
    keep: (user: User): Promise<void | null> =>
      enqueue(async (db, crypto) => {
        const key = await crypto.generateKey({ name: algorithm, length: 256 }, false, ["encrypt", "decrypt"])
        const encrypted = await encryptUser(user, crypto, key)
        const transaction = db.transaction(["keys", "copies"], "readwrite")
        await Promise.all([
          transaction.objectStore("keys").put(key, recordKey),
          transaction.objectStore("copies").put(encrypted, recordKey),
          transaction.done,
        ])
      }),

    /** Deletes the user and the key. */
    clear: (): Promise<void | null> =>
      enqueue(async (db) => {
        const transaction = db.transaction(["keys", "copies"], "readwrite")
        await Promise.all([transaction.objectStore("keys").clear(), transaction.objectStore("copies").clear(), transaction.done])
      }),

    /** Returns the stored user, or null if there is none or it cannot be read. */
    load: (): Promise<User | null> =>
      enqueue(async (db, crypto) => {
        const [key, encrypted] = await Promise.all([db.get("keys", recordKey), db.get("copies", recordKey)])
        if (key === undefined || encrypted === undefined) return null
        const text = await crypto.decrypt({ name: algorithm, iv: encrypted.iv }, key, encrypted.bytes)
        return decodeUser(new TextDecoder().decode(text))
      }),
  }
}
