// Endpoints to list, add, read and copy scripts, and for their settings: transport, slug, and removal procedure.
import type { Transaction } from "kysely"
import { chatSlugProblem } from "../../../domain/links/respondent-urls.ts"
import { getAllowedActions } from "../../../domain/script/script-list.ts"
import { canHaveLinks, isEditable, Status } from "../../../domain/script/status.ts"
import { createCopyTitles, findTitleProblem } from "../../../domain/script/title.ts"
import { defaultLanguage } from "../../../domain/text/language.ts"
import { foldCase } from "../../../domain/text/text-input.ts"
import * as contract from "../../contract/script-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import { lockCommunity } from "../communities/community-lock.ts"
import { copyDataPoints } from "../connections/connection-repository.ts"
import { isUniqueViolation } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { communityEndpoint, type EndpointHandler, RawResponse, scriptByIdEndpoint } from "../http/endpoint-handler.ts"
import { notFound, validationFailed, validationFailedByField } from "../http/http-error.ts"
import {
  buildRemovalColumns,
  countScriptBytes,
  findScriptRow,
  getRevision,
  listedScriptFromRow,
  lockScriptRow,
  readScriptJson,
  readScriptListJson,
  type ScriptKey,
} from "./script-repository.ts"
import { createScript } from "./script-revisions.ts"

const lockScript = async (trx: Transaction<Tables>, key: ScriptKey) => {
  const row = await lockScriptRow(trx, key)
  if (row === undefined) throw notFound()
  return row
}

const setScriptTransport = communityEndpoint(
  contract.setScriptTransport,
  "scripts.configure",
  ({ database, now }, { user, community, params: { id }, payload: { customTransport: transport } }) =>
    database.transact(async (trx) => {
      const row = await lockScript(trx, { community: community.uuid, id })
      // [S5] The transport is locked.
      if (!isEditable(listedScriptFromRow(row).status))
        throw validationFailed({ field: "customTransport", message: "Locked while the chat is not in preparation: the transport." })
      await trx.updateTable("scripts").set({ transport }).where("community_id", "=", community.uuid).where("id", "=", row.id).execute()
      await recordAuditEvent(trx, { community: community.uuid, user, action: "script.configure", target: `script ${row.id}` }, now())
      return listedScriptFromRow({ ...row, transport })
    }),
)

const setRemovalProcedure = scriptByIdEndpoint(
  contract.setRemovalProcedure,
  "scripts.removal-procedure",
  ({ database, now }, { user, community, params: { id }, payload: { deletionState } }) =>
    database.transact(async (trx) => {
      const row = await lockScript(trx, { community: community.uuid, id })
      const listed = listedScriptFromRow(row)
      if (!getAllowedActions(listed.status).includes("removal-procedure"))
        throw validationFailed({ field: "deletionState", message: "ERROR.REMOVAL_DELETED" })
      const today = now().toISOString().slice(0, 10)
      const columns = {
        ...buildRemovalColumns({ ...listed, removalProcedure: deletionState }, today),
        chosen_warning_date: null,
        chosen_deleted_date: null,
        warned_at: null,
      }
      await trx.updateTable("scripts").set(columns).where("community_id", "=", community.uuid).where("id", "=", row.id).execute()
      const action = deletionState ? "script.removal-on" : "script.removal-off"
      await recordAuditEvent(trx, { community: community.uuid, user, action, target: `script ${row.id}` }, now())
      return listedScriptFromRow({ ...row, ...columns })
    }),
)

const readSlug = scriptByIdEndpoint(contract.readSlug, "scripts.read", async ({ database: { db } }, { params: { id } }) => {
  const found = await db.selectFrom("chat_slugs").select("slug").where("script_id", "=", id).executeTakeFirst()
  return { slug: found?.slug ?? null }
})

const slugTaken = { status: "error", message: "ERROR.SLUG_TAKEN" } as const

