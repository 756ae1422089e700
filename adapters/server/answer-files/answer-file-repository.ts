// Files that respondents answer with: kept, counted once they are whole, erased with the data of their script.
import { randomUUIDv7 } from "node:crypto"
import type { Transaction } from "kysely"
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

// Where the storage has the files of a script. They have no address of their own: only calls lead to them.

type Of = { readonly community: string; readonly script: string }

/** A file that a respondent answered with. */
export const answerFileKey = ({ community, script }: Of, file: string): string => `${community}/answers/${script}/${file}`
/** The folder of an archive, which holds its parts, also those of which nobody took note: a process can end between the two. */
export const archiveFolderKey = ({ community, script }: Of, archive: string): string => `${community}/archives/${script}/${archive}`
/** One part of an archive, counted from 1. */
export const archivePartKey = (of: Of, archive: string, part: number): string => `${archiveFolderKey(of, archive)}/${part}.zip`
/** The folders that hold all of a script. */
export const scriptFolderKeys = ({ community, script }: Of): ReadonlyArray<string> => [
  `${community}/answers/${script}`,
  `${community}/archives/${script}`,
]

type NewAnswerFile = {
  readonly community: string
  readonly script: string
  readonly conversation: string
  readonly instruction: string
  /** What the respondent's machine calls it. */
  readonly name: string
  readonly content: Buffer
}

/**
 * Keeps a file, and gives its id; null where the conversation was erased meanwhile. Whether it may be an answer is the caller's to check:
 * `admit` does in the change that makes its row, and rejects where it may not.
 */
export const storeAnswerFile = async (
  { database: { db, transact }, storage, now }: Pick<ServerContext, "database" | "storage" | "now">,
  answer: NewAnswerFile,
  admit: (change: Transaction<Tables>) => Promise<void> = async () => undefined,
): Promise<string | null> => {
  const { community, script, conversation, instruction, name, content } = answer
  const id = randomUUIDv7()
  // The row first: what breaks off in between can be found and swept.
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
        bytes: content.length,
        made_at: now(),
      })
      .execute()
  })
  await storage.put(answerFileKey(answer, id), content)
  const { numUpdatedRows } = await db
    .updateTable("answer_files")
    .set({ kept_at: now() })
    .where("script_id", "=", script)
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) return id
  await storage.remove([answerFileKey(answer, id)])
  return null
}

/** Rows that are taken at a time. */
const batchSize = 1000

/** Erases the files of a script, which stays, and their archive. */
export const eraseAnswerFiles = async (change: Transaction<Tables>, script: string, at: Date): Promise<void> => {
  for (;;) {
    const gone = await change
      .deleteFrom("answer_files")
      .where("script_id", "=", script)
      .where("id", "in", (its) =>
        its.selectFrom("answer_files").select("id").where("script_id", "=", script).orderBy("id").limit(batchSize),
      )
      .returning(["id", "community_id", "kept_at"])
      .execute()
    if (gone.length === 0) break
    const files = gone.map(({ id, community_id: community, kept_at }) => ({ place: answerFileKey({ community, script }, id), kept_at }))
    await enqueueAnswerFileErasure(change, files, at)
  }
  await eraseArchive(change, script, at)
}

/** Erases the archive of a script, if it has one; parts of one that is being made may still come. */
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

/** Erases archives that nobody needs any more, what broke off while it was kept, and files that no question was answered with. */
export const cleanUpAnswerFiles = async ({ database, now }: Pick<ServerContext, "database" | "now">): Promise<void> => {
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  const old = database.db.selectFrom("archives").select("script_id").where("asked_at", "<", before(archiveLifetimeMs))
  const scripts = await old.execute()
  for (const { script_id: script } of scripts) await database.transact((change) => eraseArchive(change, script, now()))
  await database.transact(async (change) => {
    const gone = await change
      .deleteFrom("answer_files")
      .where("is_given", "=", false)
      .where((its) =>
        its.or([
          its.and([its("kept_at", "is", null), its("made_at", "<", before(incompleteUploadTimeoutMs))]),
          its("made_at", "<", before(unansweredFileLifetimeMs)),
        ]),
      )
      .returning(["id", "community_id", "script_id"])
      .execute()
    const names = gone.map(({ id, community_id: community, script_id: script }) => answerFileKey({ community, script }, id))
    if (names.length > 0) await enqueueFileErasure(change, { names }, now())
  })
}

/** The newest file of a script that is whole, or null. */
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

// Whether files that are given as an answer are the respondent's own: each goes by the id under which it was kept, and its name.

const parseFileId = (given: unknown): string | undefined =>
  typeof given === "string" ? /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//.exec(given)?.[1] : undefined

type FileAnswer = { readonly instruction: string; readonly given: unknown }

const isFileQuestion = ({ script }: LockedConversation, { instruction }: FileAnswer): boolean =>
  script.authored.instructions.find(({ uuid }) => uuid === instruction)?.question?.type === "file"

/** True also for an answer that is no file, and for a question that asks for none: what is wrong with those the domain says. */
export const areOwnFiles = async (change: Transaction<Tables>, held: LockedConversation, answer: FileAnswer): Promise<boolean> => {
  const { instruction, given } = answer
  if (!isFileQuestion(held, answer) || given === null || given === undefined) return true
  const names: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given]
  const ids = [...new Set(names.map(parseFileId))].filter((id) => id !== undefined)
  if (names.length === 0 || names.some((name) => parseFileId(name) === undefined)) return false
  const { n } = await change
    .selectFrom("answer_files")
    .select((its) => its.fn.countAll().as("n"))
    .where("script_id", "=", held.row.script_id)
    .where("conversation_id", "=", held.row.id)
    .where("instruction", "=", instruction)
    .where("kept_at", "is not", null)
    .where("id", "in", ids.slice(0, 100))
    .executeTakeFirstOrThrow()
  return Number(n) === ids.length
}

/** Marks the files that a question was answered with, and erases the others that were sent for it. */
export const attachAnswerFiles = async (
  change: Transaction<Tables>,
  held: LockedConversation,
  answer: FileAnswer,
  at: Date,
): Promise<void> => {
  if (!isFileQuestion(held, answer)) return
  const { row } = held
  const { instruction, given } = answer
  const names: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given]
  const ids = names.map(parseFileId).filter((id) => id !== undefined)
  if (ids.length > 0)
    await change
      .updateTable("answer_files")
      .set({ is_given: true })
      .where("script_id", "=", row.script_id)
      .where("conversation_id", "=", row.id)
      .where("instruction", "=", instruction)
      .where("id", "in", ids)
      .execute()
  const gone = await change
    .deleteFrom("answer_files")
    .where("script_id", "=", row.script_id)
    .where("conversation_id", "=", row.id)
    .where("instruction", "=", instruction)
    .where("kept_at", "is not", null)
    .where("is_given", "=", false)
    .returning("id")
    .execute()
  if (gone.length === 0) return
  const of = { community: row.community_id, script: row.script_id }
  await enqueueFileErasure(change, { names: gone.map(({ id }) => answerFileKey(of, id)) }, at)
}
