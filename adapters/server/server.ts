// Assembles and starts the whole server from its settings. main.ts runs it; tests start it directly.

import { join } from "node:path"
import { sql } from "kysely"
import {
  anonymousBodyLimits,
  largeBodyLimits,
  longReadLimits,
  longResponseLimits,
  maxOrdinaryBytes,
} from "../../domain/conversations/conversation-limits.ts"
import { createFirstAdministrator, type FirstAdministrator } from "./accounts/first-administrator.ts"
import { createServerContext, randomLookupDelayMs } from "./create-server-context.ts"
import { type Database, openDatabaseAtStartup } from "./database/database.ts"
import { createDemoCommunity } from "./demo/demo-community.ts"
import { endpoints } from "./endpoints.ts"
import { createFastifyApp } from "./http/fastify-app.ts"
import { prepareShutdown } from "./http/graceful-shutdown.ts"
import { registerJsonSchemas } from "./http/json-schemas.ts"
import { createLargeBodies } from "./http/large-bodies.ts"
import { createLargeRequestThread, type LargeRequestLimits } from "./http/large-request-thread.ts"
import { createLongResponses } from "./http/long-responses.ts"
import { registerMetricsEndpoint, startHttpMetrics } from "./http/metrics.ts"
import { buildOpenApiDocument } from "./http/openapi.ts"
import { healthPath } from "./http/pipelined-requests.ts"
import { registerEndpoints } from "./http/router.ts"
import { jobs } from "./job-handlers.ts"
import { releaseAllJobs } from "./jobs/job-queue.ts"
import { startJobRunner } from "./jobs/job-runner.ts"
import { registerChatPages, registerStatsPages } from "./pages/public-pages.ts"
import { requireMatchingSecretKey } from "./security/secret-key-rotation.ts"
import { openServerSecret } from "./security/server-secret.ts"
import { type Settings, StartupError } from "./settings.ts"
import { registerStatisticsEvents } from "./statistics/statistics-endpoints.ts"
import { openStorage } from "./storage/storage.ts"
import { sanitizeSvgFile } from "./uploads/svg-file.ts"
import { registerUploadedFiles } from "./uploads/upload-endpoints.ts"

export type RunningServer = {
  readonly address: string
  /** The administrator created by this start, if any. */
  readonly firstAdministrator: FirstAdministrator | null
  readonly database: Database
  /** Shuts down after requests in flight have finished. */
  readonly close: () => Promise<void>
}

export type StartOptions = {
  /** The server's clock. */
  readonly now?: () => Date
  /** If it aborts before the first administrator is created, the start is given up with its reason. */
  readonly shutdown?: AbortSignal
  /** Milliseconds between polls for due jobs. */
  readonly jobPollIntervalMs?: number
  /** Draws the delay before the account of a request without a session is looked up, in milliseconds; random if not given. */
  readonly lookupDelayMs?: () => number
  /** Monotonic milliseconds by which the rates of uploads are measured. */
  readonly uptime?: () => number
  /** Milliseconds between checks of the rates of uploads. */
  readonly uploadCheckIntervalMs?: number
  /** The memory and time that a large request may take. */
  readonly largeRequestLimits?: LargeRequestLimits
}

/**
 * Starts the server. Rejects with a `StartupError` for the person who starts it, or with the error of the part that
 * failed.
 */
