// Starting and stopping the server: ready line, first administrator, settings, ownership of the data folder, and logs.
import { once } from "node:events"
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { sql } from "kysely"
import { afterEach, describe, expect, test } from "vitest"
import { openDatabase } from "../../adapters/server/database/database.ts"
import { readSettings, StartupError } from "../../adapters/server/settings.ts"
import { emptyDataDir, preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { startMain, startRefusedMain } from "../fixtures/main-process.ts"
import { sharedPostgres } from "../fixtures/postgres.ts"
import { password, visitor } from "../fixtures/server.ts"

const postgres = sharedPostgres()

const folders: Array<string> = []
const removedLater = (folder: string): string => {
  folders.push(folder)
  return folder
}
const emptyFolder = (): string => removedLater(emptyDataDir())
const preparedFolder = (): string => removedLater(preparedDataDir())
afterEach(() => {
  for (const folder of folders.splice(0)) removeDataDir(folder)
})

test("prints the address and a working admin password at the first start, and no password at the second", async () => {
  const folder = emptyFolder()
  const first = await startMain({ DATA_DIR: folder })
  expect(first.lines.at(-1)).toBe(`Conversation Admin is ready at ${first.address}`)
  const adminPassword = /^Sign in as admin with the password (\S+)$/.exec(first.lines[0] ?? "")?.[1] ?? ""
  expect(adminPassword).toHaveLength(20)
  expect((await visitor(first.address).signIn("admin", adminPassword)).status).toBe(200)
  const { code, lines, complaints } = await first.end("SIGINT")
  expect(code).toBe(0)
  expect(lines.filter((line) => line.includes(adminPassword))).toHaveLength(1)
  expect(complaints).toBe("")

  const second = await startMain({ DATA_DIR: folder, ADMIN_PASSWORD: "another one entirely" })
  expect(second.lines).toEqual([`Sign in at ${second.address}/login`, `Conversation Admin is ready at ${second.address}`])
  expect((await visitor(second.address).signIn("admin", adminPassword)).status).toBe(200)
  expect((await second.end("SIGTERM")).code).toBe(0)
})

test("keeps sessions and the secret key across a restart, and lets only the owner read the key file", async () => {
  const folder = preparedFolder()
  const first = await startMain({ DATA_DIR: folder, ADMIN_PASSWORD: password })
  const person = visitor(first.address)
  await person.signIn("admin", password)
  const secret = readFileSync(join(folder, "secret-key"), "utf8")
  expect(statSync(join(folder, "secret-key")).mode & 0o077).toBe(0)
  await first.end("SIGTERM")
  const second = await startMain({ DATA_DIR: folder })
  const secondVisitor = visitor(second.address)
  for (const [name, value] of person.cookies) secondVisitor.cookies.set(name, value)
  expect((await secondVisitor.send("GET", "/api/current/user")).json()).toMatchObject({ username: "admin" })
  expect(readFileSync(join(folder, "secret-key"), "utf8")).toBe(secret)
  await second.end("SIGTERM")
})

test("refuses to start on a data folder in use and names the process that uses it, which keeps running", async () => {
  const folder = preparedFolder()
  const first = await startMain({ DATA_DIR: folder })
  const { code, lines, complaints } = await startRefusedMain({ DATA_DIR: folder })
  expect(code).toBe(1)
  expect(lines).toEqual([])
  expect(complaints).toBe(`the database cannot be opened: the data folder ${folder} is in use by process ${first.pid}\n`)
  expect((await visitor(first.address).send("GET", "/readyz")).status).toBe(200)
  await first.end("SIGTERM")
})

test("answers a request in flight before it stops, and rejects further ones with 503", async () => {
  const first = await startMain({ DATA_DIR: preparedFolder() })
  const { hostname, port } = new URL(first.address)
  const body = JSON.stringify({ username: "admin", password: "x", csrf: "x" })
  const socket = connect(Number(port), hostname)
  let received = ""
  socket.setEncoding("utf8")
  const waitForText = (part: string) =>
    new Promise<void>((done) => {
      socket.on("data", (text: string) => {
        received += text
        if (received.includes(part)) done()
      })
    })
  const head = ["POST /api/login HTTP/1.1", "host: x", "content-type: application/json", "expect: 100-continue"]
  socket.write([...head, `content-length: ${body.length}`, "", ""].join("\r\n"))
  await waitForText("100 Continue")
  const ended = first.end("SIGTERM")
  await untilRefused(hostname, Number(port))
  socket.write(`${body}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`)
  await waitForText("The server is stopping")
  const answered = (status: number) => received.split("HTTP/1.1 ").find((answer) => answer.startsWith(`${status} `))
  expect(answered(422)).toContain("Invalid login token.")
  expect(answered(503)).toMatch(
    /^503 .*x-content-type-options: nosniff.*retry-after: 5.*\{"message":"The server is stopping; try again in a moment\."\}/is,
  )
  expect((await ended).code).toBe(0)
})

test.each([
  "GET /api/current/user HT",
  `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"user`,
])("drops a silent, unfinished request at a shutdown that waits for another one: %j", { tags: ["long"] }, async (begun) => {
  const first = await startMain({ DATA_DIR: preparedFolder() })
  const { hostname, port } = new URL(first.address)
  const [silent, ongoing] = [connect(Number(port), hostname), connect(Number(port), hostname)]
  // The server cuts the connections, which only sockets that read notice.
  for (const socket of [silent, ongoing]) socket.on("error", () => undefined).resume()
  await new Promise<void>((done) => silent.write(begun, () => done()))
  const head = ["POST /api/login HTTP/1.1", "host: x", "content-type: application/json", "expect: 100-continue", "content-length: 2000"]
  ongoing.write([...head, "", ""].join("\r\n"))
  await once(ongoing, "data")
  const sending = setInterval(() => ongoing.write(" "), 100)
  const closed: Array<string> = []
  for (const [name, socket] of Object.entries({ silent, ongoing })) socket.once("close", () => closed.push(name))
  const ended = first.end("SIGTERM")
  await expect.poll(() => closed).toEqual(["silent"])
  clearInterval(sending)
  ongoing.destroy()
  expect((await ended).code).toBe(0)
})

/** Resolves when nothing listens on the port any more. */
const untilRefused = async (host: string, port: number): Promise<void> => {
  for (;;) {
    const socket = connect(port, host)
    const isRefused = await new Promise<boolean>((done) => {
      socket.once("connect", () => done(false)).once("error", () => done(true))
    })
    socket.destroy()
    if (isRefused) return
  }
}

describe("a setting that cannot be used stops the start with one line and exit code 1", () => {
  test("written on standard error", async () => {
    const { code, lines, complaints } = await startRefusedMain({ DATA_DIR: emptyFolder(), PORT: "http" })
    expect({ code, lines, complaints }).toEqual({ code: 1, lines: [], complaints: "PORT is not a port: http\n" })
  })

  test.each([
    [{ PORT: "65536" }, "PORT is not a port: 65536"],
    [{ HOST: "no host" }, "HOST is not an address: no host"],
    [
      { DATABASE_URL: "mysql://x", SECRET_KEY: "sixteen characters" },
      "DATABASE_URL is not the address of a PostgreSQL database (postgres://…)",
    ],
    [{ DATABASE_URL: "postgres://127.0.0.1/x" }, "SECRET_KEY is required with DATABASE_URL"],
    [{ SECRET_KEY: "short" }, "SECRET_KEY needs at least 16 characters"],
    [{ PUBLIC_URL: "ftp://x" }, "PUBLIC_URL is not a base address (http or https): ftp://x"],
    [{ DEMO: "yes" }, "DEMO is 0 or 1, not yes"],
    [{ PROXIES: "many" }, "PROXIES is not a number of proxies (0 to 9): many"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL is one of fatal, error, warn, info, debug, trace, silent, not loud"],
    [{ ADMIN_USERNAME: "x" }, "ADMIN_USERNAME needs 3 to 64 characters"],
    [{ ADMIN_EMAIL: "nobody" }, "ADMIN_EMAIL is not an email address: nobody"],
  ])("%j", (env, line) => {
    expect(() => readSettings({ DATA_DIR: "unused", ...env })).toThrow(new StartupError(line))
  })

  test("unreachable database, without its password in the line", async () => {
    const env = { DATABASE_URL: "postgres://someone:hidden@127.0.0.1:9/none", SECRET_KEY: "sixteen characters" }
    const { code, complaints } = await startRefusedMain({ DATA_DIR: emptyFolder(), ...env })
    expect(code).toBe(1)
    expect(complaints).toMatch(/^the database cannot be opened: .*ECONNREFUSED.*\n$/)
    expect(complaints).not.toContain("hidden")
  })

  test("port in use", { tags: ["long"] }, async () => {
    const first = await startMain({ DATA_DIR: preparedFolder() })
    const { port } = new URL(first.address)
    const { code, complaints } = await startRefusedMain({ DATA_DIR: emptyFolder(), PORT: port })
    expect({ code, complaints }).toEqual({ code: 1, complaints: `cannot listen on 127.0.0.1:${port} (EADDRINUSE); set PORT or HOST\n` })
    await first.end("SIGTERM")
  })

  test("data folder that is a file", { tags: ["long"] }, async () => {
    const folder = join(emptyFolder(), "file")
    writeFileSync(folder, "")
    const { code, complaints } = await startRefusedMain({ DATA_DIR: folder })
    expect(code).toBe(1)
    expect(complaints).toMatch(/^the database cannot be opened: .*\n$/)
  })
})

describe("database of a newer version or an interrupted start", () => {
  const openEmbedded = (folder: string) => openDatabase({ databaseUrl: null, dataDir: folder }, () => undefined)

  test("refuses a database that a newer version has written", { tags: ["long"] }, async () => {
    const folder = preparedFolder()
    const database = await openEmbedded(folder)
    await sql`insert into migrations values ('9999-later', '2099')`.execute(database.db)
    await database.close()
    const { code, complaints } = await startRefusedMain({ DATA_DIR: folder })
    expect(code).toBe(1)
    expect(complaints).toBe("the database was written by a newer version (it has 9999-later); start that version, or a newer one\n")
  })

  test("refuses a half-migrated database at every start, without changing it", { tags: ["long"] }, async () => {
    const folder = preparedFolder()
    const database = await openEmbedded(folder)
    await sql`delete from migrations`.execute(database.db)
    await sql`drop table script_versions`.execute(database.db)
    await database.close()
    for (let i = 0; i < 2; i++) {
      const { code, complaints } = await startRefusedMain({ DATA_DIR: folder })
      expect(code).toBe(1)
      expect(complaints).toMatch(
        /^migration 0001-first is half-done: table \w+ is there already; restore a backup or use an empty database\n$/,
      )
    }
  })

  test("removes what a first start that was killed has left behind", { tags: ["long"] }, async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, "pg18.init"))
    writeFileSync(join(folder, "pg18.init/PG_VERSION"), "18")
    const first = await startMain({ DATA_DIR: folder })
    expect((await first.end("SIGTERM")).code).toBe(0)
  })
})

