// Creates the community `demo` on the first start, with the scripts of this folder in every status.
import { createHash, randomUUIDv7 } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import type { Transaction } from "kysely"
import { blocksGoingLive } from "../../../domain/check/blocking-rules.ts"
import { scriptFindings } from "../../../domain/check/script-rules.ts"
import { openScriptFile } from "../../../domain/files/script-file.ts"
import type { AuthoredScript } from "../../../domain/script/script.ts"
import { lastPublishedRevision, type Status, StatusFromCode, updateStatusDates } from "../../../domain/script/status.ts"
import type { Tables } from "../database/tables.ts"
import { buildRemovalColumns } from "../scripts/script-repository.ts"
import { createScript } from "../scripts/script-revisions.ts"
import { projectRoot } from "../settings.ts"
import { addDemoConversations } from "./demo-conversations.ts"

/** Respondents per script that is or was live. */
const respondentsPerScript = 120

/** Read from the sources' folder, which also exists beside the bundle. */
const folder = join(projectRoot, "adapters/server/demo")

const dayMs = 86_400_000
/** Status changes assigned to the scripts in turn; `ago` is in days. */
const statusHistories: ReadonlyArray<ReadonlyArray<{ readonly to: Status; readonly ago: number }>> = [
  [{ to: "live", ago: 40 }],
  [],
  [
    { to: "live", ago: 90 },
    { to: "closed", ago: 12 },
  ],
  [
    { to: "live", ago: 200 },
    { to: "closed", ago: 150 },
    { to: "deleted", ago: 30 },
  ],
  [],
]

/** [R5] The removal procedure of a new script is on, with the default dates. */
const defaultRemoval = { removalProcedure: true, removalWarningDate: null, deletedDate: null } as const

/** Creates the demo community. Throws if a script of this folder cannot be opened or could not go live, which is a bug. */
export const createDemoCommunity = async (trx: Transaction<Tables>, now: Date): Promise<void> => {
  const scripts = await loadDemoScripts()
  const community = randomUUIDv7()
  await trx.insertInto("communities").values({ id: community, name: "Demo", slug: "demo", made_at: now }).execute()
  for (const [index, authored] of scripts.entries()) {
    const { uuid, revision } = await createScript(trx, community, authored, { user: null, at: now })
    let dates: { liveDate: string | null; closedDate: string | null } = { liveDate: null, closedDate: null }
    let status: Status = "preparation"
    let lastLive: number | null = null
    for (const { to, ago } of statusHistories[index % statusHistories.length] ?? []) {
      lastLive = lastPublishedRevision({ status, revision, lastLive })
      status = to
      dates = updateStatusDates(dates, to, new Date(now.getTime() - ago * dayMs).toISOString())
    }
    await trx
      .updateTable("scripts")
      .set({
        status: Schema.encodeSync(StatusFromCode)(status),
        live_revision: lastLive,
        live_date: dates.liveDate === null ? null : new Date(dates.liveDate),
        closed_date: dates.closedDate === null ? null : new Date(dates.closedDate),
        ...buildRemovalColumns({ ...dates, ...defaultRemoval, status }),
      })
      .where("community_id", "=", community)
      .where("id", "=", uuid)
      .execute()
    if (dates.liveDate !== null && status !== "deleted") {
      const since = new Date(dates.liveDate)
      const until = dates.closedDate === null ? now : new Date(dates.closedDate)
      await addDemoConversations(trx, { community, script: uuid, authored, since, until }, respondentsPerScript)
    }
  }
}

const loadDemoScripts = async (): Promise<ReadonlyArray<AuthoredScript>> => {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
  return Promise.all(
    names.map(async (name) => {
      const opened = await openScriptFile(readFileSync(join(folder, name), "utf8"), async (text) =>
        createHash("sha256").update(text).digest(),
      )
      const findings = opened.ok ? scriptFindings(opened.authored) : opened.findings
      if (!opened.ok || findings.some(blocksGoingLive))
        throw new Error(`the demo script ${name}: ${findings.map(({ pointer, message }) => `${pointer} ${message}`).join("; ")}`)
      return opened.authored
    }),
  )
}
