// Files that respondents answer with: stored, attached to answers and erased. A file counts once it is complete (`kept_at`).
import { randomUUIDv7 } from "node:crypto"
import type { Transaction } from "kysely"
import { parseAnswerFile, printAnswerFile } from "../../../domain/conversations/answer-file.ts"
import {
  archiveLifetimeMs,
  incompleteUploadTimeoutMs,
  unansweredFileLifetimeMs,
} from "../../../domain/conversations/conversation-limits.ts"
import type { LockedConversation } from "../conversations/conversation-progress.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { enqueueAnswerFileErasure, enqueueFileErasure, enqueueRepeatedFileErasure } from "../jobs/file-erasure.ts"
import type { ServerContext } from "../server-context.ts"
import type { StagedFile } from "../storage/storage.ts"

type ScriptScope = { readonly community: string; readonly script: string }

/** The storage key of an answer file. These files have no public URL. */
export const answerFileKey = ({ community, script }: ScriptScope, file: string): string => `${community}/answers/${script}/${file}`
/** The folder of an archive, including parts that no row knows because the process ended before it was updated. */
export const archiveFolderKey = ({ community, script }: ScriptScope, archive: string): string =>
  `${community}/archives/${script}/${archive}`
/** One part of an archive, counted from 1. */
export const archivePartKey = (scope: ScriptScope, archive: string, part: number): string =>
  `${archiveFolderKey(scope, archive)}/${part}.zip`
/** The folders with all answer files and archives of a script. */
export const scriptFolderKeys = ({ community, script }: ScriptScope): ReadonlyArray<string> => [
  `${community}/answers/${script}`,
  `${community}/archives/${script}`,
]

type NewAnswerFile = {
  readonly community: string
  readonly script: string
  readonly conversation: string
  readonly instruction: string
  /** The file name, based on the one on the respondent's device. */
  readonly name: string
  readonly content: Buffer | StagedFile
}

/**
 * Stores a file and returns its id, or null if the conversation was erased meanwhile. `admit` runs in the transaction that
 * inserts the row and rejects files that may not be an answer.
 */
export const storeAnswerFile = async (
  { database: { db, transact }, storage, now }: Pick<ServerContext, "database" | "storage" | "now">,
  answer: NewAnswerFile,
  admit: (change: Transaction<Tables>) => Promise<void> = async () => undefined,
): Promise<string | null> => {
  const { community, script, conversation, instruction, name, content } = answer
  const id = randomUUIDv7()
  // The row comes first, so that an interrupted upload can be found and cleaned up.
  await transact(async (change) => {
    await admit(change)
    await change
      .insertInto("answer_files")
      .values({
        script_id: script,
        id,
        community_id: community,
        conversation_id: conversation,
        instruction,
        name,
        bytes: Buffer.isBuffer(content) ? content.length : content.bytes,
        made_at: now(),
      })
      .execute()
  })
  const key = answerFileKey(answer, id)
  await (Buffer.isBuffer(content) ? storage.put(key, content) : content.keep(key))
  const { numUpdatedRows } = await db
    .updateTable("answer_files")
    .set({ kept_at: now() })
    .where("script_id", "=", script)
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) return id
  await storage.remove([key])
  return null
}

/** Rows per statement. */
const batchSize = 1000

/** Erases the answer files of a script and their archive. */
export const eraseAnswerFiles = async (change: Transaction<Tables>, script: string, at: Date): Promise<void> => {
  for (;;) {
    const deleted = await change
      .deleteFrom("answer_files")
      .where("script_id", "=", script)
      .where("id", "in", (eb) => eb.selectFrom("answer_files").select("id").where("script_id", "=", script).orderBy("id").limit(batchSize))
      .returning(["id", "community_id", "kept_at"])
      .execute()
    if (deleted.length === 0) break
    const files = deleted.map(({ id, community_id: community, kept_at }) => ({ place: answerFileKey({ community, script }, id), kept_at }))
    await enqueueAnswerFileErasure(change, files, at)
  }
  await eraseArchive(change, script, at)
}

/** Erases the archive of a script, if any. An archive that is being built may still store parts, so it is erased twice. */
export const eraseArchive = async (change: Transaction<Tables>, script: string, at: Date): Promise<void> => {
  const archive = await change
    .deleteFrom("archives")
    .where("script_id", "=", script)
    .returning(["id", "community_id", "ready_at"])
    .executeTakeFirst()
  if (archive === undefined) return
  const erase = archive.ready_at === null ? enqueueRepeatedFileErasure : enqueueFileErasure
  await erase(change, { folder: archiveFolderKey({ community: archive.community_id, script }, archive.id) }, at)
}

