// Whether files that are given as an answer are the respondent's own: each goes by the id under which it was kept, and its name.
import type { Transaction } from "kysely"
import type { Tables } from "../database/tables.ts"
import { answerPlace } from "../files/places.ts"
import { eraseFilesSoon } from "../jobs/erase-files.ts"
import type { Held } from "./conversing.ts"

const idOf = (given: unknown): string | undefined =>
  typeof given === "string" ? /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//.exec(given)?.[1] : undefined

type Answer = { readonly instruction: string; readonly given: unknown }

/** True also for an answer that is no file, and for a question that asks for none: what is wrong with those the domain says. */
export const ownsFiles = async (change: Transaction<Tables>, { row, script }: Held, { instruction, given }: Answer): Promise<boolean> => {
  const asked = script.authored.instructions.find(({ uuid }) => uuid === instruction)
  if (asked?.question?.type !== "file" || given === null || given === undefined) return true
  const names: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given]
  const ids = [...new Set(names.map(idOf))].filter((id) => id !== undefined)
  if (names.length === 0 || names.some((name) => idOf(name) === undefined)) return false
  const { n } = await change
    .selectFrom("answer_files")
    .select((its) => its.fn.countAll().as("n"))
    .where("script_id", "=", row.script_id)
    .where("conversation_id", "=", row.id)
    .where("instruction", "=", instruction)
    .where("kept_at", "is not", null)
    .where("id", "in", ids.slice(0, 100))
    .executeTakeFirstOrThrow()
  return Number(n) === ids.length
}

/** Erases what was sent for a question and is not among what it was answered with. */
export const eraseUngiven = async (change: Transaction<Tables>, { row }: Held, { instruction, given }: Answer, at: Date): Promise<void> => {
  const names: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given]
  const ids = names.map(idOf).filter((id) => id !== undefined)
  const sent = change
    .deleteFrom("answer_files")
    .where("script_id", "=", row.script_id)
    .where("conversation_id", "=", row.id)
    .where("instruction", "=", instruction)
    .where("kept_at", "is not", null)
  const gone = await (ids.length === 0 ? sent : sent.where("id", "not in", ids)).returning("id").execute()
  if (gone.length === 0) return
  const of = { community: row.community_id, script: row.script_id }
  await eraseFilesSoon(change, { names: gone.map(({ id }) => answerPlace(of, id)) }, at)
}
