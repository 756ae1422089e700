// Handles requests that have large bodies or work on large scripts on a thread, and sanitizes large SVGs there: each takes up to seconds, during which the process answers everyone
// else. The thread starts with the first of them, has a heap of its own, and ends when there has been none for a while.
import path from "node:path"
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads"
import type { FastifyRequest } from "fastify"
import { largeBodyLimits } from "../../../domain/conversations/conversation-limits.ts"
import type { Database } from "../database/database.ts"
import { serveDatabase } from "../database/database-port.ts"
import type { DiskState } from "../database/embedded/embedded-database.ts"
import type { Settings } from "../settings.ts"
import type { SanitizeSvg } from "../uploads/svg-file.ts"
import { HttpError, serviceUnavailable } from "./http-error.ts"
import { createSlots } from "./slots.ts"

/** What the thread is started with; queries go through the port. */
export type ThreadStart = { readonly settings: Settings; readonly publicUrl: string; readonly database: MessagePort }

/** A request for the thread; `at` is the time of the server's clock in milliseconds. */
export type ThreadRequest = {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE"
  readonly url: string
  readonly headers: Readonly<Record<string, string | Array<string>>>
  readonly remoteAddress: string
  readonly body: Uint8Array<ArrayBuffer>
  readonly at: number
  readonly disk: DiskState
}

export type ThreadResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, number | string | Array<string>>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** What the thread is sent, one at a time. */
export type ThreadTask =
  | { readonly kind: "request"; readonly request: ThreadRequest }
  | { readonly kind: "svg"; readonly content: Uint8Array<ArrayBuffer> }

/** The result of a task; of an SVG that is not a valid one, null. */
type TaskResult =
  | { readonly kind: "response"; readonly response: ThreadResponse }
  | { readonly kind: "svg"; readonly content: Uint8Array<ArrayBuffer> | null }

/** What the thread sends: the result of its task, or that there are jobs to run. */
export type ThreadMessage = TaskResult | { readonly kind: "jobs" }

export type LargeRequestThread = {
  /** Handles a request, one at a time. Throws a 413 if it takes more memory than the thread has, and a 503 if it takes too long. */
  readonly handle: (request: FastifyRequest, body: Buffer) => Promise<ThreadResponse>
  /** Sanitizes an SVG; null if it is not a valid one. Throws like `handle`, and a 503 if too many wait. */
  readonly sanitizeSvg: SanitizeSvg
  readonly close: () => Promise<void>
}

type ThreadOptions = {
  readonly settings: Settings
  readonly database: Database
  readonly publicUrl: () => string
  readonly wakeJobs: () => void
  readonly now: () => Date
  readonly limits?: LargeRequestLimits | undefined
}

/** How many megabytes of objects the thread may have, and after how many milliseconds the server gives up on a response. */
export type LargeRequestLimits = { readonly heapMegabytes: number; readonly responseMs: number }

/** SVGs are refused while so many tasks wait, so that the others get their turn. */
export const maxWaitingSvgs = 16

/** Milliseconds without a task after which the thread ends. */
const idleMs = 60_000

/** The thread's code: a source beside the server's, or a script beside the bundle. */
const threadPath = path.join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "../request-thread.ts" : "request-thread.js")

/** Headers of the connection and of the body's transfer, which the thread has no part in. */
const connectionHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "date",
  "expect",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
])

