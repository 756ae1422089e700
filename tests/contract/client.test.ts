// What the client makes of answers that are none of our server's: a page of whatever stands in between, half an answer, a line that is cut.
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createHttpClient, withIdempotencyKey } from "../../adapters/api/http-client.ts"
import { signInApi } from "../../adapters/api/sign-in-api.ts"
import { failureMessageKey } from "../../domain/catalog/message-lookup.ts"
import { isFailure, RateLimited } from "../../domain/failure.ts"

let answer: RequestListener = (_, response) => response.end()
const server = createServer((request, response) => answer(request, response))
let patient = createHttpClient("http://127.0.0.1")
let api = signInApi(patient)

beforeAll(async () => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const at = server.address()
  // Tried once: the pauses before it is tried again are not what is looked at.
  patient = createHttpClient(`http://127.0.0.1:${typeof at === "object" ? at?.port : ""}/`)
  api = signInApi(patient.extend({ retry: 0 }))
})
afterAll(() => server.close())

const come = async (listener: RequestListener): Promise<string> => {
  answer = listener
  const error: unknown = await api.currentUser(undefined).catch((it: unknown) => it)
  return isFailure(error) ? failureMessageKey(error) : "no failure"
}
const send =
  (status: number, type: string, body: string): RequestListener =>
  (_, response) => {
    response.writeHead(status, { "content-type": type }).end(body)
  }

test("an answer that is no JSON was an answer, and is said to be one that cannot be read", async () => {
  expect(await come(send(200, "text/html", "<h1>Welcome to the hotel</h1>"))).toBe("failure.Unreadable")
  expect(await come(send(200, "application/json", '{"email": "ada@exa'))).toBe("failure.Unreadable")
  expect(await come(send(200, "application/json", "null"))).toBe("failure.Unreadable")
})

test("a server in trouble was reached, one that cuts the line was not", async () => {
  expect(await come(send(500, "text/html", "<h1>Trouble</h1>"))).toBe("failure.broken")
  expect(await come((_, response) => response.destroy())).toBe("failure.Unreachable")
})

test("who asked too often is told at once how long to wait, and is not kept waiting that long without a word", async () => {
  let asked = 0
  answer = (_, response) => {
    asked++
    response.writeHead(429, { "retry-after": "20", "content-type": "application/json" }).end('{"message": "Too many."}')
  }
  const error: unknown = await signInApi(patient)
    .currentUser(undefined)
    .catch((it: unknown) => it)
  expect([asked, error]).toEqual([1, new RateLimited({ retryAfterSeconds: 20 })])
}, 5_000)

test("what is sent again after its answer was lost has the same key; what is only alike, as another form may have it, has its own", async () => {
  const keys: Array<string> = []
  let given = 0
  const add = withIdempotencyKey(
    () => `key ${++given}`,
    async (_: { readonly name: string }, __, key) => {
      keys.push(key)
      throw new Error("the answer was lost")
    },
  )
  const { signal } = new AbortController()
  const [one, alike, two] = [{ name: "one" }, { name: "one" }, { name: "two" }]
  for (const input of [one, one, alike, two, two]) await expect(add(input, signal)).rejects.toThrow("lost")
  expect(keys).toEqual(["key 1", "key 1", "key 2", "key 3", "key 3"])
})
