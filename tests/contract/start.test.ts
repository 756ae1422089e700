// Starting and ending: the ready line, the first administrator, settings, one owner of a data folder (contract "Commands", "Settings").
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { sql } from "kysely"
import { afterEach, describe, expect, test } from "vitest"
import { openDatabase } from "../../adapters/server/database/database.ts"
import { emptyDataDir, preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { refusedMain, startMain } from "../fixtures/main-process.ts"
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

test("a first start prints the address, how to sign in, and a password that works; a second start prints none", async () => {
  const folder = emptyFolder()
  const first = await startMain({ DATA_DIR: folder })
  expect(first.lines.at(-1)).toBe(`Conversation Admin is ready at ${first.address}`)
  const made = /^Sign in as admin with the password (\S+)$/.exec(first.lines[0] ?? "")?.[1] ?? ""
  expect(made).toHaveLength(20)
  expect((await visitor(first.address).signIn("admin", made)).status).toBe(200)
  const { code, lines, complaints } = await first.end("SIGINT")
  expect(code).toBe(0)
  expect(lines.filter((line) => line.includes(made))).toHaveLength(1)
  expect(complaints).toBe("")

  const second = await startMain({ DATA_DIR: folder, ADMIN_PASSWORD: "another one entirely" })
  expect(second.lines).toEqual([`Sign in at ${second.address}/login`, `Conversation Admin is ready at ${second.address}`])
  expect((await visitor(second.address).signIn("admin", made)).status).toBe(200)
  expect((await second.end("SIGTERM")).code).toBe(0)
})

test("a session outlives a restart; the secret is made once and is for its owner's eyes", async () => {
  const folder = emptyFolder()
  const first = await startMain({ DATA_DIR: folder, ADMIN_PASSWORD: password })
  const person = visitor(first.address)
  await person.signIn("admin", password)
  const secret = readFileSync(join(folder, "secret-key"), "utf8")
  expect(statSync(join(folder, "secret-key")).mode & 0o077).toBe(0)
  await first.end("SIGTERM")
  const second = await startMain({ DATA_DIR: folder })
  const same = visitor(second.address)
  for (const [name, value] of person.cookies) same.cookies.set(name, value)
  expect((await same.send("GET", "/api/current/user")).json()).toMatchObject({ username: "admin" })
  expect(readFileSync(join(folder, "secret-key"), "utf8")).toBe(secret)
  await second.end("SIGTERM")
})

test("a second process on the same data folder refuses and names the first; the first goes on", async () => {
  const folder = preparedFolder()
  const first = await startMain({ DATA_DIR: folder })
  const { code, lines, complaints } = await refusedMain({ DATA_DIR: folder })
  expect(code).toBe(1)
  expect(lines).toEqual([])
  expect(complaints).toBe(`the database cannot be opened: the data folder ${folder} is in use by process ${first.pid}\n`)
  expect((await visitor(first.address).send("GET", "/readyz")).status).toBe(200)
  await first.end("SIGTERM")
})

test("a request in flight is answered before it ends, and no further one is taken", async () => {
  const first = await startMain({ DATA_DIR: preparedFolder() })
  const { hostname, port } = new URL(first.address)
  const body = JSON.stringify({ username: "admin", password: "x", csrf: "x" })
  const socket = connect(Number(port), hostname)
  let got = ""
  socket.setEncoding("utf8")
  const said = (part: string) =>
    new Promise<void>((done) => {
      socket.on("data", (text: string) => {
        got += text
        if (got.includes(part)) done()
      })
    })
  const head = ["POST /api/login HTTP/1.1", "host: x", "content-type: application/json", "expect: 100-continue"]
  socket.write([...head, `content-length: ${body.length}`, "", ""].join("\r\n"))
  await said("100 Continue")
  const ended = first.end("SIGTERM")
  await refused(hostname, Number(port))
  socket.write(`${body}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`)
  await said("The server is stopping")
  const answered = (status: number) => got.split("HTTP/1.1 ").find((answer) => answer.startsWith(`${status} `))
  expect(answered(422)).toContain("Invalid login token.")
  expect(answered(503)).toMatch(
    /^503 .*x-content-type-options: nosniff.*retry-after: 5.*\{"message":"The server is stopping; try again in a moment\."\}/is,
  )
  expect((await ended).code).toBe(0)
})

test.each([
  "GET /api/current/user HT",
  `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"user`,
])("a stop does not wait for who has begun a request and says no more: %j", async (begun) => {
  const first = await startMain({ DATA_DIR: preparedFolder() })
  const { hostname, port } = new URL(first.address)
  const socket = connect(Number(port), hostname)
  socket.on("error", () => undefined) // it is cut
  await new Promise<void>((done) => socket.write(begun, () => done()))
  await expect.poll(async () => (await visitor(first.address).send("GET", "/healthz")).status).toBe(200)
  const since = performance.now()
  expect((await first.end("SIGTERM")).code).toBe(0)
  expect(performance.now() - since).toBeLessThan(8_000)
})

/** Resolves when nothing listens there any more. */
const refused = async (host: string, port: number): Promise<void> => {
  for (;;) {
    const socket = connect(port, host)
    const isRefused = await new Promise<boolean>((done) => {
      socket.once("connect", () => done(false)).once("error", () => done(true))
    })
    socket.destroy()
    if (isRefused) return
  }
}

describe("a setting that cannot be used stops the start with one line and code 1", () => {
  test.each([
    [{ PORT: "http" }, "PORT is not a port: http"],
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
  ])("%j", async (env, line) => {
    const folder = emptyFolder()
    const { code, lines, complaints } = await refusedMain({ DATA_DIR: folder, ...env })
    expect({ code, lines, complaints }).toEqual({ code: 1, lines: [], complaints: `${line}\n` })
  })

  test("a database that cannot be reached, without its password in the line", async () => {
    const env = { DATABASE_URL: "postgres://someone:hidden@127.0.0.1:9/none", SECRET_KEY: "sixteen characters" }
    const { code, complaints } = await refusedMain({ DATA_DIR: emptyFolder(), ...env })
    expect(code).toBe(1)
    expect(complaints).toMatch(/^the database cannot be opened: .*ECONNREFUSED.*\n$/)
    expect(complaints).not.toContain("hidden")
  })

  test("a port that is taken", async () => {
    const first = await startMain({ DATA_DIR: preparedFolder() })
    const { port } = new URL(first.address)
    const { code, complaints } = await refusedMain({ DATA_DIR: emptyFolder(), PORT: port })
    expect({ code, complaints }).toEqual({ code: 1, complaints: `cannot listen on 127.0.0.1:${port} (EADDRINUSE); set PORT or HOST\n` })
    await first.end("SIGTERM")
  })

  test("a data folder that cannot be one", async () => {
    const folder = join(emptyFolder(), "file")
    writeFileSync(folder, "")
    const { code, complaints } = await refusedMain({ DATA_DIR: folder })
    expect(code).toBe(1)
    expect(complaints).toMatch(/^the database cannot be opened: .*\n$/)
  })
})

describe("a database that this version must not touch (I8)", () => {
  const opened = (folder: string) => openDatabase({ databaseUrl: null, dataDir: folder }, () => undefined)

  test("a newer one", async () => {
    const folder = preparedFolder()
    const database = await opened(folder)
    await sql`insert into migrations values ('9999-later', '2099')`.execute(database.db)
    await database.close()
    const { code, complaints } = await refusedMain({ DATA_DIR: folder })
    expect(code).toBe(1)
    expect(complaints).toBe("the database was written by a newer version (it has 9999-later); start that version, or a newer one\n")
  })

  test("a half-done one, which is left as it is", async () => {
    const folder = preparedFolder()
    const database = await opened(folder)
    await sql`delete from migrations`.execute(database.db)
    await sql`drop table script_versions`.execute(database.db)
    await database.close()
    for (let i = 0; i < 2; i++) {
      const { code, complaints } = await refusedMain({ DATA_DIR: folder })
      expect(code).toBe(1)
      expect(complaints).toMatch(
        /^migration 0001-first is half-done: table \w+ is there already; restore a backup or use an empty database\n$/,
      )
    }
  })

  test("what a kill in the middle of the first start left is swept away", async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, "pg18.init"))
    writeFileSync(join(folder, "pg18.init/PG_VERSION"), "18")
    const first = await startMain({ DATA_DIR: folder })
    expect((await first.end("SIGTERM")).code).toBe(0)
  })
})

