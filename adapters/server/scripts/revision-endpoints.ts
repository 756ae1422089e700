// Endpoints to save a script or rename it, and to list, read and restore its revisions. A rejected save stores nothing.
import { setImmediate } from "node:timers/promises"
import * as Schema from "effect/Schema"
import { sql, type Transaction } from "kysely"
import type { User } from "../../../domain/accounts/user.ts"
import { listSaveBlockers } from "../../../domain/check/blocking-rules.ts"
import { maxLargeBytes } from "../../../domain/conversations/conversation-limits.ts"
import { removeInstructions } from "../../../domain/editing/instruction-list.ts"
import { renumberInstructions, updateReferences } from "../../../domain/recall/reference-renaming.ts"
import { findLockViolations, getLockedParts, type LockFlags } from "../../../domain/revisions/live-lock.ts"
import { toAuthoredScript } from "../../../domain/revisions/local-draft.ts"
import type { AuthoredScript, Script } from "../../../domain/script/script.ts"
import { hasTooMuchMarkup, sanitizeScript } from "../../../domain/script/script-normalization.ts"
import type { Status } from "../../../domain/script/status.ts"
import { findTitleProblems } from "../../../domain/script/title.ts"
import * as contract from "../../contract/script-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import { paginate } from "../database/database.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { communityEndpoint, type EndpointHandler, RawResponse } from "../http/endpoint-handler.ts"
import { HttpError, notFound, validationFailed } from "../http/http-error.ts"
import type { ServerContext } from "../server-context.ts"
import {
  countScriptBytes,
  encodeScript,
  findScriptRow,
  getRevision,
  listedScriptFromRow,
  lockScriptRow,
  readRevisionJson,
  type ScriptKey,
  scriptFromRow,
} from "./script-repository.ts"
import { saveScriptRevision } from "./script-revisions.ts"

type Edit = {
  readonly user: Pick<User, "uuid" | "username">
  /** The action in the audit log. */
  readonly auditAction: "script.save" | "script.rename" | "script.restore"
  readonly revision?: number
  readonly allowChanges: boolean
  /** Returns the script to save; `before` reads the current one. */
  readonly next: (before: () => Promise<AuthoredScript>) => AuthoredScript | Promise<AuthoredScript>
}

const saveWhole = communityEndpoint(
  contract.saveScript,
  "scripts.save",
  async (context, { user, community, params: { id }, payload, query: { allowChanges = false } }) => {
    const { script, markedForDelete, revision } = payload
    const saved = await saveRevision(
      context,
      { community: community.uuid, id },
      {
        user,
        auditAction: "script.save",
        ...(revision === undefined ? {} : { revision }),
        allowChanges,
        next: () =>
          toAuthoredScript({
            ...script,
            instructions: updateReferences(script.instructions, removeInstructions(script.instructions, markedForDelete)),
          }),
      },
    )
    // Only the status needs encoding: the payload was decoded by the contract's Schema.
    return new RawResponse("application/json; charset=utf-8", JSON.stringify(encodeScript(saved)))
  },
)

const rename = communityEndpoint(contract.renameScript, "scripts.save", (context, { user, community, params: { id }, payload }) => {
  const { name, public_name } = payload
  if (name === undefined && public_name === undefined) throw validationFailed({ field: "script", message: "There is nothing to save." })
  return saveRevision(
    context,
    { community: community.uuid, id },
    {
      user,
      auditAction: "script.rename",
      allowChanges: false,
      next: async (before) => {
        const current = await before()
        return { ...current, name: name ?? current.name, public_name: public_name ?? current.public_name }
      },
    },
  )
})

/** Saves a script as its next revision, after checking conflicts, the live lock, and the rules for saving. */
export const saveRevision = (
  { database, now }: ServerContext,
  key: ScriptKey,
  { user, auditAction, revision, allowChanges, next }: Edit,
): Promise<Script> =>
  database.transact(async (trx, commitWith) => {
    const row = await lockScriptRow(trx, key)
    if (row === undefined) throw notFound()
    const before = async () => renumberScript(await getRevision(trx, row))
    if (revision !== undefined && revision !== row.revision) throw await buildConflict(trx, row, await before())
    const after = await sanitizeInSlices(renumberScript(await next(before)))
    const lock = { status: listedScriptFromRow(row).status, allowChanges }
    // The current revision is only read if parts are locked: most saves happen in preparation, and scripts can be long.
    if (getLockedParts(lock.status, lock).size > 0) requireUnlocked(await before(), after, lock)
    requireValidScript(after)
    const saved = await saveScriptRevision(trx, row, after, { user: user.uuid, at: now() })
    const auditTarget = `script ${row.id}: revision ${saved.revision}`
    await recordAuditEvent(trx, { community: row.community_id, user, action: auditAction, target: auditTarget }, now(), commitWith)
    return saved
  })

/** Instructions that are sanitized before other requests get their turn. */
const sliceLength = 100

/** Sanitizes a script without holding the process for long. Throws a 413 if it has too much markup. */
const sanitizeInSlices = async (script: AuthoredScript): Promise<AuthoredScript> => {
  if (hasTooMuchMarkup(script)) throw new HttpError(413, { message: "The messages hold more markup than the server takes." })
  const instructions: Array<AuthoredScript["instructions"][number]> = []
  for (let start = 0; start < script.instructions.length; start += sliceLength) {
    if (start > 0) await setImmediate()
    instructions.push(...sanitizeScript({ ...script, instructions: script.instructions.slice(start, start + sliceLength) }).instructions)
  }
  return { ...script, instructions }
}

