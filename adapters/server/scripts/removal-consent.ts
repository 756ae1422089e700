// What scripts contain of their respondents, and the refusal to remove one that is no longer what its user was shown [U4].
import type { Transaction } from "kysely"
import { type CountChange, listCountChanges } from "../../../domain/failures/count-changes.ts"
import type { ScriptContents } from "../../../domain/script/script-list.ts"
import type { Status } from "../../../domain/script/status.ts"
import { type AuditAction, type AuditEventTrace, countAuditEvents, findLastAuditEvent } from "../audit/audit-log.ts"
import type { Db } from "../database/database.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import type { HttpError } from "../http/http-error.ts"
import { type Confirmation, type ShownState, targetChanged } from "../security/confirmation-tokens.ts"
import { listedScriptFromRow, type ScriptKey } from "./script-repository.ts"

/**
 * Locks all conversations of a script. Answers that were sent before are waited for: what they add would otherwise be
 * removed without being counted, or be left when a script is anonymized.
 */
export const lockScriptConversations = async (trx: Transaction<Tables>, script: string): Promise<void> => {
  const locked = trx.selectFrom("conversations").select("id").where("script_id", "=", script).orderBy("id").forUpdate()
  await trx
    .selectFrom(locked.as("locked"))
    .select(({ fn }) => fn.countAll().as("n"))
    .execute()
}

/** Counts the answered conversations, kept files and unopened links of scripts. */
export const countContents = async (db: Db, scripts: ReadonlyArray<string>): Promise<ScriptContents> => {
  if (scripts.length === 0) return { answers: 0, files: 0, links: 0 }
  const conversations = await db
    .selectFrom("conversations")
    .where("script_id", "in", scripts)
    .select(({ fn }) => [
      fn.countAll().filterWhere("started_at", "is not", null).filterWhere("is_answered", "=", true).as("answers"),
      fn.countAll().filterWhere("started_at", "is", null).as("links"),
    ])
    .executeTakeFirstOrThrow()
  const files = await db
    .selectFrom("answer_files")
    .where("script_id", "in", scripts)
    .where("kept_at", "is not", null)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow()
  return { answers: Number(conversations.answers), files: Number(files.count), links: Number(conversations.links) }
}

const statusTexts = {
  preparation: "it is in preparation now",
  live: "it is live now",
  closed: "it is closed now",
  deleted: "it is in the archive now",
} as const satisfies Record<Status, string>

/** Actions that change the status of a script. */
const statusActions: ReadonlyArray<AuditAction> = ["script.status", "script.archive", "script.removed"]

const toStatusEvents = ({ community, id }: ScriptKey) => ({ community, actions: statusActions, target: `script ${id.toLowerCase()}` })

/**
 * Counts how often the status of a script changed. A confirmation from before a change is outdated, even if a later change led back to
 * the same status. Without a lock, this must be read before the script: a change in between then outdates the confirmation too.
 */
export const countStatusChanges = (db: Db, script: ScriptKey): Promise<number> => countAuditEvents(db, toStatusEvents(script))

/** What staff add to a community or a script. Answers and files come from respondents, who are not named. */
const addingActions: Partial<Record<CountChange["content"], ReadonlyArray<AuditAction>>> = {
  chats: ["script.add", "script.copy"],
  links: ["links.make"],
}

/** Returns the latest event that explains a count that has grown, because staff added chats, links or members; undefined if there is none. */
export const findLastAddition = async (
  db: Db,
  { community, script }: { readonly community: string; readonly script?: string },
  changes: ReadonlyArray<CountChange>,
): Promise<AuditEventTrace | undefined> => {
  const actions = changes.flatMap(({ content, from, to }) => (to > from ? (addingActions[content] ?? []) : []))
  if (actions.length === 0) return undefined
  return findLastAuditEvent(db, { community, actions, ...(script !== undefined && { target: `script ${script}` }) })
}

/** Returns the 409 for a script whose status or contents have changed since the confirmation was requested. */
export const confirmedScriptChanged = async (
  db: Db,
  row: ScriptRow,
  confirmation: Pick<Confirmation<string>, "getShown" | "offeredAt">,
  { current, statusChanges, now }: { readonly current: ShownState; readonly statusChanges: number; readonly now: Date },
): Promise<HttpError> => {
  const since = confirmation.offeredAt
  if (confirmation.getShown("statusChanges") !== statusChanges) return scriptChanged(db, row, { current, since, now })
  const changes = listCountChanges(confirmation.getShown, current)
  const lastChange = await findLastAddition(db, { community: row.community_id, script: row.id }, changes)
  return targetChanged({ current, changes, lastChange, now })
}

/**
 * The 409 for a script that is no longer what was shown, with who changed its status; `since`, if known, is when it was
 * shown.
 */
export const scriptChanged = async (
  db: Db,
  row: ScriptRow,
  { current, since, now }: { readonly current: ShownState; readonly since: Date | null; readonly now: Date },
): Promise<HttpError> => {
  const last = await findLastAuditEvent(db, toStatusEvents({ community: row.community_id, id: row.id }))
  const lastChange = last !== undefined && since !== null && last.at < since ? undefined : last
  return targetChanged({ current, description: statusTexts[listedScriptFromRow(row).status], lastChange, now })
}
