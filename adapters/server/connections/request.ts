// A connection as it is called: where, by which method, and with the header that says who calls (spec/3-community §3 "Auth types").
import { type Asking, repeatable, type Said, toldConnection } from "../../../domain/actions/asking.ts"
import type { ConnectionPayload } from "../../../domain/connections/connection.ts"
import type { Conversation } from "../../../domain/conversations/conversation.ts"

/** `said` is what the step says of its own; `access` is the token that the connection's owner gave, null where there is none. */
type Called = { readonly said: Said; readonly conversation: Conversation; readonly access: string | null }

/** The call of a connection for one respondent. Null where it names no address. */
export const connectionRequest = (connection: ConnectionPayload, { said, conversation, access }: Called): Asking | null => {
  const url = addressOf(connection)
  if (url === null) return null
  const headers = headersOf(connection, access)
  const { head, given } = toldConnection(connection, said, conversation)
  if (connection.apiMethod !== "GET") return { method: "POST", url: url.href, headers, body: JSON.stringify({ ...head, ...given }) }
  for (const [name, value] of Object.entries(head)) if (typeof value === "string") url.searchParams.set(name, value)
  return { method: "GET", url: url.href, headers }
}

type Delivered = { readonly id: string; readonly body: string; readonly access: string | null }

/** [A14] The POST that brings a delivery to a connection, whatever the method it is asked by; the same `id` at every attempt. */
export const connectionDelivery = (connection: ConnectionPayload, { id, body, access }: Delivered): Asking | null => {
  const url = addressOf(connection)
  return url === null ? null : repeatable({ method: "POST", url: url.href, headers: headersOf(connection, access), body }, id)
}

/** Where a connection is called; null where that is no address. */
export const addressOf = ({ apiHost, apiPath }: ConnectionPayload): URL | null =>
  // Put together as texts: a path that is an address of its own would take the secrets elsewhere.
  URL.parse(`${(apiHost ?? "").replace(/\/+$/, "")}/${(apiPath ?? "").replace(/^\/+/, "")}`)

const headersOf = (connection: ConnectionPayload, access: string | null): Readonly<Record<string, string>> => ({
  "content-type": "application/json",
  accept: "application/json",
  ...connection.headers,
  ...authorization(connection, access),
})

const authorization = ({ authType, fields }: ConnectionPayload, access: string | null): Readonly<Record<string, string>> => {
  switch (authType) {
    case 1:
      return { [fields?.["key"] ?? "x-api-key"]: fields?.["token"] ?? "" }
    case 2: {
      const pair = `${fields?.["username"] ?? ""}:${fields?.["password"] ?? ""}`
      return { authorization: `Basic ${Buffer.from(pair, "utf8").toString("base64")}` }
    }
    case 3:
      return { authorization: `Bearer ${fields?.["token"] ?? ""}` }
    case 5:
      return access === null ? {} : { authorization: `Bearer ${access}` }
    default:
      return {}
  }
}