test("gives every response its own request id, which the logs contain", { tags: ["long"] }, async () => {
  const main = await startMain({ DATA_DIR: preparedFolder(), LOG_LEVEL: "info" })
  const person = visitor(main.address)
  const claimed = { "x-request-id": "an id of the caller's own" }
  const answers = [await person.send("GET", "/healthz", undefined, claimed), await person.send("GET", "/api/communities")]
  const ids = answers.map(({ headers }) => headers.get("x-request-id"))
  const { complaints } = await main.end("SIGTERM")
  const lines = complaints
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line))
  expect(new Set(ids).size).toBe(2)
  for (const [i, path] of ["/healthz", "/api/communities"].entries()) {
    expect(lines).toContainEqual(expect.objectContaining({ reqId: ids[i], req: { method: "GET", path } }))
    expect(lines).toContainEqual(expect.objectContaining({ reqId: ids[i], res: { statusCode: answers[i]?.status } }))
  }
})

test.each(["cut", "closed"])(
  "logs no error when the connection of a client is %s in the middle of its body",
  { tags: ["long"] },
  async (how) => {
    const main = await startMain({ DATA_DIR: preparedFolder(), LOG_LEVEL: "info" })
    const { hostname, port } = new URL(main.address)
    const socket = connect(Number(port), hostname)
    const head = ["POST /api/login HTTP/1.1", "host: x", "content-type: application/json", "expect: 100-continue", "content-length: 40"]
    socket.write([...head, "", ""].join("\r\n"))
    await new Promise((done) => socket.once("data", done))
    socket.write('{"username":')
    if (how === "cut") socket.resetAndDestroy()
    else socket.destroy()
    // The server ends once no connection is open any more.
    const { complaints } = await main.end("SIGTERM")
    expect(complaints).toMatch(/"level":30,.*the client disconnected before its body was complete/)
    expect(complaints).not.toContain('"level":50')
    expect(complaints).not.toContain("stack")
  },
)