test("every answer has an id of its own, under which the logs tell of its request", async () => {
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

test.each(["cut", "closed"])("a client whose line is %s in the middle of its body is no failure of the server", async (how) => {
  const main = await startMain({ DATA_DIR: preparedFolder(), LOG_LEVEL: "info" })
  const { hostname, port } = new URL(main.address)
  const socket = connect(Number(port), hostname)
  const head = ["POST /api/login HTTP/1.1", "host: x", "content-type: application/json", "expect: 100-continue", "content-length: 40"]
  socket.write([...head, "", ""].join("\r\n"))
  await new Promise((done) => socket.once("data", done))
  socket.write('{"username":')
  if (how === "cut") socket.resetAndDestroy()
  else socket.destroy()
  // It ends once nobody is on a line any more.
  const { complaints } = await main.end("SIGTERM")
  expect(complaints).toMatch(/"level":30,.*the client went away in the middle of its body/)
  expect(complaints).not.toContain('"level":50')
  expect(complaints).not.toContain("stack")
})

/** Asks for a path as a proxy is asked: by the whole address. */
const askWhole = async (address: string, path: string): Promise<string> => {
  const { hostname, port } = new URL(address)
  const line = connect(Number(port), hostname).setEncoding("latin1")
  line.write(`GET http://x/${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  let said = ""
  for await (const text of line) said += text
  return said
}

test("logs are JSON lines that hold no password, token, cookie or body", async () => {
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
  // The router reads what is escaped as what it stands for, and the address that a proxy is asked for.
  for (const path of [`chat/%73/${code}`, `%63hat/s/${code}`, `chat%2Fs%2F${code}`, `chat/x/ch%61t/y/${link}`, `chat/%73/${code}%`])
    await person.send("GET", `/${path}`)
  for (const path of [`chat/s/${code}`, `chat/x/ch%61t/y/${link}`]) await askWhole(main.address, path)
  for (const pass of [link, code]) await person.send("POST", "/chat/api/open", { pass })
  const secrets = [link, code, password, "a wrong password", csrf, ...person.cookies.values(), "A name in a", "a-query", mailed]
  const { complaints } = await main.end("SIGTERM")
  const lines = complaints.trim().split("\n")
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(Number) })
  expect(complaints).toContain('"path":"/api/login"')
  for (const secret of secrets) expect(complaints).not.toContain(secret)
})

test.skipIf(postgres === null)("uploads that only one process can find are warned of, where several may share a database", async () => {
  const url = await postgres?.newDatabase()
  const env = { DATABASE_URL: url ?? "", SECRET_KEY: "sixteen characters", DATA_DIR: emptyFolder(), LOG_LEVEL: "warn" }
  const ofUploads = async (more: Readonly<Record<string, string>>): Promise<ReadonlyArray<unknown>> => {
    const { complaints } = await (await startMain({ ...env, ...more })).end("SIGTERM")
    return complaints.split("\n").flatMap((line): ReadonlyArray<unknown> => (line.includes("STORAGE_URL") ? [JSON.parse(line)] : []))
  }
  const msg = `STORAGE_URL is not set: uploads are kept in ${join(env.DATA_DIR, "uploads")}, where other processes over this database do not find them`
  expect(await ofUploads({})).toEqual([expect.objectContaining({ level: 40, msg })])
  expect(await ofUploads({ STORAGE_URL: "http://k:s@127.0.0.1:1/files" })).toEqual([])
  expect(await ofUploads({ DATABASE_URL: "" })).toEqual([])
})
