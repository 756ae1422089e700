// Edits of a style that the server does not have yet, kept in this browser's IndexedDB: one draft per person and community (decisions T17).
import * as Schema from "effect/Schema"
import type { DBSchema } from "idb"
import type { Keeping } from "../../domain/keeping.ts"
import { KeptStyle } from "../../domain/style/kept-style.ts"
import { deviceStore, unkept } from "./device-store.ts"

type Whose = Pick<KeptStyle, "user" | "community">

interface Stores extends DBSchema {
  styles: { key: [string, string]; value: KeptStyle }
}

export const keptStyles = (name: string) => {
  const database = deviceStore<Stores>(name, (db) => {
    db.createObjectStore("styles", { keyPath: ["user", "community"] })
  })
  return {
    /** Keeps the edits in place of those before. Says whether there was room, and storage at all; never rejects. */
    keep: async (kept: KeptStyle): Promise<Keeping> => {
      try {
        const change = (await database()).transaction("styles", "readwrite", { durability: "strict" })
        await Promise.all([change.store.put(kept), change.done])
        return "kept"
      } catch (error) {
        return unkept(error)
      }
    },

    /** The edits kept last, or null, also where there is no storage or what is there is none of this form. */
    recall: async ({ user, community }: Whose): Promise<KeptStyle | null> => {
      try {
        const read = Schema.decodeUnknownResult(KeptStyle)(await (await database()).get("styles", [user, community]))
        return read._tag === "Success" ? read.success : null
      } catch {
        // Without storage nothing was kept. That nothing will be is told with the first edit.
        return null
      }
    },

    forget: async ({ user, community }: Whose): Promise<void> => {
      await (await database()).delete("styles", [user, community])
    },
  }
}