/** Requests a path by an absolute URL, as clients do from a proxy. */
const requestAbsoluteUrl = async (address: string, path: string): Promise<string> => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).setEncoding("latin1")
  socket.write(`GET http://x/${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  let response = ""
  for await (const text of socket) response += text
  return response
}

test("logs JSON lines that contain no password, token, cookie or body", async () => {
  const main = await startMain({ DATA_DIR: preparedFolder(), ADMIN_PASSWORD: password, LOG_LEVEL: "trace" })
  const person = visitor(main.address)
  const csrf = await person.loginToken()
  await person.send("POST", "/api/login", { username: "admin", password: "a wrong password", csrf })
  await person.send("POST", "/api/login", { username: "admin", password, csrf })
  await person.send("PUT", "/api/communities", { name: "A name in a body", slug: "acme" })
  await person.send("GET", "/api/acme/chat-scripts?statuses=a-query")
  await person.send("PUT", "/api/communities", '{"name":"A name in a broken body"')
  const mailed = "a-token-that-was-mailed"
  for (const path of [
    "change-password/",
    "change%2Dpassword/",
    "api/account/password-constraints/",
    "odd/change-password/",
    "CHANGE-PASSWORD/",
  ])
    for (const end of ["", "/", "/more", "?x=1"]) await person.send("GET", `/${path}${mailed}${end}`)
  await person.send("GET", `/change-password//${mailed}`)
  const [link, code] = ["a-token-of-a-respondents-link", "abcdefgh23"]
  for (const end of ["", "/", "/more", "?l=en"])
    for (const path of [`acme/chat/01900000-0000-7000-8000-000000000000/${link}`, `ACME/CHAT/x/${link}`, `s/${code}`])
      await person.send("GET", `/chat/${path}${end}`)
  // The router also accepts escaped paths and absolute URLs.
  for (const path of [`chat/%73/${code}`, `%63hat/s/${code}`, `chat%2Fs%2F${code}`, `chat/x/ch%61t/y/${link}`, `chat/%73/${code}%`])
    await person.send("GET", `/${path}`)
  for (const path of [`chat/s/${code}`, `chat/x/ch%61t/y/${link}`]) await requestAbsoluteUrl(main.address, path)
  for (const pass of [link, code]) await person.send("POST", "/chat/api/open", { pass })
  const secrets = [link, code, password, "a wrong password", csrf, ...person.cookies.values(), "A name in a", "a-query", mailed]
  const { complaints } = await main.end("SIGTERM")
  const lines = complaints.trim().split("\n")
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(Number) })
  expect(complaints).toContain('"path":"/api/login"')
  for (const secret of secrets) expect(complaints).not.toContain(secret)
})

test.skipIf(postgres === null)(
  "warns about uploads in a local folder when several processes can share the database",
  { tags: ["long"] },
  async () => {
    const url = await postgres?.newDatabase()
    const env = { DATABASE_URL: url ?? "", SECRET_KEY: "sixteen characters", DATA_DIR: emptyFolder(), LOG_LEVEL: "warn" }
    const readUploadWarnings = async (more: Readonly<Record<string, string>>): Promise<ReadonlyArray<unknown>> => {
      const { complaints } = await (await startMain({ ...env, ...more })).end("SIGTERM")
      return complaints.split("\n").flatMap((line): ReadonlyArray<unknown> => (line.includes("STORAGE_URL") ? [JSON.parse(line)] : []))
    }
    const msg = `STORAGE_URL is not set: uploads are kept in ${join(env.DATA_DIR, "uploads")}, where other processes over this database do not find them`
    expect(await readUploadWarnings({})).toEqual([expect.objectContaining({ level: 40, msg })])
    expect(await readUploadWarnings({ STORAGE_URL: "http://k:s@127.0.0.1:1/files" })).toEqual([])
    expect(await readUploadWarnings({ DATABASE_URL: "" })).toEqual([])
  },
)