/** Erases expired archives, interrupted uploads, and files that were never submitted as an answer. */
export const cleanUpAnswerFiles = async ({ database, now }: Pick<ServerContext, "database" | "now">): Promise<void> => {
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  const expired = database.db.selectFrom("archives").select("script_id").where("asked_at", "<", ago(archiveLifetimeMs))
  const scripts = await expired.execute()
  for (const { script_id: script } of scripts) await database.transact((change) => eraseArchive(change, script, now()))
  await database.transact(async (change) => {
    const deleted = await change
      .deleteFrom("answer_files")
      .where("is_given", "=", false)
      .where((eb) =>
        eb.or([
          eb.and([eb("kept_at", "is", null), eb("made_at", "<", ago(incompleteUploadTimeoutMs))]),
          eb("made_at", "<", ago(unansweredFileLifetimeMs)),
        ]),
      )
      .returning(["id", "community_id", "script_id"])
      .execute()
    const names = deleted.map(({ id, community_id: community, script_id: script }) => answerFileKey({ community, script }, id))
    if (names.length > 0) await enqueueFileErasure(change, { names }, now())
  })
}

/** Returns the id of the newest completely stored file of a script, or null. */
export const findNewestFileId = async (db: Db, script: string): Promise<string | null> => {
  const found = await db
    .selectFrom("answer_files")
    .select("id")
    .where("script_id", "=", script)
    .where("kept_at", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}

type FileAnswer = { readonly instruction: string; readonly given: unknown }

const isFileQuestion = ({ script }: LockedConversation, { instruction }: FileAnswer): boolean =>
  script.authored.instructions.find(({ uuid }) => uuid === instruction)?.question?.type === "file"

/**
 * Returns whether the files of an answer were uploaded in this conversation, under the names that the answer gives them. Also true if the question does not ask for a file
 * or the answer is empty; the domain reports what is wrong with those.
 */
export const areOwnFiles = async (change: Transaction<Tables>, conversation: LockedConversation, answer: FileAnswer): Promise<boolean> => {
  const { instruction, given } = answer
  if (!isFileQuestion(conversation, answer) || given === null || given === undefined) return true
  const names: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given]
  const ids = [...new Set(names.map((name) => parseAnswerFile(name)?.id))].filter((id) => id !== undefined)
  if (ids.length === 0) return false
  const files = await change
    .selectFrom("answer_files")
    .select(["id", "name"])
    .where("script_id", "=", conversation.row.script_id)
    .where("conversation_id", "=", conversation.row.id)
    .where("instruction", "=", instruction)
    .where("kept_at", "is not", null)
    .where("id", "in", ids.slice(0, 100))
    .execute()
  const ownNames: ReadonlySet<unknown> = new Set(files.map(printAnswerFile))
  return names.every((name) => ownNames.has(name))
}

/** Marks the files that a question was answered with, and erases the other files that were uploaded for it. */
export const attachAnswerFiles = async (
  change: Transaction<Tables>,
  conversation: LockedConversation,
  answer: FileAnswer,
  at: Date,
): Promise<void> => {
  if (!isFileQuestion(conversation, answer)) return
  const { row } = conversation
  const { instruction, given } = answer
  const names: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given]
  const ids = names.map((name) => parseAnswerFile(name)?.id).filter((id) => id !== undefined)
  if (ids.length > 0)
    await change
      .updateTable("answer_files")
      .set({ is_given: true })
      .where("script_id", "=", row.script_id)
      .where("conversation_id", "=", row.id)
      .where("instruction", "=", instruction)
      .where("id", "in", ids)
      .execute()
  const unused = await change
    .deleteFrom("answer_files")
    .where("script_id", "=", row.script_id)
    .where("conversation_id", "=", row.id)
    .where("instruction", "=", instruction)
    .where("kept_at", "is not", null)
    .where("is_given", "=", false)
    .returning("id")
    .execute()
  if (unused.length === 0) return
  const scope = { community: row.community_id, script: row.script_id }
  await enqueueFileErasure(change, { names: unused.map(({ id }) => answerFileKey(scope, id)) }, at)
}
