// Reproductions of attacks that have succeeded against this server or similar ones. Each returns what went wrong, in words; nothing if the server withstood it.
import { connect, type Socket } from "node:net"
import { failedAttemptLimits } from "../../domain/accounts/account-limits.ts"
import { rateLimitPerMinute } from "../../domain/conversations/conversation-limits.ts"
import { shortCodeLength } from "../../domain/links/respondent-urls.ts"
import { admin } from "../fixtures/program.ts"
import { visitor } from "../fixtures/server.ts"
import type { HostileRequest } from "./hostile-requests.ts"
import { largeBodies } from "./large-bodies.ts"
import { anonymizeDuringAnswers, eraseWhileLinking, requestOneSlug } from "./race-attacks.ts"
import { sendHostile, type Target } from "./target.ts"

type Attack = (target: Target) => Promise<ReadonlyArray<string>>

const isServerError = (status: number): boolean => status >= 500 && status !== 503

/** Sends requests at the same time, each from an address of its own. */
const sendAll = async (target: Target, requests: ReadonlyArray<HostileRequest>): Promise<ReadonlyArray<string>> => {
  const statuses = await Promise.all(requests.map((request, i) => sendHostile(target, request, 1_000_000 + i)))
  return statuses.flatMap((status, i) => (isServerError(status) ? [`${status} ${requests[i]?.method} ${requests[i]?.path}`] : []))
}

const post = (path: string, body: string, who: HostileRequest["who"] = "nobody"): HostileRequest => ({
  who,
  method: "POST",
  path,
  headers: {},
  body,
})

const sendLargeBodies: Attack = async (target) => {
  const problems: Array<string> = []
  for (const [name, build] of Object.entries(largeBodies)) {
    const body = build()
    const path = `/api/acme/chat-scripts/${target.script}`
    const saves = (["member", "admin", "nobody", "member", "admin"] as const).map((who) => ({
      who,
      method: "PATCH",
      path,
      headers: {},
      body,
    }))
    problems.push(...(await sendAll(target, saves)).map((problem) => `${name}: ${problem}`))
  }
  return problems
}

const openSockets = (target: Target, count: number, text: string): ReadonlyArray<Socket> => {
  const { hostname, port } = new URL(target.address)
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    return socket.on("error", () => undefined).resume()
  })
}

