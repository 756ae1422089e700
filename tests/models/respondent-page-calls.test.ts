// Requests of the respondent pages: timeouts, address parameters, and responses of a proxy instead of the server.
import { afterEach, expect, test, vi } from "vitest"
import { errorOriginHeader } from "../../adapters/contract/error-body.ts"
import { createChatClient } from "../../adapters/public-pages/chat-client.ts"
import { fetchStatistics } from "../../adapters/public-pages/statistics-client.ts"
import { toChatFailure } from "../../domain/chat/chat-failure.ts"
import { transferTimeoutMs } from "../../domain/conversations/conversation-limits.ts"
import { unlimitedPeriod } from "../../domain/statistics/statistics-period.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A network that never responds. The test decides when a timeout passes. */
const silence = () => {
  const limits: Array<{ readonly milliseconds: number; readonly passes: () => void }> = []
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const limit = new AbortController()
    limits.push({ milliseconds, passes: () => limit.abort(new DOMException("too long", "TimeoutError")) })
    return limit.signal
  })
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: { readonly signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  )
  return limits
}
const stays = new AbortController().signal
const file = { name: "a.png", type: "image/png", arrayBuffer: async () => new ArrayBuffer(1) }
const calls = () => createChatClient("/chat", "pass", {})

test.each<readonly [what: string, milliseconds: number, ask: () => Promise<unknown>]>([
  ["statistics", 20_000, () => fetchStatistics({ base: "/stats", community: "acme", script: "x" }, unlimitedPeriod, stays)],
  ["a conversation", 20_000, () => calls().open({}, stays)],
  ["an answer", 20_000, () => calls().giveAnswer({ uuid: "i0", given: 1, after: 0 }, stays)],
  ["how far it has come", 20_000, () => calls().poll({ after: 0 }, stays)],
  ["a file", transferTimeoutMs, () => calls().uploadFile("i0", file, stays)],
])("%s: gives up after %d ms without a response", async (what, milliseconds, ask) => {
  const limits = silence()
  const ended = ask().catch((error: unknown) => error)
  await expect.poll(() => limits.map((limit) => limit.milliseconds)).toEqual([milliseconds])
  const early = await Promise.race([ended, Promise.resolve("waiting")])
  expect(early).toBe("waiting")
  limits[0]?.passes()
  const error = await ended
  expect(error).toBeInstanceOf(Error)
  if (what !== "statistics") expect(toChatFailure(error)).toEqual({ type: "unreachable" })
})

test("sends the language and metadata of the address until the conversation has begun", async () => {
  const sent: Array<unknown> = []
  let isBegun = false
  vi.stubGlobal("fetch", async (_: string, { body }: { readonly body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({ turns: [], total: 1, waiting: null, progress: 0, community: {}, isBegun, isOvertaken: false })
  })
  const address = { language: "en", metadata: { ref: "x" } }
  const begins = { pass: "pass", ...address }
  const later = createChatClient("/chat", "pass", address)
  await later.open({}, stays)
  await later.giveAnswer({ uuid: "i0", given: 1, after: 0 }, stays)
  await later.poll({ after: 1 }, stays)
  expect(sent.splice(0)).toEqual([begins, { ...begins, uuid: "i0", given: 1, after: 0 }, { pass: "pass", after: 1 }])
  isBegun = true
  const begun = createChatClient("/chat", "pass", address)
  await begun.open({}, stays)
  await begun.poll({ after: 1 }, stays)
  expect(sent).toEqual([begins, { pass: "pass", after: 1 }])
})

const answers = (status: number, body: BodyInit, type: string, more: Readonly<Record<string, string>> = {}) =>
  vi.stubGlobal("fetch", async () => new Response(body, { status, headers: { "content-type": type, ...more } }))
/** A response of the server itself, marked by a header that a proxy does not set. */
const refuses = (status: number, body: object) =>
  answers(status, JSON.stringify(body), "application/json", { [errorOriginHeader.name]: errorOriginHeader.value })
const troubleOfAnswer = async () =>
  toChatFailure(
    await calls()
      .giveAnswer({ uuid: "i0", given: 1, after: 0 }, stays)
      .catch((error: unknown) => error),
  )

test.each<readonly [status: number, type: string]>([
  [404, "missing"],
  [410, "closed"],
  [423, "paused"],
  [400, "refused"],
  [415, "refused"],
  [422, "refused"],
])("accepts a %d only from the server itself, and treats one of a proxy as unreachable", async (status, type) => {
  refuses(status, { message: "answer.number", values: { least: 1 } })
  expect(await troubleOfAnswer()).toEqual(type === "refused" ? { type, refusal: { key: "answer.number", values: { least: 1 } } } : { type })
  for (const body of [
    "<html><h1>404 Not Found</h1></html>",
    "404 page not found",
    "",
    "null",
    "[]",
    "{}",
    '{"message":404}',
    '{"message":"no Route matched with those values"}',
  ]) {
    answers(status, body, "text/html")
    expect(await troubleOfAnswer()).toEqual({ type: "unreachable" })
  }
})

test("reports statistics as missing on a 404 of the server itself, but not of a proxy", async () => {
  const read = () => fetchStatistics({ base: "/stats", community: "acme", script: "x" }, unlimitedPeriod, stays)
  refuses(404, { message: "Not found." })
  expect(await read()).toBe("missing")
  for (const body of ["<h1>404 Not Found</h1>", "{}", '{"message":"Not Found"}']) {
    answers(404, body, "text/html")
    await expect(read()).rejects.toThrow("404")
  }
})
