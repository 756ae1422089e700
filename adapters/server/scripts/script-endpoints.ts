// Settings beside a script's instructions: its transport, its slug, its removal procedure (adapters/contract/script-contract.ts).
import type { Transaction } from "kysely"
import { chatSlugProblem } from "../../../domain/links/respondent-urls.ts"
import { defaultLanguage } from "../../../domain/script/language.ts"
import { rowActions } from "../../../domain/script/script-list.ts"
import { canHaveLinks, isEditable, Status } from "../../../domain/script/status.ts"
import { copyTitles, titleProblem } from "../../../domain/script/title.ts"
import { folded } from "../../../domain/text/text-input.ts"
import * as contract from "../../contract/script-contract.ts"
import { note } from "../audit/audit-log.ts"
import type { Tables } from "../database/tables.ts"
import { aboutScript, type Call, inCommunity, Written } from "../http/endpoint-handler.ts"
import { missing, refused, violated } from "../http/http-error.ts"
import { copyDataPoints } from "./data-point-endpoints.ts"
import { authoredAt, findRow, listedOf, listText, lockRow, removalColumns, scriptText, type Which } from "./script-repository.ts"
import { addScript } from "./script-revisions.ts"

const locked = async (change: Transaction<Tables>, which: Which) => {
  const row = await lockRow(change, which)
  if (row === undefined) throw missing()
  return row
}

const configure = inCommunity(
  contract.configureScript,
  "scripts.configure",
  ({ database, now }, { user, community, params: { id }, payload: { customTransport: transport } }) =>
    database.transact(async (change) => {
      const row = await locked(change, { community: community.uuid, id })
      // [S5]
      if (!isEditable(listedOf(row).status))
        throw violated({ field: "customTransport", message: "Locked while the chat is not in preparation: the transport." })
      await change.updateTable("scripts").set({ transport }).where("community_id", "=", community.uuid).where("id", "=", row.id).execute()
      await note(change, { community: community.uuid, user, deed: "script.configure", thing: `script ${row.id}` }, now())
      return listedOf({ ...row, transport })
    }),
)

const changeDeletionState = aboutScript(
  contract.changeDeletionState,
  "scripts.removal-procedure",
  ({ database, now }, { user, community, params: { id }, payload: { deletionState } }) =>
    database.transact(async (change) => {
      const row = await locked(change, { community: community.uuid, id })
      const listed = listedOf(row)
      if (!rowActions(listed.status).includes("removal-procedure"))
        throw violated({ field: "deletionState", message: "ERROR.REMOVAL_DELETED" })
      const today = now().toISOString().slice(0, 10)
      const columns = { ...removalColumns({ ...listed, removalProcedure: deletionState }, today), warned_at: null }
      await change.updateTable("scripts").set(columns).where("community_id", "=", community.uuid).where("id", "=", row.id).execute()
      const deed = deletionState ? "script.removal-on" : "script.removal-off"
      await note(change, { community: community.uuid, user, deed, thing: `script ${row.id}` }, now())
      return listedOf({ ...row, ...columns })
    }),
)

const readSlug = aboutScript(contract.readSlug, "scripts.read", async ({ database: { db } }, { params: { id } }) => {
  const found = await db.selectFrom("chat_slugs").select("slug").where("script_id", "=", id).executeTakeFirst()
  return { slug: found?.slug ?? null }
})

const saveSlug = aboutScript(contract.saveSlug, "scripts.save", ({ database, now }, { user, community, params: { id }, payload }) =>
  database.transact(async (change) => {
    const slug = payload.slug.trim()
    const message = chatSlugProblem(slug)
    if (message !== null) return { status: "error" as const, message }
    const row = await locked(change, { community: community.uuid, id })
    if (!canHaveLinks(listedOf(row).status)) throw violated({ field: "status", message: "A deleted chat has no address." })
    const slug_key = folded(slug)
    const other = await change
      .selectFrom("chat_slugs")
      .select("script_id")
      .where("slug_key", "=", slug_key)
      .where("script_id", "!=", row.id)
      .executeTakeFirst()
    if (other !== undefined) return { status: "error" as const, message: "ERROR.SLUG_TAKEN" }
    await change.deleteFrom("chat_slugs").where("script_id", "=", row.id).execute()
    const { numInsertedOrUpdatedRows } = await change
      .insertInto("chat_slugs")
      .values({ script_id: row.id, slug, slug_key })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    // Somebody else took it between the look and the deed.
    if (numInsertedOrUpdatedRows !== 1n) return { status: "error" as const, message: "ERROR.SLUG_TAKEN" }
    await note(change, { community: community.uuid, user, deed: "script.slug", thing: `script ${row.id}` }, now())
    return { status: "ok" as const, message: "" }
  }),
)

export const scriptSettingCalls: ReadonlyArray<Call> = [configure, changeDeletionState, readSlug, saveSlug]

// Scripts: list, add, read, copy (adapters/contract/script-contract.ts).

const list = inCommunity(contract.listScripts, "scripts.list", async ({ database }, { community, payload }) => {
  const { statuses = Status.literals } = payload
  return new Written("application/json; charset=utf-8", await listText(database, community.uuid, statuses))
})

const add = inCommunity(contract.addScript, "scripts.add", ({ database, now }, { user, community, payload }) => {
  const name = payload.name.trim()
  const problem = titleProblem(name)
  if (problem !== null) throw refused({ name: [problem] })
  const authored = { name, public_name: name, language: defaultLanguage, instructions: [] }
  return database.transact(async (change) => {
    const made = await addScript(change, community.uuid, authored, { user: user.uuid, at: now() })
    await note(change, { community: community.uuid, user, deed: "script.add", thing: `script ${made.uuid}` }, now())
    return made
  })
})

const read = inCommunity(contract.readScript, "scripts.read", async ({ database }, { community, params: { id } }) => {
  const text = await scriptText(database, { community: community.uuid, id })
  if (text === undefined) throw missing()
  return new Written("application/json; charset=utf-8", text)
})

const copy = inCommunity(
  contract.copyScript,
  "scripts.copy",
  async ({ database, now }, { user, community, params: { id } }) => {
    const made = await database.transact(async (change) => {
      // Of copies that are made at once, each sees the names of those before it.
      await change.selectFrom("communities").select("id").where("id", "=", community.uuid).forNoKeyUpdate().executeTakeFirst()
      const row = await findRow(change, { community: community.uuid, id })
      if (row === undefined) throw missing()
      if (!rowActions(listedOf(row).status).includes("copy")) throw violated({ field: "status", message: "A deleted chat is not copied." })
      const authored = await authoredAt(change, row)
      const names = await change.selectFrom("scripts").select("name").where("community_id", "=", community.uuid).execute()
      const titles = copyTitles(
        authored,
        names.map(({ name }) => name),
      )
      const added = await addScript(change, community.uuid, { ...authored, ...titles }, { user: user.uuid, at: now() })
      // What its conditions and texts know by name.
      await copyDataPoints(change, row.id, added.uuid, now())
      await note(change, { community: community.uuid, user, deed: "script.copy", thing: `script ${row.id}: ${added.uuid}` }, now())
      return added
    })
    const { instructions: _, ...listed } = made
    return listed
  },
  { creates: true },
)

export const scriptCalls: ReadonlyArray<Call> = [list, add, read, copy]
