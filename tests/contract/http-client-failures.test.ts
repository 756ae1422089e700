// How the HTTP client reports unexpected responses: pages of proxies, truncated bodies, broken connections and rate limits.
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import * as Schema from "effect/Schema"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { createCaller, createHttpClient, withIdempotencyKey } from "../../adapters/api/http-client.ts"
import { createSignInApi } from "../../adapters/api/sign-in-api.ts"
import { defineEndpoint } from "../../adapters/contract/endpoint.ts"
import { maxOrdinaryBytes, transferTimeoutMs } from "../../domain/conversations/conversation-limits.ts"
import { isFailure, RateLimited } from "../../domain/failures/failure.ts"
import { getFailureMessageKey } from "../../domain/failures/message-lookup.ts"

let answer: RequestListener = (_, response) => response.end()
const server = createServer((request, response) => answer(request, response))
let retryingClient = createHttpClient("http://127.0.0.1")
let api = createSignInApi(retryingClient)

beforeAll(async () => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  // Without retries: their delays are not tested here.
  retryingClient = createHttpClient(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`)
  api = createSignInApi(retryingClient.extend({ retry: 0 }))
})
afterAll(() => server.close())

const failureKeyFor = async (listener: RequestListener): Promise<string> => {
  answer = listener
  const error: unknown = await api.currentUser(undefined).catch((failure: unknown) => failure)
  return isFailure(error) ? getFailureMessageKey(error) : "no failure"
}
const send =
  (status: number, type: string, body: string): RequestListener =>
  (_, response) => {
    response.writeHead(status, { "content-type": type }).end(body)
  }

test("reports a response that is not the expected JSON as unreadable", async () => {
  expect(await failureKeyFor(send(200, "text/html", "<h1>Welcome to the hotel</h1>"))).toBe("failure.Unreadable")
  expect(await failureKeyFor(send(200, "application/json", '{"email": "ada@exa'))).toBe("failure.Unreadable")
  expect(await failureKeyFor(send(200, "application/json", "null"))).toBe("failure.Unreadable")
})

test("reports a 500 as a server error and a broken connection as unreachable", async () => {
  expect(await failureKeyFor(send(500, "text/html", "<h1>Trouble</h1>"))).toBe("failure.broken")
  expect(await failureKeyFor((_, response) => response.destroy())).toBe("failure.Unreachable")
})

test.each([
  [500, { message: "The CRM is closed.", cause: "Monday" }, { message: "The CRM is closed.", cause: "Monday" }],
  [422, { message: "Not today." }, { message: "Not today." }],
  [503, { message: "Full", cause: { deep: true } }, { message: "Full" }],
  [500, { cause: "Monday" }, undefined],
  [500, { message: " " }, undefined],
])("reports the explanation of the server for a %i with %j", async (status, body, explanation) => {
  answer = send(status, "application/json", JSON.stringify(body))
  const error: unknown = await api.currentUser(undefined).catch((failure: unknown) => failure)
  expect(isFailure(error) && "explanation" in error ? error.explanation : undefined).toEqual(explanation)
})

test("reports a 429 with its waiting time immediately instead of retrying", async () => {
  let requestCount = 0
  answer = (_, response) => {
    requestCount++
    response.writeHead(429, { "retry-after": "20", "content-type": "application/json" }).end('{"message": "Too many."}')
  }
  const error: unknown = await createSignInApi(retryingClient)
    .currentUser(undefined)
    .catch((failure: unknown) => failure)
  expect([requestCount, error]).toEqual([1, new RateLimited({ retryAfterSeconds: 20 })])
})

test("reuses the idempotency key when the same input object is sent again and gives an equal one its own", async () => {
  const keys: Array<string> = []
  let keyCount = 0
  const add = withIdempotencyKey(
    () => `key ${++keyCount}`,
    async (_: { readonly name: string }, __, key) => {
      keys.push(key)
      throw new Error("the answer was lost")
    },
  )
  const { signal } = new AbortController()
  const [first, equalToFirst, second] = [{ name: "one" }, { name: "one" }, { name: "two" }]
  for (const input of [first, first, equalToFirst, second, second]) await expect(add(input, signal)).rejects.toThrow("lost")
  expect(keys).toEqual(["key 1", "key 1", "key 2", "key 3", "key 3"])
})

test("waits longer for the response to a large body", async () => {
  vi.useFakeTimers()
  const endpoint = defineEndpoint({ method: "post", path: "/notes", payload: Schema.String, response: Schema.String })
  const call = createCaller(retryingClient.extend({ fetch: () => new Promise<Response>(() => undefined) }))
  const failures: Array<unknown> = []
  for (const text of ["small", "large".padEnd(maxOrdinaryBytes)]) void call(endpoint, {}, text).catch(() => failures.push(text.trim()))
  await vi.advanceTimersByTimeAsync(31_000)
  expect(failures).toEqual(["small"])
  await vi.advanceTimersByTimeAsync(transferTimeoutMs)
  expect(failures).toEqual(["small", "large"])
  vi.useRealTimers()
})
