// The whole server, from settings to a listening address. main.ts runs it; tests start it themselves.
import { join } from "node:path"
import { sql } from "kysely"
import { constraintsOf } from "../../domain/accounts/password.ts"
import { cookies } from "./accounts/cookies.ts"
import { failureCounts } from "./accounts/failures.ts"
import { type Made, makeFirstAdministrator } from "./accounts/first-administrator.ts"
import { calls } from "./calls.ts"
import { crowdOf } from "./chat/crowd.ts"
import { preparedScripts } from "./chat/prepared.ts"
import type { Database } from "./database/database.ts"
import { openOrRefuse } from "./database/open-or-refuse.ts"
import { makeDemoCommunity } from "./demo-community.ts"
import type { House } from "./house.ts"
import { makeApp } from "./http/app.ts"
import { chatPages } from "./http/chat-pages.ts"
import { measure, showMetrics } from "./http/metrics.ts"
import { route, sendJson } from "./http/router.ts"
import { statsPages } from "./http/stats-pages.ts"
import { stopping } from "./http/stop.ts"
import { freeAll } from "./jobs/jobs.ts"
import { runJobs } from "./jobs/run-jobs.ts"
import { ownLanes, recurring, workers } from "./jobs/work.ts"
import { laterWork } from "./later.ts"
import { mailsBy } from "./mail/mails.ts"
import { openPost } from "./mail/post.ts"
import { openApi } from "./openapi.ts"
import { outboundTo } from "./outbound/outbound.ts"
import { Refusal } from "./refusal.ts"
import { openSecret } from "./secret.ts"
import type { Settings } from "./settings.ts"
import { serveStatisticsEvents } from "./statistics/events.ts"
import { shared } from "./statistics/shared.ts"
import { openStorage } from "./storage/storage.ts"
import { serveUploads } from "./uploads/serve.ts"
import { refuseWrongKey } from "./wrong-key.ts"

export type Running = {
  readonly address: string
  /** The administrator that this start made, if it made one. */
  readonly made: Made | null
  readonly database: Database
  /** Ends it: requests in flight finish first. */
  readonly close: () => Promise<void>
}

/** Starts the server. Rejects with a `Refusal` (a line for a person) or with the error of a part that could not start. */
export const startServer = async (settings: Settings, now: () => Date = () => new Date()): Promise<Running> => {
  const { app, shown, nowhere } = await makeApp(settings)
  const stop = stopping(app)
  const metrics = measure(app)
  const log = (problem: string) => app.log.error(problem)
  const database = await openOrRefuse(settings, log)
  try {
    const secret = openSecret(settings)
    await refuseWrongKey({ database, secret }, settings)
    const { publicUrl, administrator, demo } = settings
    const post = openPost(settings)
    const storage = await openStorage(settings)
    if (settings.databaseUrl !== null && settings.storageUrl === null)
      app.log.warn(
        `STORAGE_URL is not set: uploads are kept in ${join(settings.dataDir, "uploads")}, where other processes over this database do not find them`,
      )
    const later = laterWork(log)
    let wakeJobs = () => {}
    const house: House = {
      database,
      storage,
      secret,
      cookies: cookies(publicUrl?.startsWith("https:") ?? false),
      failures: failureCounts(database, secret),
      post,
      mail: mailsBy(secret, now, () => wakeJobs()),
      wake: () => wakeJobs(),
      crowd: crowdOf(database, secret),
      prepared: preparedScripts(),
      statistics: shared(),
      outbound: outboundTo({ isPrivateAllowed: settings.sendToPrivate }),
      constraints: constraintsOf(settings.passwordComponents),
      now,
      later: later.run,
      publicUrl: () => publicUrl ?? addressOf(app, settings),
      publicOrigin: publicUrl === null ? null : new URL(publicUrl).origin,
    }
    route(app, house, shown, calls)
    chatPages({ app, nowhere }, house, settings)
    statsPages({ app, nowhere }, house, settings)
    serveUploads(app, storage)
    serveStatisticsEvents(app, database, log)
    app.get("/healthz", readable, async () => ({ status: "ok" }))
    app.get("/readyz", readable, async () => {
      await sql`select 1`.execute(database.db)
      return { status: "ok" }
    })
    showMetrics(app, metrics, house)
    const document = openApi(
      calls.flatMap(({ to, or, creates = false }) =>
        (or === undefined ? [to] : [to, or]).map((it) => ({ ...it, isKeyed: creates !== false })),
      ),
    )
    app.get("/api/openapi.json", readable, (_request, reply) => sendJson(reply, document))
    const made = await makeFirstAdministrator(database, administrator, demo ? makeDemoCommunity : async () => undefined)
    await listen(app, settings)
    if (settings.databaseUrl === null) await freeAll(database.db)
    const jobs = runJobs(house, { workers, recurring, ownLanes }, log)
    wakeJobs = jobs.wake
    return {
      address: addressOf(app, settings),
      made,
      database,
      close: async () => {
        await stop()
        await later.rest()
        await jobs.stop()
        post.close()
        storage.close()
        await database.close()
      },
    }
  } catch (error) {
    await app.close()
    await database.close()
    throw error
  }
}

/** Probes ask with HEAD, too. */
const readable = { exposeHeadRoute: true } as const

type App = Awaited<ReturnType<typeof makeApp>>["app"]

const listen = async (app: App, { host, port }: Settings): Promise<void> => {
  try {
    await app.listen({ host, port, listenTextResolver: () => "listening" })
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : ""
    if (["EADDRINUSE", "EACCES", "EADDRNOTAVAIL", "ENOTFOUND"].includes(code))
      throw new Refusal(`cannot listen on ${host}:${port} (${code}); set PORT or HOST`)
    throw error
  }
}

const addressOf = (app: App, { host }: Settings): string => {
  const [first] = app.addresses()
  if (typeof first !== "object") throw new Error("the server does not listen on a port")
  return `http://${host.includes(":") ? `[${host}]` : host}:${first.port}`
}
