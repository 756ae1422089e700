// The job that does what a conversation waits for, and goes on with it.
import * as Schema from "effect/Schema"
import type { Effect } from "../../../domain/chat/effect.ts"
import { type ChatRecord, turnsOf } from "../../../domain/chat/record.ts"
import type { Db } from "../database/database.ts"
import type { House } from "../house.ts"
import type { Worker } from "../jobs/jobs.ts"
import { askOutside, nothing } from "./ask-outside.ts"
import { type ConversationRow, goOn, type Held, recordIn } from "./conversing.ts"
import type { PreparedScript } from "./prepared.ts"

const Acting = Schema.Struct({ script: Schema.String, conversation: Schema.String, instruction: Schema.String })
type Acting = typeof Acting.Type

const rowOf = (db: Db, { script, conversation }: Acting) =>
  db.selectFrom("conversations").selectAll().where("script_id", "=", script).where("id", "=", conversation)

/** The conversation, where it still waits for the instruction's outcome. */
const waitingFor = async (
  { prepared }: House,
  db: Db,
  row: ConversationRow | undefined,
  { instruction }: Acting,
): Promise<(Held & { readonly record: ChatRecord }) | null> => {
  if (row === undefined) return null
  const { script, record } = await recordIn(prepared, db, row)
  return record?.state.waiting?.uuid === instruction ? { row, script, record } : null
}

type Act = Extract<Effect, { readonly type: "act" }>

/** What is to be done, with the answers of the conversation filled in. */
const actionOf = ({ chat }: PreparedScript, record: ChatRecord, instruction: string): Act["action"] | undefined =>
  turnsOf(chat, record)
    .at(-1)
    ?.effects.find((effect): effect is Act => effect.type === "act" && effect.uuid === instruction)?.action

/** Tries at what nobody foresaw to go wrong, before the conversation goes on without it: its respondent waits. */
const mostTries = 3

export const act: Worker = async (house, payload, job) => {
  const { database } = house
  const acting = Schema.decodeUnknownSync(Acting)(payload)
  const held = await waitingFor(house, database.db, await rowOf(database.db, acting).executeTakeFirst(), acting)
  const action = held === null ? undefined : actionOf(held.script, held.record, acting.instruction)
  // Erased, or done already.
  if (held === null || action === undefined) return
  const step = { id: job.id, row: held.row, instruction: acting.instruction, action }
  const { outcome, results, crm } = job.attempt > mostTries ? nothing : await askOutside(house, step)
  await database.transact(async (change, end) => {
    const now = await waitingFor(house, change, await rowOf(change, acting).forUpdate().executeTakeFirst(), acting)
    if (now === null) return
    await goOn(
      house,
      change,
      now,
      {
        type: "action.done",
        uuid: acting.instruction,
        outcome,
        results,
        ...(action.type === "crmAuth" && { crm }),
      },
      end,
    )
  })
}
