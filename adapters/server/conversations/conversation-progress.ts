// A respondent's conversation in the database: found by its pass, held while it goes on, kept with all that its step asks for.

import * as Schema from "effect/Schema"
import type { QueryCreator, Selectable, Transaction } from "kysely"
import { staleAfter } from "../../../domain/actions/delivery-trigger.ts"
import { metadataWith } from "../../../domain/chat/conversation-metadata.ts"
import { ChatRecord, type Recorded, started, type Turn, taken } from "../../../domain/chat/conversation-record.ts"
import type { ChatEvent } from "../../../domain/chat/conversation-state.ts"
import { isAnswered } from "../../../domain/conversations/stored-answer.ts"
import { isCode, passOf } from "../../../domain/links/access-key.ts"
import type { Language } from "../../../domain/script/language.ts"
import { meets } from "../../../domain/script/status.ts"
import type { Db } from "../database/database.ts"
import type { EndWith } from "../database/pipelining-driver.ts"
import { often } from "../database/prepared-statements.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { deliver, deliverToConnector, lookAt } from "../deliveries/delivery-queue.ts"
import { missing, Trouble } from "../http/http-error.ts"
import { enqueue } from "../jobs/job-queue.ts"
import { statusOf } from "../scripts/script-repository.ts"
import type { PreparedScript } from "../scripts/script-revisions.ts"
import { hashOf } from "../security/one-time-tokens.ts"
import type { House } from "../server-context.ts"
import { counting, countsOf } from "../statistics/statistics-repository.ts"
import { newConversation, recordOf, toldColumns } from "./conversation-repository.ts"

// What a step of a conversation asks the server to do, enqueued in the step's own change: nothing is done twice, nothing is forgotten.

type Stepped = { readonly row: ConversationRow; readonly script: PreparedScript; readonly turn: Turn }

export const carryOut = async (house: House, change: Transaction<Tables>, { row, script, turn }: Stepped): Promise<void> => {
  const at = house.now()
  for (const effect of turn.effects) {
    if (effect.type !== "act") continue
    const { uuid, action, waits } = effect
    if (action.type === "send2api") await deliver(change, { row, script, instruction: uuid, params: action.params, reason: "reached" }, at)
    if (action.type === "send2con") await deliverToConnector(house, change, { row, script, instruction: uuid, params: action.params })
    if (waits)
      await enqueue(change, {
        kind: "act",
        key: `${row.id} ${uuid}`,
        payload: { script: row.script_id, conversation: row.id, instruction: uuid },
        script: row.script_id,
        due: at,
      })
  }
}

export type ConversationRow = Selectable<Tables["conversations"]>

/** All of a row, one by one: a plan for whatever columns there are is none any more when a newer version adds one. */
const rowColumns = [
  ...toldColumns,
  "script_id",
  "community_id",
  "token_hash",
  "code_hash",
  "state",
  "is_answered",
  "made_at",
  "stale_at",
] as const satisfies ReadonlyArray<keyof ConversationRow>

const byPass = (db: Db, given: string) => {
  const pass = passOf(given)
  return db
    .selectFrom("conversations")
    .select(rowColumns.map((column) => `conversations.${column}` as const))
    .where(isCode(pass) ? "conversations.code_hash" : "conversations.token_hash", "=", hashOf(pass))
}

/** The conversation of a pass; within a change it is the change's own until that ends. */
export const findByPass = (db: Db, pass: string): Promise<ConversationRow | undefined> => byPass(db, pass).executeTakeFirst()

const lockByPass = async (change: Transaction<Tables>, pass: string) => {
  const query = byPass(change, pass)
    .innerJoin("scripts", "scripts.id", "conversations.script_id")
    .select("scripts.status as script_status")
    .forUpdate("conversations")
  return (await change.executeQuery(often(query.compile()))).rows[0]
}

/** Who asks with a pass, and from which address. */
export type Asker = { readonly pass: string; readonly ip: string }

/** There is no conversation of this pass. */
export class WrongPass extends Error {}

/**
 * Does what takes a pass; a wrong one is a 404, and a guess that counts. Whoever guessed too often learns nothing of another code; tokens
 * are too long to be guessed.
 */
export const withPass = async <A>(
  { crowd, now }: Pick<House, "crowd" | "now">,
  { pass, ip }: Asker,
  work: () => Promise<A>,
): Promise<A> => {
  if (isCode(passOf(pass))) await crowd.refuse("guess", ip, now())
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WrongPass)) throw error
    await crowd.count("guess", ip, now())
    throw missing()
  }
}

type Open = Pick<ScriptRow, "status">

/** Refuses what asks anything of a chat that does not answer. Of one in preparation only `isPartOf` hears: who has a pass of it. */
export const refuseUnlessLive = (script: Open | undefined, { isPartOf }: { readonly isPartOf: boolean }): void => {
  const met = script === undefined ? "nothing" : meets[statusOf(script.status)]
  if (met === "closed") throw new Trouble(410, { message: "This chat is closed." })
  if (met === "paused" && isPartOf) throw new Trouble(423, { message: "This chat is not open at the moment." })
  if (met !== "chat") throw missing()
}

