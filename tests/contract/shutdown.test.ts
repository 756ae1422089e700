// Shutting down, with real processes: signals to npm, to its process group and to process 1 of a container; a terminal that closes, a
// parent that is killed, a log that nobody reads any more.
import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { constants } from "node:os"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import {
  acceptsConnections,
  builtServer,
  type Command,
  expectCleanShutdown,
  expectClosed,
  findChildPid,
  isRunning,
  killQuietly,
  readOwnerPid,
  startCommand,
  waitUntil,
  waitUntilNotAccepting,
} from "../fixtures/command-process.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const
const npmStart = ["npm", "start"] as const
const direct = [process.execPath, builtServer] as const

/** Whether a command of the machine can be run, and may be. */
const canRun = (program: string, ...args: ReadonlyArray<string>): boolean => {
  try {
    execFileSync(program, args, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}
/** What follows it runs as process 1, as in a container. */
const container = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"] as const
const hasContainers = canRun("unshare", ...container.slice(1), "true")
/** A terminal, in which npm start runs: once this program is gone, it is closed. */
const terminal = ["script", "-qefc", "npm start", "/dev/null"] as const
const hasTerminal = process.platform === "linux" && canRun("script", "--version")
/** What `head` does, which does not show a line before it ends. */
const readUntilReady = 'while read -r line; do echo "$line"; case "$line" in *" is ready at "*) exec <&-; echo closed; esac; done'
/** A module for `--import`: the process gets a signal when the first of the packages that the server needs is looked up. */
const signalWhileLoading = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module"
  registerHooks({
    resolve: (name, context, next) => {
      if (name === "fastify") process.kill(process.pid, "SIGTERM")
      return next(name, context)
    },
  })
`)}`

beforeAll(() => buildStaleTargets(["console", "chat", "stats", "server"]), 120_000)

/** Two tests run at a time, each on the data folder that the one before it has left. */
const dataDirs = [1, 2].map(preparedDataDir)
const free = [...dataDirs]
const waiting: Array<(dataDir: string) => void> = []
afterAll(() => {
  for (const dataDir of dataDirs) removeDataDir(dataDir)
})

/** Milliseconds: for what a test does, and also for its wait until a data folder is free. */
const limits = { run: 120_000, test: 900_000 } as const

type Run = { readonly dataDir: string; readonly start: (command: readonly [string, ...Array<string>]) => Command }

const onDataDir = async (work: (run: Run) => Promise<void>): Promise<void> => {
  const dataDir = free.pop() ?? (await new Promise<string>((done) => waiting.push(done)))
  const pids: Array<number> = []
  const start: Run["start"] = (command) => {
    const started = startCommand(command, dataDir)
    pids.push(-started.pid)
    return started
  }
  try {
    // A server that hangs is killed before the test's time is over, so that the tests after it get its data folder.
    await Promise.race([work({ dataDir, start }), delay(limits.run, null, { ref: false }).then(() => expect.fail("it hangs"))])
  } finally {
    for (const pid of pids) killQuietly(pid)
    const next = waiting.shift()
    if (next === undefined) free.push(dataDir)
    else next(dataDir)
  }
}

/** Starts the server and waits until it is ready, which it is without a warning. */
const startServer = async ({ dataDir, start }: Run, command: readonly [string, ...Array<string>]) => {
  const started = start(command)
  const address = await started.ready
  expect(started.lines.filter((line) => /"level":[4-6]0/.test(line))).toEqual([])
  return { command: started, server: { pid: readOwnerPid(dataDir), address, dataDir } }
}

/** A request that the server waits for: its head is there, of its body nothing yet. */
const beginRequest = async (address: string): Promise<Socket> => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).setEncoding("utf8")
  socket.on("error", () => undefined) // the server may cut it
  const head = ["POST /api/login HTTP/1.1", "host: x", "content-type: application/json", "expect: 100-continue", "content-length: 100"]
  socket.write([...head, "", ""].join("\r\n"))
  await once(socket, "data")
  return socket
}

const statusOf = async (address: string): Promise<number> => (await fetch(`${address}/readyz`)).status

