// The whole server, from settings to a listening address. main.ts runs it; tests start it themselves.
import { join } from "node:path"
import { sql } from "kysely"
import { constraintsOf } from "../../domain/accounts/password-rules.ts"
import { type Made, makeFirstAdministrator } from "./accounts/first-administrator.ts"
import { cookies } from "./accounts/sessions.ts"
import { type Database, openOrRefuse } from "./database/database.ts"
import { makeDemoCommunity } from "./demo/demo-community.ts"
import { calls } from "./endpoints.ts"
import { makeApp } from "./http/fastify-app.ts"
import { stopping } from "./http/graceful-shutdown.ts"
import { measure, showMetrics } from "./http/metrics.ts"
import { openApi } from "./http/openapi.ts"
import { route, sendJson } from "./http/router.ts"
import { ownLanes, recurring, workers } from "./job-handlers.ts"
import { freeAll } from "./jobs/job-queue.ts"
import { runJobs } from "./jobs/job-runner.ts"
import { mailsBy, openPost } from "./mail/outgoing-mail.ts"
import { outboundTo } from "./outbound/outbound-client.ts"
import { chatPages, statsPages } from "./pages/public-pages.ts"
import { preparedScripts } from "./scripts/script-revisions.ts"
import { failureCounts } from "./security/failed-attempts.ts"
import { crowdOf } from "./security/rate-limit.ts"
import { refuseWrongKey } from "./security/secret-key-rotation.ts"
import { openSecret } from "./security/server-secret.ts"
import { type House, laterWork } from "./server-context.ts"
import type { Settings } from "./settings.ts"
import { Refusal } from "./startup-error.ts"
import { serveStatisticsEvents, shared } from "./statistics/statistics-endpoints.ts"
import { openStorage } from "./storage/storage.ts"
import { serveUploads } from "./uploads/upload-endpoints.ts"

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
