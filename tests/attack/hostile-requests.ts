// Generates hostile requests for every endpoint: payloads of its contract with damage, texts that are no JSON, and addresses, queries and headers
// that nobody sends by accident.
import fc from "fast-check"
import { endpoints } from "../../adapters/server/endpoints.ts"
import { damagedText, damagedValue } from "../arbitraries/damage.ts"
import { payloadOf } from "./payloads.ts"
import type { Target } from "./target.ts"

export type HostileRequest = {
  readonly who: "nobody" | "member" | "admin"
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

const junk = fc.constantFrom(
  "%00",
  "..%2f..",
  "%ff",
  "-1",
  "1e99",
  "null",
  "__proto__",
  "x".repeat(2000),
  "'%20or%20''='",
  "%F0%9F%98%80",
  "[1",
  "{}",
)
const method = fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")

const headers = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Readonly<Record<string, string>>>(
      { "content-type": "text/plain" },
      { "content-type": "multipart/form-data; boundary=x" },
      { "content-type": "application/json; charset=utf-16" },
      { "content-encoding": "gzip" },
      { "accept-encoding": "br;q=9, gzip;q=-1, *" },
      { range: "bytes=0-,-1,5-2" },
      { origin: "https://elsewhere.example" },
      { "idempotency-key": "one key for everything" },
      { "idempotency-key": "k".repeat(201) },
      { "if-none-match": "*" },
      { cookie: "session=x; devices=~~~; visitor=%00" },
      { "x-long": "x".repeat(30_000) },
      { "last-event-id": "9".repeat(300) },
    ),
  },
)

/** Returns an arbitrary of requests to this target. Endpoints that end the sessions of the attack are left out. */
export const hostileRequest = (target: Target): fc.Arbitrary<HostileRequest> => {
  const known: Readonly<Record<string, ReadonlyArray<string>>> = {
    community: ["acme", "other"],
    slug: ["acme"],
    id: [target.community, target.script, target.liveScript, target.user],
    script: [target.liveScript],
    userId: [target.user],
    revision: ["1", "2", "99"],
  }
  const param = (name: string) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...(known[name] ?? [target.script])) },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: junk },
    )
  const query = fc.oneof(
    { weight: 3, arbitrary: fc.constant("") },
    {
      weight: 1,
      arbitrary: fc
        .array(
          fc.tuple(
            fc.constantFrom("limit", "offset", "statuses", "search", "amount", "short", "format", "allowChanges", "from"),
            fc.oneof(junk, fc.nat().map(String)),
          ),
        )
        .map((entries) => `?${entries.map(([name, value]) => `${name}=${value}`).join("&")}`),
    },
  )
  const requests = endpoints
    .filter(({ endpoint }) => endpoint.path !== "/api/logout" && endpoint.path !== "/api/account/sessions/end-others")
    .map(({ endpoint }) => {
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
      const path = fc
        .tuple(...names.map(param))
        .map((values) => values.reduce((url, value, i) => url.replace(`{${names[i]}}`, () => value), endpoint.path))
      const payload = payloadOf(endpoint.payload.ast)
      const damaged = payload.chain(damagedValue)
      const body =
        endpoint.method === "get"
          ? fc.constant(null)
          : fc.oneof(
              { weight: 3, arbitrary: payload.map((value) => JSON.stringify(value)) },
              { weight: 4, arbitrary: damaged.map((value) => JSON.stringify(value)) },
              { weight: 1, arbitrary: payload.chain((value) => damagedText(JSON.stringify(value))) },
              { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
            )
      return fc.record({
        who: fc.constantFrom("nobody" as const, "member" as const, "admin" as const),
        method: fc.oneof({ weight: 19, arbitrary: fc.constant(endpoint.method.toUpperCase()) }, { weight: 1, arbitrary: method }),
        path: fc.tuple(path, query).map((parts) => parts.join("")),
        headers,
        body,
      })
    })
  return fc.oneof(...requests)
}