export const createLargeRequestThread = ({
  settings,
  database,
  publicUrl,
  wakeJobs,
  now,
  limits = largeBodyLimits,
}: ThreadOptions): LargeRequestThread => {
  let running: RunningThread | null = null
  let idleTimer: NodeJS.Timeout | undefined
  const end = async (): Promise<void> => {
    const ended = running
    running = null
    await ended?.end()
  }
  const start = (): RunningThread => {
    const started = startThread({ settings, publicUrl: publicUrl() }, { database, wakeJobs, limits })
    started.onEnd(() => {
      if (running === started) running = null
    })
    return started
  }
  const turns = createSlots(1)
  /** Runs a task when those before it are done. */
  const run = (createTask: () => ThreadTask): Promise<TaskResult> =>
    turns.run(async () => {
      clearTimeout(idleTimer)
      running ??= start()
      const timer = setTimeout(() => void end(), limits.responseMs)
      try {
        return await running.run(createTask())
      } finally {
        clearTimeout(timer)
        clearTimeout(idleTimer)
        idleTimer = setTimeout(() => void end(), idleMs).unref()
      }
    })
  return {
    handle: async (request, bytes) => {
      const state = () => ({ at: now().getTime(), disk: database.diskState() })
      const result = await run(() => ({ kind: "request", request: toThreadRequest(request, bytes, state()) }))
      if (result.kind !== "response") throw new Error("the thread has not sent a response")
      return result.response
    },
    sanitizeSvg: async (content) => {
      if (turns.countWaiting() >= maxWaitingSvgs) throw serviceUnavailable("The server is busy; try again in a moment.")
      const result = await run(() => ({ kind: "svg", content: new Uint8Array(content) }))
      if (result.kind !== "svg") throw new Error("the thread has not sent an SVG")
      return result.content === null ? null : Buffer.from(result.content.buffer)
    },
    close: async () => {
      clearTimeout(idleTimer)
      await end()
    },
  }
}

const toThreadRequest = (
  { id, method, url, headers, socket }: FastifyRequest,
  bytes: Buffer,
  state: Pick<ThreadRequest, "at" | "disk">,
): ThreadRequest => {
  const found = (["POST", "PUT", "PATCH", "DELETE"] as const).find((it) => it === method)
  if (found === undefined) throw new Error(`${method} has no body`)
  return {
    method: found,
    url,
    headers: { ...pickHeaders(headers), "x-request-id": id },
    remoteAddress: socket.remoteAddress ?? "",
    // Memory of its own can be passed on without copying it.
    body:
      bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength
        ? new Uint8Array(bytes.buffer)
        : new Uint8Array(bytes),
    ...state,
  }
}

/** Returns the headers that are about the request or the response, not about the connection. */
export const pickHeaders = <Value>(headers: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || connectionHeaders.has(name) ? [] : [[name, value] as const],
    ),
  )

type RunningThread = {
  readonly run: (task: ThreadTask) => Promise<TaskResult>
  readonly onEnd: (listener: () => void) => void
  readonly end: () => Promise<void>
}

const startThread = (
  data: Omit<ThreadStart, "database">,
  { database, wakeJobs, limits }: { readonly database: Database; readonly wakeJobs: () => void; readonly limits: LargeRequestLimits },
): RunningThread => {
  const { port1, port2 } = new MessageChannel()
  const stopServing = serveDatabase(database, port1)
  const worker = new Worker(threadPath, {
    workerData: { ...data, database: port2 } satisfies ThreadStart,
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
  })
  let current: { readonly resolve: (result: TaskResult) => void; readonly reject: (error: Error) => void } | null = null
  let failure: Error = serviceUnavailable("The server was busy for too long; try again in a moment.")
  worker.on("message", (message: ThreadMessage) => {
    if (message.kind === "jobs") return wakeJobs()
    current?.resolve(message)
    current = null
  })
  worker.once("error", (error: Error & { readonly code?: string }) => {
    // An error of another kind is a bug; "exit" follows.
    failure =
      error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new HttpError(413, { message: "This takes more memory than the server has." }) : error
  })
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      current?.reject(failure)
      void stopServing().then(resolve)
    })
  })
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        current = { resolve, reject }
        worker.postMessage(task, [task.kind === "svg" ? task.content.buffer : task.request.body.buffer])
      }),
    onEnd: (listener) => void worker.once("exit", listener),
    end: async () => {
      await worker.terminate()
      await ended
    },
  }
}
