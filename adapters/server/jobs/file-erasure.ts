// Erasing files once what they belonged to is erased: the change that erases enqueues this, so that neither goes without the other.
import * as Schema from "effect/Schema"
import { pendingFileGraceMs } from "../../../domain/conversations/conversation-limits.ts"
import type { Db } from "../database/database.ts"
import type { ServerContext } from "../server-context.ts"
import { enqueueJob } from "./job-queue.ts"

/** All below a folder, or files by their names. */
const FileErasurePayload = Schema.Union([Schema.Struct({ folder: Schema.String }), Schema.Struct({ names: Schema.Array(Schema.String) })])
type FileErasurePayload = typeof FileErasurePayload.Type

export const enqueueFileErasure = (change: Db, erasing: FileErasurePayload, due: Date): Promise<void> =>
  enqueueJob(change, { kind: "erase-files", payload: erasing, due })

/**
 * The same where some may still be on their way there. Whoever keeps one looks afterwards whether it was to be kept, but may be killed before
 * that: then it is erased the second time.
 */
export const enqueueRepeatedFileErasure = async (change: Db, erasing: FileErasurePayload, due: Date): Promise<void> => {
  for (const later of [0, pendingFileGraceMs]) await enqueueFileErasure(change, erasing, new Date(due.getTime() + later))
}

/** A file's place, and when it was there whole. */
type DeletedFile = { readonly place: string; readonly kept_at: Date | null }

/** The same of files whose rows are gone: those that were there whole are not looked for again. */
export const enqueueAnswerFileErasure = async (change: Db, files: ReadonlyArray<DeletedFile>, due: Date): Promise<void> => {
  const { whole = [], coming = [] } = Object.groupBy(files, ({ kept_at }) => (kept_at === null ? "coming" : "whole"))
  if (whole.length > 0) await enqueueFileErasure(change, { names: whole.map(({ place }) => place) }, due)
  if (coming.length > 0) await enqueueRepeatedFileErasure(change, { names: coming.map(({ place }) => place) }, due)
}

export const eraseFiles = async ({ storage }: ServerContext, payload: unknown): Promise<void> => {
  const erasing = Schema.decodeUnknownSync(FileErasurePayload)(payload)
  await ("folder" in erasing ? storage.removeFolder(erasing.folder) : storage.remove(erasing.names))
}
