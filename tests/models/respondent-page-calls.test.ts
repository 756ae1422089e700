// The calls of the respondents' pages, on a network that gives no answer: what is waited for longer than anybody would is given up.
import { afterEach, expect, test, vi } from "vitest"
import { errorOriginHeader } from "../../adapters/contract/server-error.ts"
import { createChatClient } from "../../adapters/public-pages/chat-client.ts"
import { fetchStatistics } from "../../adapters/public-pages/statistics-client.ts"
import { toChatFailure } from "../../domain/chat/chat-failure.ts"
import { transferTimeoutMs } from "../../domain/conversations/conversation-limits.ts"
import { unlimitedPeriod } from "../../domain/statistics/statistics-period.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Nothing is ever answered; time passes where a test says so. */
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
])("%s: after %d ms without an answer it is given up", async (what, milliseconds, ask) => {
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

test("what the address says is sent until the conversation is begun, and no more", async () => {
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
/** The server itself; what stands before it knows nothing of the mark. */
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
])("%d is the server's own where it says so, and of anything between is tried again", async (status, type) => {
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

test("statistics are missing where the server says so, and not where anything between does", async () => {
  const read = () => fetchStatistics({ base: "/stats", community: "acme", script: "x" }, unlimitedPeriod, stays)
  refuses(404, { message: "Not found." })
  expect(await read()).toBe("missing")
  for (const body of ["<h1>404 Not Found</h1>", "{}", '{"message":"Not Found"}']) {
    answers(404, body, "text/html")
    await expect(read()).rejects.toThrow("404")
  }
})
