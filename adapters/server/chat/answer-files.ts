// Whether files that are given as an answer are the respondent's own: each goes by the id under which it was kept, and its name.
import type { Transaction } from "kysely"
import type { Tables } from "../database/tables.ts"
import { answerPlace } from "../files/places.ts"
import { eraseFilesSoon } from "../jobs/erase-files.ts"
import type { Held } from "./conversing.ts"

const idOf = (given: unknown): string | undefined =>
  typeof given === "string" ? /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//.exec(given)?.[1] : undefined

type Answer = { readonly instruction: string; readonly given: unknown }

const asksForFile = ({ script }: Held, { instruction }: Answer): boolean =>
  script.authored.instructions.find(({ uuid }) => uuid === instruction)?.question?.type === "file"

/** True also for an answer that is no file, and for a question that asks for none: what is wrong with those the domain says. */
export const ownsFiles = async (change: Transaction<Tables>, held: Held, answer: Answer): Promise<boolean> => {
  const { instruction, given } = answer
  if (!asksForFile(held, answer) || given === null || given === undefined) return true
  const names: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given]
  const ids = [...new Set(names.map(idOf))].filter((id) => id !== undefined)
  if (names.length === 0 || names.some((name) => idOf(name) === undefined)) return false
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
export const keepGiven = async (change: Transaction<Tables>, held: Held, answer: Answer, at: Date): Promise<void> => {
  if (!asksForFile(held, answer)) return
  const { row } = held
  const { instruction, given } = answer
  const names: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given]
  const ids = names.map(idOf).filter((id) => id !== undefined)
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
  await eraseFilesSoon(change, { names: gone.map(({ id }) => answerPlace(of, id)) }, at)
}
