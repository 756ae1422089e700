// Erasing files once what they belonged to is erased: the change that erases enqueues this, so that neither goes without the other.
import * as Schema from "effect/Schema"
import { stillComes } from "../../../domain/conversations/conversation-limits.ts"
import type { Db } from "../database/database.ts"
import type { House } from "../server-context.ts"
import { enqueue } from "./job-queue.ts"

/** All below a folder, or files by their names. */
const Erasing = Schema.Union([Schema.Struct({ folder: Schema.String }), Schema.Struct({ names: Schema.Array(Schema.String) })])
type Erasing = typeof Erasing.Type

export const eraseFilesSoon = (change: Db, erasing: Erasing, due: Date): Promise<void> =>
  enqueue(change, { kind: "erase-files", payload: erasing, due })

/**
 * The same where some may still be on their way there. Whoever keeps one looks afterwards whether it was to be kept, but may be killed before
 * that: then it is erased the second time.
 */
export const eraseFilesForGood = async (change: Db, erasing: Erasing, due: Date): Promise<void> => {
  for (const later of [0, stillComes]) await eraseFilesSoon(change, erasing, new Date(due.getTime() + later))
}

/** A file's place, and when it was there whole. */
type Gone = { readonly place: string; readonly kept_at: Date | null }

/** The same of files whose rows are gone: those that were there whole are not looked for again. */
export const eraseGoneFiles = async (change: Db, files: ReadonlyArray<Gone>, due: Date): Promise<void> => {
  const { whole = [], coming = [] } = Object.groupBy(files, ({ kept_at }) => (kept_at === null ? "coming" : "whole"))
  if (whole.length > 0) await eraseFilesSoon(change, { names: whole.map(({ place }) => place) }, due)
  if (coming.length > 0) await eraseFilesForGood(change, { names: coming.map(({ place }) => place) }, due)
}

export const eraseFiles = async ({ storage }: House, payload: unknown): Promise<void> => {
  const erasing = Schema.decodeUnknownSync(Erasing)(payload)
  await ("folder" in erasing ? storage.removeBelow(erasing.folder) : storage.remove(erasing.names))
}
