// Starts the embedded database's thread, connects drivers to it, and restarts it if it stops responding.
import { accessSync, constants } from "node:fs"
import path, { join } from "node:path"
import type { Duplex } from "node:stream"
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads"
import { hasFreeSpace } from "../../storage/disk.ts"
import { EngineSocket } from "./wire-protocol.ts"

const watchIntervalMs = 1_000

/** Whether the disk can be written to. */
export type DiskState = "ready" | "full" | "read-only"

export type EmbeddedDatabase = {
  /** Opens a connection for the driver. PGlite has one session, so the pool has exactly one connection. */
  readonly socket: () => Duplex
  readonly disk: () => DiskState
  readonly stop: () => Promise<void>
}

/**
 * Opens the database in `folder`. Rejects if another process owns the folder, or if commits would not be durable. After
 * `timeoutMs` milliseconds without a response the thread is killed and restarted: a full disk makes PGlite spin forever.
 */
export const startEmbeddedDatabase = async (
  folder: string,
  log: (problem: string) => void,
  timeoutMs: number,
): Promise<EmbeddedDatabase> => {
  let engine = await startEngine(folder)
  let restart: Promise<void> | null = null
  let stopped = false
  let isDown = false

  const restartEngine = (reason: string): void => {
    if (stopped || restart !== null) return
    log(reason)
    restart = (async () => {
      await engine.kill()
      while (!stopped)
        try {
          engine = await startEngine(folder)
          isDown = false
          return
        } catch (error) {
          // Logged once; retried until the disk works again.
          if (!isDown) log(String(error))
          isDown = true
          await new Promise((resolve) => setTimeout(resolve, watchIntervalMs))
        }
    })().finally(() => {
      restart = null
    })
  }

  const watchdog = setInterval(() => {
    if (engine.hasEnded()) restartEngine("the embedded database ended; starting it again")
    else if (engine.silenceMs() > timeoutMs)
      // If this process itself was suspended (SIGSTOP, a laptop's sleep), the response has arrived and is handled
      // before setImmediate runs.
      setImmediate(() => engine.silenceMs() > timeoutMs && restartEngine("the embedded database does not answer; starting it again"))
  }, watchIntervalMs)

  return {
    socket: () =>
      new EngineSocket(async () => {
        if (isDown) throw new EngineDown()
        await restart
        return engine.connect()
      }),
    disk: () => getDiskState(folder),
    stop: async () => {
      stopped = true
      clearInterval(watchdog)
      await restart
      await engine.stop()
    },
  }
}

/** The engine could not be restarted yet, so queries fail immediately. The code is PostgreSQL's for "cannot connect now". */
class EngineDown extends Error {
  readonly code = "57P03"
  constructor() {
    super("the embedded database cannot be started")
  }
}

/**
 * Checked before each write: statfs is answered from memory, and a cached result would let a burst of writes fill the
 * disk.
 */
const getDiskState = (folder: string): DiskState => {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return "read-only"
  }
  return hasFreeSpace(folder) ? "ready" : "full"
}

/** The thread's code: a source beside this one, or a script beside the bundle. */
const threadPath = path.join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "embedded-thread.ts" : "worker.js")

/** Longer messages to the thread are passed on without copying them; copying takes less for short ones. */
const copiedBytes = 64 * 1024

const startEngine = async (folder: string) => {
  const worker = new Worker(threadPath, { workerData: { folder } })
  /** Unanswered messages per connection. A closed connection waits for none: its answers may never come. */
  const unansweredByConnection = new Map<number, number>()
  const isWaiting = (): boolean => [...unansweredByConnection.values()].some((unanswered) => unanswered > 0)
  let connectionCount = 0
  let lastResponseAt = 0
  let hasEnded = false
  const ports = new Set<MessagePort>()

  await new Promise<void>((resolve, reject) => {
    worker.once("message", () => resolve())
    worker.once("error", reject)
    worker.once("exit", () => reject(new Error("the embedded database ended while it started")))
  })
  worker.on("message", (connectionId: number | "stopped") => {
    if (connectionId === "stopped") return
    const unanswered = unansweredByConnection.get(connectionId)
    if (unanswered !== undefined) unansweredByConnection.set(connectionId, unanswered - 1)
    lastResponseAt = performance.now()
  })
  worker.on("error", () => undefined) // "exit" follows, and the watch sees it
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      hasEnded = true
      for (const port of ports) port.close()
      resolve()
    })
  })

  return {
    hasEnded: () => hasEnded,
    silenceMs: () => (isWaiting() ? performance.now() - lastResponseAt : 0),
    kill: async () => void (await worker.terminate()),
    stop: async () => {
      if (hasEnded) return
      worker.postMessage("stop")
      await ended
    },
    connect: () => {
      const { port1, port2 } = new MessageChannel()
      const connectionId = ++connectionCount
      worker.postMessage({ port: port2, line: connectionId }, [port2])
      ports.add(port1)
      unansweredByConnection.set(connectionId, 0)
      port1.once("close", () => {
        ports.delete(port1)
        unansweredByConnection.delete(connectionId)
      })
      return {
        port: port1,
        send: (bytes: Uint8Array<ArrayBuffer> | null) => {
          if (!isWaiting()) lastResponseAt = performance.now()
          const unanswered = unansweredByConnection.get(connectionId)
          if (bytes === null) unansweredByConnection.delete(connectionId)
          else if (unanswered !== undefined) unansweredByConnection.set(connectionId, unanswered + 1)
          port1.postMessage(bytes, bytes !== null && bytes.length > copiedBytes ? [bytes.buffer] : [])
        },
      }
    },
  }
}

/** The database's folder in a data folder, one per major version of PostgreSQL: a newer engine never opens old files. */
export const embeddedDatabasePath = (dataDir: string): string => join(dataDir, "pg18")
