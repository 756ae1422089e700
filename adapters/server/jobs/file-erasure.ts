// The job that erases files, enqueued in the transaction that erases their owner, so that neither happens without the other.
import * as Schema from "effect/Schema"
import { pendingFileGraceMs } from "../../../domain/conversations/conversation-limits.ts"
import type { Db } from "../database/database.ts"
import type { ServerContext } from "../server-context.ts"
import { defineJob } from "./job-definition.ts"
import { enqueueJob } from "./job-queue.ts"

/** A whole folder, or single files by name. */
const ErasedFiles = Schema.Union([Schema.Struct({ folder: Schema.String }), Schema.Struct({ names: Schema.Array(Schema.String) })])
type ErasedFiles = typeof ErasedFiles.Type

/** Retried until done: erased data stays readable as long as its files exist. */
export const fileErasureJob = defineJob({ kind: "erase-files", payload: ErasedFiles, isRetriedUntilDone: true })

export const enqueueFileErasure = (trx: Db, target: ErasedFiles, due: Date): Promise<void> =>
  enqueueJob(trx, fileErasureJob, { payload: target, due })

/**
 * Enqueues the erasure twice, the second time after uploads in progress must have finished. An upload checks afterwards
 * whether its owner still exists, but its process may die before that check.
 */
export const enqueueRepeatedFileErasure = async (trx: Db, target: ErasedFiles, due: Date): Promise<void> => {
  for (const delayMs of [0, pendingFileGraceMs]) await enqueueFileErasure(trx, target, new Date(due.getTime() + delayMs))
}

/** The key of a deleted file, and when it was completely stored. */
type DeletedFile = { readonly place: string; readonly kept_at: Date | null }

/** Enqueues the erasure of answer files whose rows were deleted; only incomplete uploads need the second erasure. */
export const enqueueAnswerFileErasure = async (trx: Db, files: ReadonlyArray<DeletedFile>, due: Date): Promise<void> => {
  const { complete = [], incomplete = [] } = Object.groupBy(files, ({ kept_at }) => (kept_at === null ? "incomplete" : "complete"))
  if (complete.length > 0) await enqueueFileErasure(trx, { names: complete.map(({ place }) => place) }, due)
  if (incomplete.length > 0) await enqueueRepeatedFileErasure(trx, { names: incomplete.map(({ place }) => place) }, due)
}

export const eraseFiles = async ({ storage }: Pick<ServerContext, "storage">, target: ErasedFiles): Promise<void> => {
  await ("folder" in target ? storage.removeFolder(target.folder) : storage.remove(target.names))
}