describe.skipIf(process.platform === "win32")("a clean shutdown", { concurrent: true, timeout: limits.test }, () => {
  const sendToNpm = (signal: (typeof signals)[number]) =>
    onDataDir(async (run) => {
      const { command, server } = await startServer(run, npmStart)
      process.kill(command.pid, signal)
      const code = await command.exited
      // npm passes a signal on and waits for the server; SIGHUP it does not know, and the server notices that it is gone.
      expect(code).toBe(signal === "SIGHUP" ? signal : 0)
      await expectCleanShutdown(server, { alreadyGone: signal !== "SIGHUP" })
    })
  test("SIGTERM to npm alone", () => sendToNpm("SIGTERM"))
  test.for(["SIGINT", "SIGHUP"] as const)("%s to npm alone", { tags: ["long"] }, sendToNpm)

  const sendToGroup = (signal: (typeof signals)[number]) =>
    onDataDir(async (run) => {
      const { command, server } = await startServer(run, npmStart)
      process.kill(-command.pid, signal)
      expect(await command.exited).toBe(signal === "SIGHUP" ? signal : 0)
      await expectCleanShutdown(server, { alreadyGone: signal !== "SIGHUP" })
    })
  test("SIGINT to the process group of npm, which passes it on once more", { tags: ["long"] }, () => sendToGroup("SIGINT"))
  test.for(["SIGTERM", "SIGHUP"] as const)("%s to the process group of npm, which passes it on once more", { tags: ["long"] }, sendToGroup)

  test.skipIf(!hasTerminal)("the terminal closes, and a request in flight is logged to nowhere", { tags: ["long"] }, () =>
    onDataDir(async (run) => {
      const { command, server } = await startServer(run, terminal)
      const request = await beginRequest(server.address)
      process.kill(command.pid, "SIGKILL")
      await waitUntilNotAccepting(server.address)
      request.write(JSON.stringify({ username: "admin", password: "x", csrf: "x" }).padEnd(100))
      expect(String(await once(request, "data"))).toContain("HTTP/1.1 422")
      await expectCleanShutdown(server)
    }),
  )

  test("npm is killed", () =>
    onDataDir(async (run) => {
      const { command, server } = await startServer(run, npmStart)
      process.kill(command.pid, "SIGKILL")
      await expectCleanShutdown(server)
    }))

  test.skipIf(hasContainers).for(signals)("%s to the built server, where there are no containers", (signal) =>
    onDataDir(async (run) => {
      const { command, server } = await startServer(run, direct)
      process.kill(command.pid, signal)
      expect(await command.exited).toBe(0)
      await expectCleanShutdown(server)
    }),
  )

  describe.skipIf(!hasContainers)("as process 1 of a container", () => {
    const sendToProcess1 = (signal: (typeof signals)[number], inside: typeof npmStart | typeof direct) =>
      onDataDir(async (run) => {
        const { command, server } = await startServer(run, [...container, ...inside])
        const first = await findChildPid(command.pid)
        process.kill(first, signal)
        expect(await command.exited).toBe(0)
        await expectCleanShutdown({ ...server, pid: first }, { alreadyGone: true })
      })
    test("SIGTERM to the built server", () => sendToProcess1("SIGTERM", direct))
    test.for(["SIGINT", "SIGHUP"] as const)("%s to the built server", { tags: ["long"] }, (signal) => sendToProcess1(signal, direct))
    // The kernel keeps from process 1 what it has no handler for, which is SIGHUP of npm.
    test("SIGTERM to npm start", { tags: ["long"] }, () => sendToProcess1("SIGTERM", npmStart))
    test("SIGINT to npm start", { tags: ["long"] }, () => sendToProcess1("SIGINT", npmStart))
  })
})

describe.skipIf(process.platform === "win32")("no shutdown", { concurrent: true, timeout: limits.test }, () => {
  test("when the reader of the log goes away", () =>
    onDataDir(async (run) => {
      const { command, server } = await startServer(run, ["sh", "-c", `npm start 2>&1 | ${readUntilReady}`])
      await waitUntil("the log is closed", () => command.lines.includes("closed"))
      // The server logs each request.
      for (let i = 0; i < 5; i++) expect(await statusOf(server.address)).toBe(200)
      process.kill(-command.pid, "SIGTERM")
      await expectCleanShutdown(server)
    }))

  test("of a built server whose parent ends", { tags: ["long"] }, () =>
    onDataDir(async (run) => {
      const { command, server } = await startServer(run, ["sh", "-c", '"$0" "$@" & wait', ...direct])
      process.kill(command.pid, "SIGKILL")
      await command.exited
      await delay(1_500) // longer than npm start takes to notice
      expect(await statusOf(server.address)).toBe(200)
      process.kill(server.pid, "SIGTERM")
      await expectCleanShutdown(server)
    }),
  )
})

describe.skipIf(process.platform === "win32")("impatience", { concurrent: true, timeout: limits.test }, () => {
  test("a signal while the server's code is being loaded gives the start up", { tags: ["long"] }, () =>
    onDataDir(async (run) => {
      const command = run.start([process.execPath, "--import", signalWhileLoading, builtServer])
      // Node would end by the signal instead, and process 1 would not end at all.
      expect(await command.exited).toBe(128 + constants.signals.SIGTERM)
      expect(command.lines).toEqual([])
    }),
  )

  test("a signal while the database is being opened gives the start up", { tags: ["long"] }, () =>
    onDataDir(async (run) => {
      const command = run.start(direct)
      await waitUntil("the server has taken its data folder", () => readOwner(run.dataDir) === command.pid)
      process.kill(command.pid, "SIGINT")
      expect(await command.exited).toBe(128 + constants.signals.SIGINT)
      expect(command.lines.filter((line) => /is ready|Sign in/.test(line))).toEqual([])
      expectClosed(run.dataDir)
    }),
  )

  test("a second signal ends a shutdown that waits for a request, unless it comes at once", { tags: ["long"] }, () =>
    onDataDir(async (run) => {
      const { command, server } = await startServer(run, direct)
      const request = await beginRequest(server.address)
      process.kill(command.pid, "SIGTERM")
      process.kill(command.pid, "SIGINT")
      await waitUntilNotAccepting(server.address)
      expect(isRunning(server.pid)).toBe(true)
      const impatient = setInterval(() => {
        request.write(" ") // it goes on, so that it is waited for
        process.kill(command.pid, "SIGINT")
      }, 100)
      const code = await command.exited
      clearInterval(impatient)
      expect(code).toBe(128 + constants.signals.SIGINT)
      expect(await acceptsConnections(server.address)).toBe(false)
    }),
  )
})

const readOwner = (dataDir: string): number | null => {
  try {
    return readOwnerPid(dataDir)
  } catch {
    return null
  }
}
