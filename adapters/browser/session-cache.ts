// Who was signed in here last, kept in this browser and encrypted (spec/1-console §9 "stored encrypted locally"): for the first paint only,
// until the server has said who it is. The key cannot be taken out of the browser; without WebCrypto or storage nothing is kept.
import * as Schema from "effect/Schema"
import { type DBSchema, type IDBPDatabase, openDB } from "idb"
import { User } from "../../domain/accounts/user.ts"

type EncryptedUser = { readonly iv: Uint8Array<ArrayBuffer>; readonly bytes: ArrayBuffer }

interface Stores extends DBSchema {
  keys: { key: string; value: CryptoKey }
  copies: { key: string; value: EncryptedUser }
}

/** The one key, and the one copy. */
const place = "session"
const algorithm = "AES-GCM"
const readUser = Schema.decodeUnknownSync(Schema.fromJsonString(User))

export const createSessionCache = (name: string) => {
  // Undefined on plain http other than localhost (stack.md pitfall 13).
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

  /** What is asked for is done in turn: a copy that is dropped does not come back by one that was kept before. */
  let last: Promise<unknown> = Promise.resolve()
  const enqueue = <Done>(deed: (db: IDBPDatabase<Stores>, crypto: SubtleCrypto) => Promise<Done>): Promise<Done | null> => {
    const done = last.then(async () => {
      if (subtle === undefined) return null
      try {
        const db = await database()
        try {
          return await deed(db, subtle)
        } finally {
          db.close()
        }
      } catch {
        // No storage, or what is there cannot be read: the server is asked anyhow.
        return null
      }
    })
    last = done
    return done
  }

  return {
    /** Keeps the user in place of the one before, under a new key. */
    keep: (user: User): Promise<void | null> =>
      enqueue(async (db, crypto) => {
        const key = await crypto.generateKey({ name: algorithm, length: 256 }, false, ["encrypt", "decrypt"])
        const copy = await encryptUser(user, crypto, key)
        const change = db.transaction(["keys", "copies"], "readwrite")
        await Promise.all([change.objectStore("keys").put(key, place), change.objectStore("copies").put(copy, place), change.done])
      }),

    /** Drops the copy together with its key. */
    clear: (): Promise<void | null> =>
      enqueue(async (db) => {
        const change = db.transaction(["keys", "copies"], "readwrite")
        await Promise.all([change.objectStore("keys").clear(), change.objectStore("copies").clear(), change.done])
      }),

    /** The user kept last, or null where there is none, or none that can be read. */
    load: (): Promise<User | null> =>
      enqueue(async (db, crypto) => {
        const [key, copy] = await Promise.all([db.get("keys", place), db.get("copies", place)])
        if (key === undefined || copy === undefined) return null
        const text = await crypto.decrypt({ name: algorithm, iv: copy.iv }, key, copy.bytes)
        return readUser(new TextDecoder().decode(text))
      }),
  }
}