const saveSlug = scriptByIdEndpoint(
  contract.saveSlug,
  "scripts.save",
  async ({ database, now }, { user, community, params: { id }, payload }) => {
    const slug = payload.slug.trim()
    const message = chatSlugProblem(slug)
    if (message !== null) return { status: "error" as const, message }
    try {
      await database.transact(async (trx) => {
        const row = await lockScript(trx, { community: community.uuid, id })
        if (!canHaveLinks(listedScriptFromRow(row).status))
          throw validationFailed({ field: "status", message: "A deleted chat has no address." })
        const columns = { slug, slug_key: foldCase(slug) }
        await trx
          .insertInto("chat_slugs")
          .values({ script_id: row.id, ...columns })
          .onConflict((conflict) => conflict.column("script_id").doUpdateSet(columns))
          .execute()
        await recordAuditEvent(trx, { community: community.uuid, user, action: "script.slug", target: `script ${row.id}` }, now())
      })
    } catch (error) {
      // Caught outside of the transaction, so that it rolls back and the script keeps the slug that it has.
      if (isUniqueViolation(error, "chat_slugs_slug_key_key")) return slugTaken
      throw error
    }
    return { status: "ok" as const, message: "" }
  },
)

export const scriptSettingEndpoints: ReadonlyArray<EndpointHandler> = [setScriptTransport, setRemovalProcedure, readSlug, saveSlug]

const listScripts = communityEndpoint(
  contract.listScripts,
  "scripts.list",
  async ({ database }, { community, payload }) => {
    const { statuses = Status.literals } = payload
    return new RawResponse("application/json; charset=utf-8", await readScriptListJson(database, community.uuid, statuses))
  },
  { isLongRead: true },
)

const addScript = communityEndpoint(contract.addScript, "scripts.add", ({ database, now }, { user, community, payload }) => {
  const name = payload.name.trim()
  const problem = findTitleProblem(name)
  if (problem !== null) throw validationFailedByField({ name: [problem] })
  const authored = { name, public_name: name, language: defaultLanguage, instructions: [] }
  return database.transact(async (trx) => {
    const script = await createScript(trx, community.uuid, authored, { user: user.uuid, at: now() })
    await recordAuditEvent(trx, { community: community.uuid, user, action: "script.add", target: `script ${script.uuid}` }, now())
    return script
  })
})

const readScript = communityEndpoint(
  contract.readScript,
  "scripts.read",
  async ({ database }, { community, params: { id } }) => {
    const text = await readScriptJson(database, { community: community.uuid, id })
    if (text === undefined) throw notFound()
    return new RawResponse("application/json; charset=utf-8", text)
  },
  { isLongRead: true },
)

const copyScript = communityEndpoint(
  contract.copyScript,
  "scripts.copy",
  async ({ database, now }, { user, community, params: { id } }) => {
    const copied = await database.transact(async (trx) => {
      // Concurrent copies see each other's titles.
      await lockCommunity(trx, community.uuid)
      const row = await findScriptRow(trx, { community: community.uuid, id })
      if (row === undefined) throw notFound()
      if (!getAllowedActions(listedScriptFromRow(row).status).includes("copy"))
        throw validationFailed({ field: "status", message: "A deleted chat is not copied." })
      const authored = await getRevision(trx, row)
      const names = await trx.selectFrom("scripts").select("name").where("community_id", "=", community.uuid).execute()
      const titles = createCopyTitles(
        authored,
        names.map(({ name }) => name),
      )
      const newScript = await createScript(trx, community.uuid, { ...authored, ...titles }, { user: user.uuid, at: now() })
      // Conditions and texts refer to the data points by name.
      await copyDataPoints(trx, row.id, newScript.uuid, now())
      await recordAuditEvent(
        trx,
        { community: community.uuid, user, action: "script.copy", target: `script ${row.id}: ${newScript.uuid}` },
        now(),
      )
      return newScript
    })
    const { instructions: _, ...listed } = copied
    return listed
  },
  { creates: true, countStoredBytes: ({ database: { db } }, { id = "" }) => countScriptBytes(db, id) },
)

export const scriptEndpoints: ReadonlyArray<EndpointHandler> = [listScripts, addScript, readScript, copyScript]
