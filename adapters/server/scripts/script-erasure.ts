// What goes when something is erased: one list of tables, so that nothing is forgotten (reliability I6).
import type { Transaction } from "kysely"
import { eraseAnswerFiles, scriptFolderKeys } from "../answer-files/answer-file-repository.ts"
import type { Tables } from "../database/tables.ts"
import { deleteIdempotentResponses } from "../http/idempotency.ts"
import { enqueueRepeatedFileErasure } from "../jobs/file-erasure.ts"
import { enqueueJob } from "../jobs/job-queue.ts"
import { listScriptImages } from "../uploads/upload-repository.ts"
import type { ScriptKey } from "./script-repository.ts"

/** The tables about one script, each with the script's id in `script_id`: what its respondents gave, and the ways that lead to the chat. */
const tables = {
  respondents: ["conversations", "jobs", "deliveries", "delivery_attempts"],
  access: ["chat_slugs", "statistics", "data_points"],
} as const satisfies Record<string, ReadonlyArray<keyof Tables>>

/** Erases what respondents of a script gave, the links they have, and what is still to be done with it. */
export const eraseRespondentData = async (change: Transaction<Tables>, script: string, at: Date): Promise<void> => {
  for (const table of tables.respondents) await change.deleteFrom(table).where("script_id", "=", script).execute()
  await eraseAnswerFiles(change, script, at)
  // Answers to calls that made links hold them.
  await deleteIdempotentResponses(change, script)
}

/** Erases that, and every way to the chat: what is left is the script in the archive (decisions R4). */
export const eraseAllButScript = async (change: Transaction<Tables>, script: string, at: Date): Promise<void> => {
  await eraseRespondentData(change, script, at)
  for (const table of tables.access) await change.deleteFrom(table).where("script_id", "=", script).execute()
}

/** Erases a script for good, with all its versions, and the images that nothing else of its community shows. */
export const eraseScript = async (change: Transaction<Tables>, { community, id }: ScriptKey, at: Date): Promise<void> => {
  const names = await listScriptImages(change, { community, id })
  await eraseWhole(change, id, at)
  if (names.length > 0) await enqueueJob(change, { kind: "erase-images", payload: { community, names }, due: at })
}

const eraseWhole = async (change: Transaction<Tables>, script: string, at: Date): Promise<void> => {
  await eraseAllButScript(change, script, at)
  const gone = await change.deleteFrom("scripts").where("id", "=", script).returning("community_id").executeTakeFirst()
  for (const folder of gone === undefined ? [] : scriptFolderKeys({ community: gone.community_id, script }))
    await enqueueRepeatedFileErasure(change, { folder }, at)
}

/** Erases a community with all its scripts, and what it knows of people. */
export const eraseCommunity = async (change: Transaction<Tables>, community: string, at: Date): Promise<void> => {
  const scripts = await change.selectFrom("scripts").select("id").where("community_id", "=", community).execute()
  for (const { id } of scripts) await eraseWhole(change, id, at)
  await deleteIdempotentResponses(change, community)
  await enqueueRepeatedFileErasure(change, { folder: community }, at)
  // Whatever else is a community's refers to it, and goes with it.
  await change.deleteFrom("communities").where("id", "=", community).execute()
}
