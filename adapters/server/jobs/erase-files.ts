// Erasing files once what they belonged to is erased: the change that erases enqueues this, so that neither goes without the other.
import * as Schema from "effect/Schema"
import type { Db } from "../database/database.ts"
import type { House } from "../house.ts"
import { enqueue } from "./jobs.ts"

/** All below a folder, or files by their names. */
const Erasing = Schema.Union([Schema.Struct({ folder: Schema.String }), Schema.Struct({ names: Schema.Array(Schema.String) })])

export const eraseFilesSoon = (change: Db, erasing: typeof Erasing.Type, due: Date): Promise<void> =>
  enqueue(change, { kind: "erase-files", payload: erasing, due })

export const eraseFiles = async ({ storage }: House, payload: unknown): Promise<void> => {
  const erasing = Schema.decodeUnknownSync(Erasing)(payload)
  await ("folder" in erasing ? storage.removeBelow(erasing.folder) : storage.remove(erasing.names))
}
