// Erasing one person: the profile, every conversation of it, and what was made of those (reliability I6; decisions P4). Counts stay: nothing
// counted leads back to who gave it (G1).
import { sql, type Transaction } from "kysely"
import type { Tables } from "../database/tables.ts"
import { eraseArchive } from "../files/answer-files.ts"
import { answerPlace } from "../files/places.ts"
import { forgetAnswers } from "../http/once.ts"
import { eraseGoneFiles } from "../jobs/erase-files.ts"
import { type Holdings, holdingsOf, lockConversations, type Person } from "./person.ts"

/** Erases them, and gives how much went. */
export const erasePerson = async (change: Transaction<Tables>, person: Person, at: Date): Promise<Holdings> => {
  const rows = await lockConversations(change, person)
  const gone = await holdingsOf(change, person)
  for (const { script_id: script, id } of rows) await eraseConversation(change, { community: person.community, script, id }, at)
  for (const script of new Set(rows.map(({ script_id }) => script_id))) {
    // Answers to calls that made links name whom they are for; an archive holds everybody's files.
    await forgetAnswers(change, script)
    if (gone.files > 0) await eraseArchive(change, script, at)
  }
  if (person.profile !== null)
    await change.deleteFrom("profiles").where("community_id", "=", person.community).where("id", "=", person.id).execute()
  return gone
}

type Which = { readonly community: string; readonly script: string; readonly id: string }

const eraseConversation = async (change: Transaction<Tables>, { community, script, id }: Which, at: Date): Promise<void> => {
  const files = await change
    .deleteFrom("answer_files")
    .where("script_id", "=", script)
    .where("conversation_id", "=", id)
    .returning(["id", "kept_at"])
    .execute()
  const gone = files.map((file) => ({ place: answerPlace({ community, script }, file.id), kept_at: file.kept_at }))
  await eraseGoneFiles(change, gone, at)
  const deliveries = await change
    .deleteFrom("deliveries")
    .where("script_id", "=", script)
    .where("conversation_id", "=", id)
    .returning("id")
    .execute()
  for (const delivery of deliveries)
    await change.deleteFrom("delivery_attempts").where("script_id", "=", script).where("delivery_id", "=", delivery.id).execute()
  for (const named of [id, ...deliveries.map((delivery) => delivery.id)]) await forgetJobs(change, script, named)
  await change.deleteFrom("conversations").where("script_id", "=", script).where("id", "=", id).execute()
}

/** What is still to be done, or was, with a thing of this id. */
const forgetJobs = async (change: Transaction<Tables>, script: string, id: string): Promise<void> => {
  const named = `%${id}%`
  await change
    .deleteFrom("jobs")
    .where("script_id", "=", script)
    .where((its) => its.or([its("payload", "like", named), sql<boolean>`coalesce(key, '') like ${named}`]))
    .execute()
}
