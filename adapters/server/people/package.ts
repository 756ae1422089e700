// The zip that is handed over to a person: all that is known of them, as JSON, with the files that they sent (decisions P3).
import { Readable } from "node:stream"
import { en } from "../../../domain/catalogue/en.ts"
import { emojiLabelsOf } from "../../../domain/conversations/stored-answer.ts"
import type { Member } from "../../../domain/exports/people-csv.ts"
import { type Delivered, type Given, handedOver } from "../../../domain/privacy/handed-over.ts"
import { safeName } from "../../../domain/script/script-file.ts"
import { conversationOf } from "../conversations/conversation-row.ts"
import { answerPlace } from "../files/places.ts"
import { type Entry, freePath, zipOf } from "../files/zip.ts"
import type { House } from "../house.ts"
import { authoredAt } from "../scripts/listed.ts"
import { conversationsOf, type Person } from "./person.ts"

/** The zip as a stream. What is erased while it is read is not in it, and breaks it off. */
export const packageOf = async (
  { database: { db }, storage, now }: Pick<House, "database" | "storage" | "now">,
  person: Person,
  member: Member | null,
): Promise<Readable> => {
  const entries: Array<Entry> = []
  const taken = new Set(["person.json"])
  const given: Array<Given> = []
  const delivered: Array<Delivered> = []
  for (const row of await conversationsOf(db, person)) {
    const { script_id: script, id } = row
    const { name } = await db.selectFrom("scripts").select("name").where("id", "=", script).executeTakeFirstOrThrow()
    const files = await db
      .selectFrom("answer_files")
      .selectAll()
      .where("script_id", "=", script)
      .where("conversation_id", "=", id)
      .where("kept_at", "is not", null)
      .orderBy("id")
      .execute()
    const paths = files.map((file) => freePath(`files/${id}/`, safeName(file.name), taken))
    for (const [i, file] of files.entries())
      entries.push({
        path: paths[i] ?? "",
        bytes: file.bytes,
        at: file.made_at,
        read: async () => {
          const found = await storage.get(answerPlace({ community: person.community, script }, file.id))
          if (found === null) throw new Error(`the file ${file.id} is gone`)
          return found.stream
        },
      })
    given.push({
      chat: name,
      script: await authoredAt(db, { id: script, revision: row.revision }),
      conversation: conversationOf(row),
      files: paths,
    })
    const deliveries = await db
      .selectFrom("deliveries")
      .select(["endpoint", "made_at", "body"])
      .where("script_id", "=", script)
      .where("conversation_id", "=", id)
      .orderBy("id")
      .execute()
    for (const { endpoint, made_at, body } of deliveries)
      delivered.push({ conversation: id, endpoint, madeAt: made_at.toISOString(), body: JSON.parse(body) })
  }
  const text = Buffer.from(`${JSON.stringify(handedOver({ member, given, delivered }, emojiLabelsOf(en)), null, 2)}\n`)
  const first: Entry = { path: "person.json", bytes: text.length, at: now(), read: async () => Readable.from([text]) }
  return zipOf([first, ...entries], new AbortController().signal)
}