/** A conversation that goes on: its row is held by the change. */
export type Held = { readonly row: ConversationRow; readonly script: PreparedScript; readonly record: ChatRecord | null }

/** Holds the conversation of a pass, or rejects where it has none (`WrongPass`) or its chat is not live. */
export const hold = async (house: House, change: Transaction<Tables>, pass: string): Promise<Held> => {
  const found = await lockByPass(change, pass)
  if (found === undefined) throw new WrongPass()
  const { script_status, ...row } = found
  refuseUnlessLive({ status: script_status }, { isPartOf: true })
  return { row, ...(await recordIn(house.prepared, change, row)) }
}

export const recordIn = async (
  prepared: House["prepared"],
  db: Db,
  row: ConversationRow,
): Promise<{ readonly script: PreparedScript; readonly record: ChatRecord | null }> => ({
  script: await prepared(db, { id: row.script_id, revision: row.revision }),
  record: row.state === null ? null : recordFrom(row.state),
})

const recordText = Schema.fromJsonString(ChatRecord)
const recordFrom = Schema.decodeUnknownSync(recordText)
const textOf = Schema.encodeSync(recordText)

/** Whether what is kept of a conversation says how far it is: what does not will not at another look. */
export const isReadable = ({ state }: ConversationRow): boolean =>
  state === null || Schema.decodeUnknownResult(recordText)(state)._tag === "Success"

/** What the address of a page says of its conversation. */
export type Address = { readonly language?: Language; readonly metadata?: Readonly<Record<string, string>> }

/** How a conversation begins, or would: the same however often it is asked before it does. */
export const beginningOf = (row: ConversationRow, { chat }: PreparedScript, { language, metadata = {} }: Address): Recorded =>
  started(chat, {
    seed: row.id,
    metadata: metadataWith(recordOf(row.metadata), metadata),
    ...(language !== undefined && { language }),
  })

/** Begins a conversation that only was opened; what has begun goes on. */
export const begun = async (
  house: House,
  change: Transaction<Tables>,
  { row, script, record }: Held,
  address: Address,
  end?: EndWith,
): Promise<{ readonly record: ChatRecord; readonly turn?: Turn }> => {
  if (record !== null) return { record }
  const first = beginningOf(row, script, address)
  await keep(house, change, { row, script }, first, end)
  return first
}

/** Takes an event: null where nothing waits for it; a refused answer is told and changes nothing. */
export const goOn = async (
  house: House,
  change: Transaction<Tables>,
  held: Held & { readonly record: ChatRecord },
  event: ChatEvent,
  end: EndWith,
) => {
  const next = taken(held.script.chat, held.record, event)
  if (next?.type === "taken") await keep(house, change, held, next, end)
  return next
}

/** Keeps how far a conversation has come and what is to be done for it, in one change. */
const keep = async (
  house: House,
  change: Transaction<Tables>,
  { row, script }: Pick<Held, "row" | "script">,
  { record, turn }: Recorded,
  end: EndWith = (query) => change.executeQuery(query.compile()),
): Promise<void> => {
  const at = house.now()
  const { answers, actions, ending } = record.state
  const patience = staleAfter(script.authored)
  // What is kept of the row may be from before it was begun, by this same change.
  const isBegun = record.events.length === 0
  const metadata = record.beginning.metadata === undefined ? row.metadata : JSON.stringify(record.beginning.metadata)
  const kept = {
    status: ending === null ? "pending" : "finished",
    answers: JSON.stringify(answers),
    actions: JSON.stringify(actions),
    ...(isBegun && { metadata }),
    state: textOf(record),
    is_answered: isAnswered(answers),
    started_at: row.started_at ?? at,
    updated_at: at,
    synced_at: at,
    finished_at: ending === null ? null : at,
    stale_at: ending === null && patience !== null ? new Date(at.getTime() + patience * 1000) : null,
  }
  // Before the counts: who waits here for another's look, one for all of a second, holds none of them.
  if (kept.stale_at !== null) await lookAt(change, kept.stale_at, at)
  const counted = { turn, isBegun, isFinished: ending !== null }
  const counts = counting(change, { script: row.script_id, conversation: row.id }, countsOf(script.authored, counted), at)
  // In one statement: a respondent waits for each round trip.
  const asking: QueryCreator<Tables> = counts === null ? change : change.with("counts", () => counts)
  await carryOut(house, change, { row: { ...row, ...kept, metadata }, script, turn })
  const keeping = asking.updateTable("conversations").set(kept).where("script_id", "=", row.script_id).where("id", "=", row.id)
  await end({ compile: () => often(keeping.compile()) })
}

type New = { readonly pass: string; readonly script: ScriptRow }

/** Adds the conversation of a new pass; whoever comes second with one finds the first's. */
export const addConversation = async (change: Transaction<Tables>, { pass, script }: New, at: Date): Promise<void> => {
  await change
    .insertInto("conversations")
    .values(newConversation({ script, token: pass, metadata: {}, at }))
    .onConflict((conflict) => conflict.column("token_hash").doNothing())
    .execute()
}
