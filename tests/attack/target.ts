// The built server under attack, with a heap of 512 MB and everything that the requests name.
import { randomUUID } from "node:crypto"
import { Agent, request as sendRequest } from "node:http"
import type { Question } from "../../domain/questions/question.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { createInstructions, createLiveScript, yesNoQuestion } from "../fixtures/live-script.ts"
import { createLoopProbe, type LoopProbe } from "../fixtures/loop-probe.ts"
import { startMain } from "../fixtures/main-process.ts"
import { admin } from "../fixtures/program.ts"
import { readStringField, type Visitor, visitor } from "../fixtures/server.ts"
import type { HostileRequest } from "./hostile-requests.ts"

export type Target = {
  readonly address: string
  readonly pid: number
  readonly probe: LoopProbe
  readonly people: Readonly<Record<"nobody" | "member" | "admin", Visitor>>
  readonly community: string
  readonly script: string
  readonly liveScript: string
  /** The UUID of the instruction that asks its question, a multiple choice. */
  readonly liveQuestion: string
  readonly user: string
  /** Ends the server, and returns what it said and whether it ended by itself before. */
  readonly stop: () => Promise<{ readonly code: number | null; readonly complaints: string }>
}

/** Proxies are trusted, so that requests can come from any number of addresses. */
const environment = { PROXIES: "1", LOG_LEVEL: "error", ADMIN_PASSWORD: admin.password }

export const startTarget = async (): Promise<Target> => {
  const dataDir = preparedDataDir()
  const probe = createLoopProbe()
  const main = await startMain({ ...environment, ...probe.environment("--max-old-space-size=512"), DATA_DIR: dataDir })
  const { address, pid } = main
  const [nobody, member, administrator] = [visitor(address), visitor(address), visitor(address)]
  await administrator.signIn(admin.username, admin.password)
  const create = async (path: string, body: object) => readStringField((await administrator.send("PUT", path, body)).json(), "uuid")
  const community = await create("/api/communities", { name: "Acme", slug: "acme" })
  await create("/api/communities", { name: "Other", slug: "other" })
  const user = await create("/api/users", { username: "member", email: "member@example.org", password: admin.password })
  await administrator.send("POST", `/api/communities/${community}/add/user/${user}`, { role: "ROLE_USER" })
  await member.signIn("member", admin.password)
  const script = await create("/api/acme/chat-scripts", { name: "Draft" })
  const question: Question = { uuid: randomUUID(), type: "multiple", choices: yesNoQuestion.choices ?? [] }
  const instructions = createInstructions({ type: "question", says: "Well?", question })
  const liveScript = await createLiveScript(administrator, "acme", instructions)
  return {
    address,
    pid,
    probe,
    people: { nobody, member, admin: administrator },
    community,
    script,
    liveScript,
    liveQuestion: instructions[0]?.uuid ?? "",
    user,
    stop: async () => {
      const { code, complaints } = await main.end("SIGTERM")
      removeDataDir(dataDir)
      probe.remove()
      return { code, complaints }
    },
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends a request from an address of its own, and returns the status; 0 if the connection ended without a response. */
export const sendHostile = (target: Target, request: HostileRequest, from: number): Promise<number> =>
  new Promise((resolve) => {
    const cookie = [...target.people[request.who].cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const headers = {
      accept: "application/json",
      "x-forwarded-for": `10.${(from >> 16) & 255}.${(from >> 8) & 255}.${from & 255}`,
      ...(cookie !== "" && { cookie }),
      ...(request.body !== null && { "content-type": "application/json", "content-length": String(Buffer.byteLength(request.body)) }),
      ...request.headers,
    }
    const sent = sendRequest(new URL(target.address), { agent, method: request.method, path: request.path, headers }, (response) => {
      // Streams of events never end.
      if (String(response.headers["content-type"]).startsWith("text/event-stream")) response.destroy()
      response
        .resume()
        .on("error", () => undefined)
        .on("close", () => resolve(response.statusCode ?? 0))
    })
    sent.on("error", () => resolve(0))
    sent.end(request.body ?? undefined)
  })