/** Connections that never finish a request, and ones that pipeline hundreds. */
const holdConnections: Attack = async (target) => {
  const sockets = [
    ...openSockets(target, 200, "GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: "),
    ...openSockets(
      target,
      100,
      "POST /reset-password HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{",
    ),
    ...openSockets(target, 20, "GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(100)),
    ...openSockets(target, 20, "POST /api/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nfffffffff\r\n"),
  ]
  const answer = await visitor(target.address).send("GET", "/login")
  for (const socket of sockets) socket.destroy()
  return answer.status === 200 ? [] : [`GET /login: ${answer.status}`]
}

/** Connections that send requests without end and wait for no response, in the last one behind a response that never ends. */
const pipelineWithoutEnd: Attack = async (target) => {
  const request = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"
  const events = `GET /stats/api/acme/${target.liveScript}/events HTTP/1.1\r\nhost: x\r\n\r\n`
  const sockets = [...openSockets(target, 1, request), ...openSockets(target, 1, events)]
  const requests = request.repeat(2000)
  const end = performance.now() + 3000
  while (performance.now() < end) {
    for (const socket of sockets) if (!socket.destroyed && !socket.writableNeedDrain) socket.write(requests)
    await new Promise((later) => setImmediate(later))
  }
  for (const socket of sockets) socket.destroy()
  const { status } = await visitor(target.address).send("GET", "/login")
  return status === 200 ? [] : [`GET /login: ${status}`]
}

const sendAnonymousBodies: Attack = (target) => {
  const values = `[${"0,".repeat(9_000)}0]`
  const fields = `{${Array.from({ length: 4_000 }, (_, i) => `"k${i}":0`).join(",")}}`
  const bodies = [values, fields, "[".repeat(60_000), `"${'\\"'.repeat(30_000)}"`, `{"email":"${"a@".repeat(30_000)}"}`]
  const paths = ["/api/login", "/reset-password", "/chat/api/open", "/chat/api/answer", "/chat/api/watch"]
  const large = post("/chat/api/answer", `{"pass":"${"x".repeat(760_000)}"}`)
  return sendAll(target, [...paths.flatMap((path) => bodies.map((body) => post(path, body))), ...Array.from({ length: 30 }, () => large)])
}

/** [U3] A stranger guesses the member's password; the member's own device signs in all the same. */
const lockAccount: Attack = async (target) => {
  const known = target.people.member
  const csrf = await known.loginToken()
  const guess = JSON.stringify({ username: "member", password: "wrong", csrf })
  const cookie = `visitor=${known.cookies.get("visitor")}`
  const guesses = Array.from({ length: 4 * failedAttemptLimits.account }, () => ({ ...post("/api/login", guess), headers: { cookie } }))
  const problems = await sendAll(target, guesses)
  const { status } = await known.signIn("member", admin.password)
  return status === 200 ? problems : [...problems, `the known device could not sign in: ${status}`]
}

const resetPasswords: Attack = (target) =>
  sendAll(
    target,
    Array.from({ length: 100 }, (_, i) =>
      post("/reset-password", JSON.stringify({ email: i % 2 === 0 ? "member@example.org" : `nobody${i}@example.org` })),
    ),
  )

/** Sends requests at the same time, all from one address, and returns their statuses. */
const sendFromOneAddress = (target: Target, requests: ReadonlyArray<HostileRequest>, from: number): Promise<ReadonlyArray<number>> =>
  Promise.all(requests.map((request) => sendHostile(target, request, from)))

const describeServerErrors = (statuses: ReadonlyArray<number>): ReadonlyArray<string> =>
  statuses.filter(isServerError).map((status) => `a response with ${status}`)

const openChat = (target: Target, pass: string): HostileRequest =>
  post("/chat/api/open", JSON.stringify({ pass, anonymous: { community: "acme", script: target.liveScript } }))

/** [E10] Opens an anonymous chat many times without answering. */
const openWithoutAnswers: Attack = async (target) => {
  const opens = Array.from({ length: 1500 }, (_, i) => openChat(target, `${i}`.padStart(32, "p")))
  return describeServerErrors(await sendFromOneAddress(target, opens, 2_000_000))
}

/** Guesses codes of links in calls that name an anonymous chat too. */
const guessCodes: Attack = async (target) => {
  const guesses = Array.from({ length: 100 }, (_, i) => openChat(target, `${i}`.padStart(shortCodeLength, "b")))
  const statuses = await sendFromOneAddress(target, guesses, 2_000_001)
  const checked = statuses.filter((status) => status !== 429).length
  // A new minute may have begun.
  const isLimited = checked <= 2 * rateLimitPerMinute.guess
  return [...describeServerErrors(statuses), ...(isLimited ? [] : [`${checked} codes were checked`])]
}

/** [U3] Requests password resets until the address may send no more; others at the address can still sign in. */
const resetFromSharedAddress: Attack = async (target) => {
  const from = 2_000_002
  const resets = Array.from({ length: 2 * failedAttemptLimits.address }, (_, i) =>
    post("/reset-password", JSON.stringify({ email: `shared${i}@example.org` })),
  )
  const statuses = await sendFromOneAddress(target, resets, from)
  const colleague = visitor(target.address)
  const body = JSON.stringify({ username: "admin", password: admin.password, csrf: await colleague.loginToken() })
  const headers = { cookie: `visitor=${colleague.cookies.get("visitor")}` }
  const status = await sendHostile(target, { ...post("/api/login", body), headers }, from)
  return [...describeServerErrors(statuses), ...(status === 200 ? [] : [`a colleague at the address could not sign in: ${status}`])]
}

/** Reads live statistics of ever-different days. */
const readManyPeriods: Attack = (target) => {
  const day = (i: number) => new Date(Date.UTC(2020, 0, i)).toISOString().slice(0, 10)
  const path = (i: number) => `/stats/api/acme/${target.liveScript}?from=${day(i)}&until=${day(i + 1000)}`
  return sendAll(
    target,
    Array.from({ length: 500 }, (_, i) => ({ who: "nobody" as const, method: "GET", path: path(i), headers: {}, body: null })),
  )
}

/** Reads the same live statistics at the same time. */
const readAtOnce: Attack = (target) =>
  sendAll(
    target,
    Array.from({ length: 400 }, () => ({
      who: "nobody" as const,
      method: "GET",
      path: `/stats/api/acme/${target.liveScript}`,
      headers: {},
      body: null,
    })),
  )

/** Files with as many parts and elements as are read at all. */
const uploadFiles: Attack = (target) => {
  const part = (name: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.svg"\r\ncontent-type: image/svg+xml\r\n\r\n${content}\r\n`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${"<g/>".repeat(150_000)}</svg>`
  const forms = [
    Array.from({ length: 199 }, (_, i) => part(`web/image${i}`, "<svg xmlns='http://www.w3.org/2000/svg'/>")).join(""),
    part("message/image", svg),
    part("message/image", "<".repeat(2_000_000)),
    part("message/image", `<svg xmlns="http://www.w3.org/2000/svg">${"<style>".repeat(100_000)}`),
    part("message/image", '<!DOCTYPE svg [<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">]><svg>&a;</svg>'),
  ]
  return sendAll(
    target,
    forms.map((form) => ({
      who: "admin",
      method: "POST",
      path: `/api/communities/${target.community}/uploads`,
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: `${form}--x--\r\n`,
    })),
  )
}

/** Uploads that send nothing after the beginning of their file. */
const stallUploads: Attack = async (target) => {
  const cookie = [...target.people.admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  const head = [
    `POST /api/communities/${target.community}/uploads HTTP/1.1`,
    "host: x",
    `cookie: ${cookie}`,
    "content-type: multipart/form-data; boundary=x",
    "content-length: 5000000",
  ]
  const part = `--x\r\ncontent-disposition: form-data; name="message/image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  const sockets = openSockets(target, 60, `${head.join("\r\n")}\r\n\r\n${part}${"x".repeat(200_000)}`)
  const { status } = await target.people.member.send("GET", `/api/acme/chat-scripts/${target.script}`)
  for (const socket of sockets) socket.destroy()
  return status === 200 ? [] : [`a member could not read a script: ${status}`]
}

/** Answers to a question with lists of very many choices. */
const answerWithLongLists: Attack = (target) => {
  const pass = "l".repeat(32)
  const lists = [9_000, 131_000].map((length) => Array.from({ length }, () => 1))
  return sendAll(
    target,
    lists.flatMap((given) =>
      Array.from({ length: 20 }, () =>
        post(
          "/chat/api/answer",
          JSON.stringify({ pass, anonymous: { community: "acme", script: target.liveScript }, uuid: target.liveQuestion, given, after: 0 }),
        ),
      ),
    ),
  )
}

/** Bodies in chunks of one byte: Node keeps an object for each. */
const sendTinyChunks: Attack = async (target) => {
  const head = "POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
  const sockets = openSockets(target, 60, head + "1\r\n \r\n".repeat(65_000))
  const { status } = await visitor(target.address).send("GET", "/login")
  for (const socket of sockets) socket.destroy()
  return status === 200 ? [] : [`GET /login: ${status}`]
}

/** Reads the metrics as someone elsewhere does, and looks for a response without the headers that protect all others. */
const readWhatIsHidden: Attack = async (target) => {
  const read = (path: string): HostileRequest => ({ who: "nobody", method: "GET", path, headers: {}, body: null })
  const [metrics, named] = [
    read("/metrics"),
    { ...read("/metrics"), headers: { host: "console.example.org", "x-forwarded-for": "127.0.0.1" } },
  ]
  const statuses = await Promise.all([metrics, named].map((request) => sendHostile(target, request, 2_000_003)))
  const events = await fetch(`${target.address}/stats/api/acme/${target.liveScript}/events`)
  await events.body?.cancel()
  const missing = ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"].filter(
    (name) => !events.headers.has(name),
  )
  return [
    ...statuses.flatMap((status) => (status === 404 ? [] : [`GET /metrics: ${status}`])),
    ...(events.status === 200 ? missing.map((name) => `the stream of events has no ${name}`) : [`GET /events: ${events.status}`]),
  ]
}

/** How often each race is run. */
const races = 8

export const knownAttacks: Readonly<Record<string, Attack>> = {
  "large bodies": sendLargeBodies,
  "held connections": holdConnections,
  "pipelined requests": pipelineWithoutEnd,
  "anonymous bodies": sendAnonymousBodies,
  "a locked account": lockAccount,
  "password resets": resetPasswords,
  "opened chats": openWithoutAnswers,
  "guessed codes": guessCodes,
  "resets at a shared address": resetFromSharedAddress,
  "many periods": readManyPeriods,
  "many readers of live statistics": readAtOnce,
  "uploaded files": uploadFiles,
  "stalled uploads": stallUploads,
  "long lists of choices": answerWithLongLists,
  "tiny chunks": sendTinyChunks,
  "hidden metrics": readWhatIsHidden,
  "people erased while links are created": eraseWhileLinking(races),
  "one address for several chats": requestOneSlug(races),
  "chats anonymized while answers arrive": anonymizeDuringAnswers(races),
}
