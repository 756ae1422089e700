// Settings beside a script's instructions: its transport, its slug, its removal procedure (adapters/contract/scripts.ts).
import type { Transaction } from "kysely"
import { folded } from "../../../domain/folded.ts"
import { chatSlugProblem } from "../../../domain/links/addresses.ts"
import { rowActions } from "../../../domain/script/overview.ts"
import { canHaveLinks, isEditable } from "../../../domain/script/status.ts"
import * as contract from "../../contract/scripts.ts"
import { note } from "../audit/audit.ts"
import type { Tables } from "../database/tables.ts"
import { aboutScript, type Call, inCommunity } from "../http/call.ts"
import { missing, violated } from "../http/trouble.ts"
import { listedOf, lockRow, type Which } from "../scripts/listed.ts"
import { removalColumns } from "../scripts/removal.ts"

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
