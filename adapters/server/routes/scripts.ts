// Scripts: list, add, read, copy (adapters/contract/scripts.ts).
import * as Schema from "effect/Schema"
import { defaultLanguage } from "../../../domain/script/language.ts"
import { rowActions } from "../../../domain/script/overview.ts"
import { StatusFromCode } from "../../../domain/script/status-code.ts"
import { titleProblem } from "../../../domain/script/title.ts"
import * as contract from "../../contract/scripts.ts"
import { note } from "../audit/audit.ts"
import { type Call, inCommunity } from "../http/call.ts"
import { missing, refused, violated } from "../http/trouble.ts"
import { Written } from "../http/written.ts"
import { addScript } from "../scripts/keep.ts"
import { authoredAt, authoredTextAt, findRow, listedJson, listedOf, scriptText } from "../scripts/listed.ts"

const list = inCommunity(contract.listScripts, "scripts.list", async ({ database }, { community, payload: { statuses } }) => {
  const all = database.db.selectFrom("scripts").selectAll().where("community_id", "=", community.uuid)
  const codes = statuses?.map((status) => Schema.encodeSync(StatusFromCode)(status))
  if (codes?.length === 0) return {}
  const rows = await (codes === undefined ? all : all.where("status", "in", codes)).orderBy("updated_at", "desc").orderBy("id").execute()
  // Every screen of a community begins with this: its rows are written as they are.
  return new Written("application/json; charset=utf-8", JSON.stringify(Object.fromEntries(rows.map((row) => [row.id, listedJson(row)]))))
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

const read = inCommunity(contract.readScript, "scripts.read", async ({ database: { db } }, { community, params: { id } }) => {
  const row = await findRow(db, { community: community.uuid, id })
  if (row === undefined) throw missing()
  return new Written("application/json; charset=utf-8", scriptText(row, await authoredTextAt(db, row)))
})

const copy = inCommunity(
  contract.copyScript,
  "scripts.copy",
  async ({ database, now }, { user, community, params: { id } }) => {
    const made = await database.transact(async (change) => {
      const row = await findRow(change, { community: community.uuid, id })
      if (row === undefined) throw missing()
      if (!rowActions(listedOf(row).status).includes("copy")) throw violated({ field: "status", message: "A deleted chat is not copied." })
      const authored = await authoredAt(change, row)
      const names = await change.selectFrom("scripts").select("name").where("community_id", "=", community.uuid).execute()
      const name = freeName(
        authored.name,
        names.map((it) => it.name),
      )
      const added = await addScript(change, community.uuid, { ...authored, name }, { user: user.uuid, at: now() })
      await note(change, { community: community.uuid, user, deed: "script.copy", thing: `script ${row.id}: ${added.uuid}` }, now())
      return added
    })
    const { instructions: _, ...listed } = made
    return listed
  },
  { creates: true },
)

/** The name with the first number behind it that makes it one of its own: `Intake (2)`. */
const freeName = (name: string, taken: ReadonlyArray<string>): string => {
  const stem = name.replace(/ \(\d+\)$/, "")
  for (let number = 2; ; number++) if (!taken.includes(`${stem} (${number})`)) return `${stem} (${number})`
}

export const scriptCalls: ReadonlyArray<Call> = [list, add, read, copy]
