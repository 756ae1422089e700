// Edits that the server does not have yet, kept in this browser's IndexedDB: one draft per person and script (reliability.md "Never lost").
import * as Schema from "effect/Schema"
import type { DBSchema } from "idb"
import { Unreadable } from "../../domain/failure.ts"
import type { Keeping } from "../../domain/keeping.ts"
import { KeptDraft } from "../../domain/script/draft.ts"
import type { Authored, ScriptId } from "../../domain/script/script.ts"
import { deviceStore, unkept } from "./device-store.ts"

type Whose = { readonly user: string; readonly script: ScriptId }
type Base = Whose & Pick<KeptDraft, "revision" | "base">
type Edits = Omit<KeptDraft, "base">

/** The revision edits were made on is big and seldom new, the edits are small and often: each has a store of its own. */
interface Stores extends DBSchema {
  bases: { key: [string, string]; value: Base }
  edits: { key: [string, string]; value: Edits }
}
type Store = "bases" | "edits"
const both: ReadonlyArray<Store> = ["bases", "edits"]

export const drafts = (name: string) => {
  let written: { readonly base: Authored; readonly of: string } | null = null

  const database = deviceStore<Stores>(name, (db) => {
    for (const store of both) db.createObjectStore(store, { keyPath: ["user", "script"] })
  })

  return {
    /** Keeps the draft in place of the one before. Says whether there was room, and storage at all; never rejects. */
    keep: async ({ base, ...edits }: KeptDraft): Promise<Keeping> => {
      const of = `${edits.user} ${edits.script}`
      try {
        const change = (await database()).transaction(both, "readwrite", { durability: "strict" })
        const puts: Array<Promise<unknown>> = [change.objectStore("edits").put(edits)]
        if (written?.base !== base || written.of !== of) {
          const { user, script, revision } = edits
          puts.push(change.objectStore("bases").put({ user, script, revision, base }))
        }
        await Promise.all([...puts, change.done])
        written = { base, of }
        return "kept"
      } catch (error) {
        written = null
        return unkept(error)
      }
    },

    /** The draft kept last, or null, also where there is no storage. Rejects with `Unreadable` when this version cannot read it. */
    recall: async ({ user, script }: Whose): Promise<KeptDraft | null> => {
      const stored = await read([user, script])
      if (stored === null) return null
      const decoded = Schema.decodeUnknownResult(KeptDraft)(stored)
      if (decoded._tag === "Failure") throw new Unreadable({ message: String(decoded.failure) })
      return decoded.success
    },

    forget: async ({ user, script }: Whose): Promise<void> => {
      written = null
      const change = (await database()).transaction(both, "readwrite")
      await Promise.all([...both.map((store) => change.objectStore(store).delete([user, script])), change.done])
    },
  }

  async function read(key: [string, string]): Promise<unknown> {
    try {
      const look = (await database()).transaction(both, "readonly")
      const [base, edits] = await Promise.all([look.objectStore("bases").get(key), look.objectStore("edits").get(key), look.done])
      return edits === undefined ? null : { ...base, ...edits }
    } catch {
      // Without storage nothing was kept. That nothing will be is told with the first edit.
      return null
    }
  }
}