/** [I2] Renumbers the instructions, which another program may have numbered differently. */
const renumberScript = (script: AuthoredScript): AuthoredScript => ({ ...script, instructions: renumberInstructions(script.instructions) })

const buildConflict = async (trx: Transaction<Tables>, row: ScriptRow, authored: AuthoredScript): Promise<HttpError> => {
  const { username, saved_at } = await trx
    .selectFrom("script_versions")
    .leftJoin("users", "users.id", "script_versions.saved_by")
    .select(["users.username", "script_versions.saved_at"])
    .where("script_id", "=", row.id)
    .where("revision", "=", row.revision)
    .executeTakeFirstOrThrow()
  const body = Schema.encodeSync(contract.ScriptConflictBody)({
    message: "The script was saved by someone else in the meantime.",
    revision: row.revision,
    script: scriptFromRow(row, authored),
    savedBy: username,
    savedAt: saved_at.toISOString(),
  })
  return new HttpError(409, body)
}

/** [S4] [S5] Rejects changes of locked parts. */
const requireUnlocked = (before: AuthoredScript, after: AuthoredScript, lock: LockFlags & { readonly status: Status }): void => {
  const breaches = findLockViolations(before, after, lock.status, lock)
  if (breaches.length > 0) throw validationFailed(...breaches.map(({ pointer }) => ({ field: pointer, message: "ERROR.LOCKED" })))
}

/** [F6] Rejects only what blocks a save: work that is unfinished in any other way must not stay on one device. */
const requireValidScript = (script: AuthoredScript): void => {
  const problems = findTitleProblems(script)
  if (problems.length > 0) throw validationFailed(...problems.map(({ pointer, problem }) => ({ field: pointer, message: problem })))
  const findings = listSaveBlockers(script)
  if (findings.length > 0) throw new HttpError(422, { message: "The script is invalid.", findings })
}

/** Two endpoints on one path: a body with `script` is a whole save, otherwise a rename. */
export const saveScriptEndpoint: EndpointHandler = {
  ...saveWhole,
  alternative: contract.renameScript,
  bodyLimit: maxLargeBytes,
  countStoredBytes: ({ database: { db } }, { id = "" }) => countScriptBytes(db, id),
  handle: (context, request, reply) => {
    const { body } = request
    const isRename = typeof body === "object" && body !== null && !("script" in body) && ("name" in body || "public_name" in body)
    return (isRename ? rename : saveWhole).handle(context, request, reply)
  },
}

const listRevisions = communityEndpoint(
  contract.listRevisions,
  "scripts.read",
  async ({ database: { db } }, { community, params: { id }, payload }) => {
    if ((await findScriptRow(db, { community: community.uuid, id })) === undefined) throw notFound()
    const query = db.selectFrom("script_versions").where("script_id", "=", id)
    const rows = await paginate(
      query
        .leftJoin("users", "users.id", "script_versions.saved_by")
        .select(["script_versions.revision", "script_versions.saved_at as savedAt", "users.username as savedBy"])
        // Extracted in the database: a page of long scripts would not fit into the server's memory.
        .select([
          sql<string>`script_versions.authored::json ->> 'name'`.as("name"),
          sql<number>`json_array_length(script_versions.authored::json -> 'instructions')`.as("instructions"),
        ])
        .orderBy("script_versions.revision", "desc"),
      { limit: 50, ...payload },
    ).execute()
    const { total } = await query.select((eb) => eb.fn.countAll().as("total")).executeTakeFirstOrThrow()
    return { items: rows.map((row) => ({ ...row, savedAt: row.savedAt.toISOString() })), total: Number(total) }
  },
  { isLongRead: true },
)

/** Parses the revision number of a path; returns null if it is malformed. */
const parseRevision = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

const readRevision = communityEndpoint(
  contract.readRevision,
  "scripts.read",
  async ({ database: { db } }, { community, params: { id, revision } }) => {
    const row = await findScriptRow(db, { community: community.uuid, id })
    const requested = parseRevision(revision)
    if (row === undefined || requested === null || requested > row.revision) throw notFound()
    return new RawResponse("application/json; charset=utf-8", await readRevisionJson(db, { id: row.id, revision: requested }))
  },
  { isLongRead: true },
)

const restoreRevision = communityEndpoint(
  contract.restoreRevision,
  "scripts.save",
  async (context, { user, community, params: { id, revision } }) => {
    const key = { community: community.uuid, id }
    const row = await findScriptRow(context.database.db, key)
    const requested = parseRevision(revision)
    if (row === undefined || requested === null || requested > row.revision) throw notFound()
    const restored = await getRevision(context.database.db, { id: row.id, revision: requested })
    return saveRevision(context, key, { user, auditAction: "script.restore", allowChanges: false, next: () => restored })
  },
  {
    creates: true,
    countStoredBytes: ({ database: { db } }, { id = "", revision = "" }) => countScriptBytes(db, id, parseRevision(revision) ?? 0),
  },
)

export const revisionEndpoints: ReadonlyArray<EndpointHandler> = [listRevisions, readRevision, restoreRevision]
