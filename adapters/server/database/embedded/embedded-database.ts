// Starts the embedded database's thread, gives drivers their "sockets" to it, and watches that it goes on answering.
import { accessSync, constants } from "node:fs"
import path, { join } from "node:path"
import type { Duplex } from "node:stream"
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads"
import { hasFreeSpace } from "../../storage/disk.ts"
import { EngineSocket } from "./wire-protocol.ts"

const watchIntervalMs = 1_000

/** What a write to the disk would meet. */
export type DiskState = "ready" | "full" | "read-only"

export type EmbeddedDatabase = {
  /** A connection for a driver. PGlite is one session, so the pool on top has exactly one. */
  readonly socket: () => Duplex
  readonly disk: () => DiskState
  readonly stop: () => Promise<void>
}

/**
 * Opens the database in `folder`. Rejects when the folder is another process's, or commits would not be durable. After `patience`
 * milliseconds without an answer the thread is ended and started anew: a full disk makes PGlite spin for ever.
 */
export const startEmbeddedDatabase = async (
  folder: string,
  log: (problem: string) => void,
  patience: number,
): Promise<EmbeddedDatabase> => {
  let engine = await startEngine(folder)
  let restart: Promise<void> | null = null
  let stopped = false
  let isDown = false

  const restartEngine = (why: string): void => {
    if (stopped || restart !== null) return
    log(why)
    restart = (async () => {
      await engine.kill()
      while (!stopped)
        try {
          engine = await startEngine(folder)
          isDown = false
          return
        } catch (error) {
          // Once is said; it is tried until the disk is well again.
          if (!isDown) log(String(error))
          isDown = true
          await new Promise((done) => setTimeout(done, watchIntervalMs))
        }
    })().finally(() => {
      restart = null
    })
  }

  const watch = setInterval(() => {
    if (engine.isGone()) restartEngine("the embedded database ended; starting it again")
    else if (engine.silence() > patience)
      // Where it was this process that stood still (SIGSTOP, a laptop's sleep), the answer has come and is heard before that.
      setImmediate(() => engine.silence() > patience && restartEngine("the embedded database does not answer; starting it again"))
  }, watchIntervalMs)

  return {
    socket: () =>
      new EngineSocket(async () => {
        if (isDown) throw new EngineDown()
        await restart
        return engine.connect()
      }),
    disk: () => diskOf(folder),
    stop: async () => {
      stopped = true
      clearInterval(watch)
      await restart
      await engine.stop()
    },
  }
}

/** The engine could not be started anew yet: nobody waits for it. The code is PostgreSQL's for one that takes no connections now. */
class EngineDown extends Error {
  readonly code = "57P03"
  constructor() {
    super("the embedded database cannot be started")
  }
}

/** Asked before each write: the answer comes from memory, and one a moment old would let a burst of writes fill the disk. */
const diskOf = (folder: string): DiskState => {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return "read-only"
  }
  return hasFreeSpace(folder) ? "ready" : "full"
}

// The bundle has the thread's code beside it, as a script.
const code = path.join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "embedded-thread.ts" : "worker.js")

const startEngine = async (folder: string) => {
  const worker = new Worker(code, { workerData: { folder } })
  /** How many messages each line waits for an answer to. Whoever has hung up waits for none: the answers may never come. */
  const waiting = new Map<number, number>()
  const isWaiting = (): boolean => [...waiting.values()].some((messages) => messages > 0)
  let lines = 0
  let lastLife = 0
  let gone = false
  const ports = new Set<MessagePort>()

  await new Promise<void>((done, fail) => {
    worker.once("message", () => done())
    worker.once("error", fail)
    worker.once("exit", () => fail(new Error("the embedded database ended while it started")))
  })
  worker.on("message", (line: number | "stopped") => {
    if (line === "stopped") return
    const messages = waiting.get(line)
    if (messages !== undefined) waiting.set(line, messages - 1)
    lastLife = performance.now()
  })
  worker.on("error", () => undefined) // "exit" follows, and the watch sees it
  const ended = new Promise<void>((done) => {
    worker.once("exit", () => {
      gone = true
      for (const port of ports) port.close()
      done()
    })
  })

  return {
    isGone: () => gone,
    silence: () => (isWaiting() ? performance.now() - lastLife : 0),
    kill: async () => void (await worker.terminate()),
    stop: async () => {
      if (gone) return
      worker.postMessage("stop")
      await ended
    },
    connect: () => {
      const { port1, port2 } = new MessageChannel()
      const line = ++lines
      worker.postMessage({ port: port2, line }, [port2])
      ports.add(port1)
      waiting.set(line, 0)
      port1.once("close", () => {
        ports.delete(port1)
        waiting.delete(line)
      })
      return {
        port: port1,
        send: (bytes: Uint8Array | null) => {
          if (!isWaiting()) lastLife = performance.now()
          const messages = waiting.get(line)
          if (bytes === null) waiting.delete(line)
          else if (messages !== undefined) waiting.set(line, messages + 1)
          port1.postMessage(bytes)
        },
      }
    },
  }
}

// Where the embedded database is in a data folder.

/** One folder for each major version of PostgreSQL: an old one is never opened by a newer engine. */
export const embeddedDatabasePath = (dataDir: string): string => join(dataDir, "pg18")