export const startServer = async (
  settings: Settings,
  {
    now = () => new Date(),
    shutdown,
    jobPollIntervalMs,
    lookupDelayMs = randomLookupDelayMs,
    uptime,
    uploadCheckIntervalMs,
    largeRequestLimits,
  }: StartOptions = {},
): Promise<RunningServer> => {
  const { app, shown, notFoundPages } = await createFastifyApp(settings)
  const stopHttp = prepareShutdown(app)
  const metrics = startHttpMetrics(app)
  const log = (problem: string) => app.log.error(problem)
  const database = await openDatabaseAtStartup(settings, log)
  try {
    const secret = openServerSecret(settings)
    await requireMatchingSecretKey({ database, secret }, settings)
    const { administrator, demo } = settings
    const storage = await openStorage(settings)
    if (settings.databaseUrl !== null && settings.storageUrl === null)
      app.log.warn(
        `STORAGE_URL is not set: uploads are kept in ${join(settings.dataDir, "uploads")}, where other processes over this database do not find them`,
      )
    let wakeJobs = () => {}
    const publicUrl = () => settings.publicUrl ?? getListeningAddress(app, settings)
    const thread = createLargeRequestThread({
      settings,
      database,
      publicUrl,
      wakeJobs: () => wakeJobs(),
      now,
      limits: largeRequestLimits,
    })
    const uploadClock = { uptime, checkIntervalMs: uploadCheckIntervalMs }
    const context = createServerContext({
      settings,
      database,
      secret,
      storage,
      wakeJobs: () => wakeJobs(),
      publicUrl,
      now,
      lookupDelayMs,
      sanitizeSvg: async (content) => (content.length > maxOrdinaryBytes ? thread.sanitizeSvg(content) : sanitizeSvgFile(content)),
      uploadClock,
    })
    const largeBodies = {
      signedIn: createLargeBodies(largeBodyLimits, uploadClock),
      anonymous: createLargeBodies(anonymousBodyLimits, uploadClock),
    }
    const main = {
      consolePages: shown,
      largeBodies,
      // Their requests have no body.
      longReads: createLargeBodies({ receivedBytes: 0, ...longReadLimits }, uploadClock),
      thread,
      longResponses: createLongResponses(longResponseLimits),
    }
    registerEndpoints(app, context, main, endpoints)
    registerChatPages({ app, notFoundPages }, context, settings)
    registerStatsPages({ app, notFoundPages }, context, settings)
    registerUploadedFiles(app, storage)
    registerStatisticsEvents(app, database, log)
    app.get(healthPath, probeOptions, async () => ({ status: "ok" }))
    app.get("/readyz", probeOptions, async () => {
      await sql`select 1`.execute(database.db)
      return { status: "ok" }
    })
    registerMetricsEndpoint(app, metrics, context, settings)
    const openApiDocument = buildOpenApiDocument(
      endpoints.flatMap(({ endpoint, alternative, creates = false }) =>
        (alternative === undefined ? [endpoint] : [endpoint, alternative]).map((it) => ({ ...it, isKeyed: creates !== false })),
      ),
    )
    // Serialized and encoded once: anyone may ask for it.
    const openApiContent = Buffer.from(JSON.stringify(openApiDocument))
    app.get("/api/openapi.json", probeOptions, (_request, reply) => reply.type("application/json; charset=utf-8").send(openApiContent))
    registerJsonSchemas(app)
    shutdown?.throwIfAborted()
    const firstAdministrator = await createFirstAdministrator(database, administrator, demo ? createDemoCommunity : async () => undefined)
    await listen(app, settings)
    if (settings.databaseUrl === null) await releaseAllJobs(database.db)
    const jobRunner = startJobRunner(
      context,
      {
        jobs,
        ...(jobPollIntervalMs !== undefined && { pollIntervalMs: jobPollIntervalMs }),
      },
      log,
    )
    wakeJobs = jobRunner.wake
    return {
      address: getListeningAddress(app, settings),
      firstAdministrator,
      database,
      close: async () => {
        await stopHttp()
        await thread.close()
        await jobRunner.stop()
        context.uploadLimits.close()
        context.mailTransport.close()
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

/** Health probes may use HEAD. */
const probeOptions = { exposeHeadRoute: true } as const

type App = Awaited<ReturnType<typeof createFastifyApp>>["app"]

const listen = async (app: App, { host, port }: Settings): Promise<void> => {
  try {
    await app.listen({ host, port, listenTextResolver: () => "listening" })
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : ""
    if (["EADDRINUSE", "EACCES", "EADDRNOTAVAIL", "ENOTFOUND"].includes(code))
      throw new StartupError(`cannot listen on ${host}:${port} (${code}); set PORT or HOST`)
    throw error
  }
}

const getListeningAddress = (app: App, { host }: Settings): string => {
  const [first] = app.addresses()
  if (typeof first !== "object") throw new Error("the server does not listen on a port")
  return `http://${host.includes(":") ? `[${host}]` : host}:${first.port}`
}
