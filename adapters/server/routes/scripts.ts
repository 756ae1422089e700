// Scripts: list, add, read, copy (adapters/contract/scripts.ts).
import { defaultLanguage } from "../../../domain/script/language.ts"
import { rowActions } from "../../../domain/script/overview.ts"
import { Status } from "../../../domain/script/status.ts"
import { copyTitles, titleProblem } from "../../../domain/script/title.ts"
import * as contract from "../../contract/scripts.ts"
import { note } from "../audit/audit.ts"
import { copyDataPoints } from "../connections/data-points.ts"
import { type Call, inCommunity } from "../http/call.ts"
import { missing, refused, violated } from "../http/trouble.ts"
import { Written } from "../http/written.ts"
import { addScript } from "../scripts/keep.ts"
import { authoredAt, findRow, listedOf, listText, scriptText } from "../scripts/listed.ts"

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
