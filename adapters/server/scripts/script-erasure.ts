// Erasing scripts, respondents' data and communities: one list of tables, so that nothing is forgotten.
import type { Transaction } from "kysely"
import { eraseAnswerFiles, scriptFolderKeys } from "../answer-files/answer-file-repository.ts"
import type { Tables } from "../database/tables.ts"
import { deleteIdempotentResponses } from "../http/idempotency.ts"
import { enqueueRepeatedFileErasure } from "../jobs/file-erasure.ts"
import { enqueueJob } from "../jobs/job-queue.ts"
import { imageErasureJob, listScriptImages } from "../uploads/upload-repository.ts"
import type { ScriptKey } from "./script-repository.ts"

/** Tables with a `script_id`: respondents' data, and the script's addresses, statistics and data points. */
const tables = {
  respondents: ["conversations", "jobs", "deliveries", "delivery_attempts"],
  access: ["chat_slugs", "statistics", "data_points"],
} as const satisfies Record<string, ReadonlyArray<keyof Tables>>

/** Erases the respondents' data of a script: conversations, links, files, deliveries and jobs. */
export const eraseRespondentData = async (trx: Transaction<Tables>, script: string, at: Date): Promise<void> => {
  for (const table of tables.respondents) await trx.deleteFrom(table).where("script_id", "=", script).execute()
  await eraseAnswerFiles(trx, script, at)
  // Stored responses to link requests contain the links.
  await deleteIdempotentResponses(trx, script)
}

/** [R4] Also erases the script's addresses and statistics; only the archived script is left. */
export const eraseAllButScript = async (trx: Transaction<Tables>, script: string, at: Date): Promise<void> => {
  await eraseRespondentData(trx, script, at)
  for (const table of tables.access) await trx.deleteFrom(table).where("script_id", "=", script).execute()
}

/** Erases a script with all its revisions, and the images that nothing else in its community uses. */
export const eraseScript = async (trx: Transaction<Tables>, { community, id }: ScriptKey, at: Date): Promise<void> => {
  const names = await listScriptImages(trx, { community, id })
  await eraseScriptAndData(trx, id, at)
  if (names.length > 0) await enqueueJob(trx, imageErasureJob, { payload: { community, names }, due: at })
}

const eraseScriptAndData = async (trx: Transaction<Tables>, script: string, at: Date): Promise<void> => {
  await eraseAllButScript(trx, script, at)
  const deleted = await trx.deleteFrom("scripts").where("id", "=", script).returning("community_id").executeTakeFirst()
  for (const folder of deleted === undefined ? [] : scriptFolderKeys({ community: deleted.community_id, script }))
    await enqueueRepeatedFileErasure(trx, { folder }, at)
}

/** Erases a community with all its scripts and respondents. */
export const eraseCommunity = async (trx: Transaction<Tables>, community: string, at: Date): Promise<void> => {
  const scripts = await trx.selectFrom("scripts").select("id").where("community_id", "=", community).execute()
  for (const { id } of scripts) await eraseScriptAndData(trx, id, at)
  await deleteIdempotentResponses(trx, community)
  await enqueueRepeatedFileErasure(trx, { folder: community }, at)
  // All other tables of a community reference it and cascade.
  await trx.deleteFrom("communities").where("id", "=", community).execute()
}
