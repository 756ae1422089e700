// The thread for large requests and SVGs: the same endpoints as on the main thread, whose database they use. One task at a time arrives as a message;
// a request has been measured and authorized by the main thread, and its response is sent back as bytes.
import { parentPort, workerData } from "node:worker_threads"
import cookie from "@fastify/cookie"
import fastify, { LogController } from "fastify"
import { createServerContext, randomLookupDelayMs } from "./create-server-context.ts"
import { openDatabaseOverPort } from "./database/database-port.ts"
import type { DiskState } from "./database/embedded/embedded-database.ts"
import { endpoints } from "./endpoints.ts"
import { sendError } from "./http/error-responses.ts"
import { registerJsonBodyParser } from "./http/json-body.ts"
import { pickHeaders, type ThreadMessage, type ThreadRequest, type ThreadStart, type ThreadTask } from "./http/large-request-thread.ts"
import { addRoutes } from "./http/router.ts"
import { openServerSecret } from "./security/server-secret.ts"
import { openStorage } from "./storage/storage.ts"
import { sanitizeSvgFile } from "./uploads/svg-file.ts"

const parent = parentPort
if (parent === null) throw new Error("large requests are handled on a thread of their own")
const { settings, publicUrl, database: databasePort }: ThreadStart = workerData
const send = (message: ThreadMessage, transferred: ReadonlyArray<ArrayBuffer> = []) => parent.postMessage(message, [...transferred])

/** The time of the request, by the server's clock, and what the main thread knows of its disk. */
let requestedAt = new Date()
let disk: DiskState = "ready"

const context = createServerContext({
  settings,
  database: openDatabaseOverPort(databasePort, () => disk),
  secret: openServerSecret(settings),
  storage: await openStorage(settings),
  wakeJobs: () => send({ kind: "jobs" }),
  publicUrl: () => publicUrl,
  now: () => requestedAt,
  lookupDelayMs: randomLookupDelayMs,
  sanitizeSvg: async (content) => sanitizeSvgFile(content),
})

const app = fastify({
  exposeHeadRoutes: false,
  genReqId: ({ headers }) => String(headers["x-request-id"]),
  trustProxy: (_address, hop) => hop < settings.proxies,
  logger: { level: settings.logLevel, stream: process.stderr },
  // The main thread logs the request.
  logController: new LogController({ disableRequestLogging: true }),
})
registerJsonBodyParser(app)
app.setErrorHandler(sendError)
await app.register(cookie)
addRoutes(
  app,
  context,
  null,
  endpoints.filter(({ endpoint }) => endpoint.method !== "get" && endpoint.requestMediaType === undefined),
)
await app.ready()

const handle = async ({ method, url, headers, remoteAddress, body, at, disk: diskState }: ThreadRequest): Promise<void> => {
  requestedAt = new Date(at)
  disk = diskState
  const payload = Buffer.from(body.buffer)
  const response = await app.inject({ method, url, headers: { ...headers }, remoteAddress, payload })
  const bytes = new Uint8Array(response.rawPayload)
  send({ kind: "response", response: { status: response.statusCode, headers: pickHeaders(response.headers), body: bytes } }, [bytes.buffer])
}

const sanitize = (content: Uint8Array<ArrayBuffer>): void => {
  const sanitized = sanitizeSvgFile(Buffer.from(content.buffer))
  const bytes = sanitized === null ? null : new Uint8Array(sanitized)
  send({ kind: "svg", content: bytes }, bytes === null ? [] : [bytes.buffer])
}

parent.on("message", (task: ThreadTask) => {
  if (task.kind === "svg") sanitize(task.content)
  else void handle(task.request)
})
