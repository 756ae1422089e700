// The calls about connections to CRMs and the like (spec/2-editor §7).
import * as Schema from "effect/Schema"
import { DeliveryAttempt } from "../../domain/actions/delivery.ts"
import { ConnectionPayload, ListedConnection } from "../../domain/connections/connection.ts"
import { DataPoints } from "../../domain/connections/data-point.ts"
import { endpoint, PageQuery } from "./endpoint.ts"
import { Nothing } from "./sign-in-contract.ts"

export const listMappers = endpoint({ method: "get", path: "/api/crm/mappers", payload: Nothing, answer: Schema.Array(Schema.String) })

export const listConnections = endpoint({
  method: "get",
  path: "/api/crm/{community}/connections",
  payload: PageQuery,
  answer: Schema.Array(ListedConnection),
})

export const addConnection = endpoint({
  method: "put",
  path: "/api/crm/{community}/connection",
  payload: ConnectionPayload,
  answer: ListedConnection,
})

/** A secret that is sent back as its mask stays as it is, unless the connection leads elsewhere now. */
export const editConnection = endpoint({
  method: "post",
  path: "/api/crm/connection/{id}",
  payload: ConnectionPayload,
  answer: ListedConnection,
})

export const removeConnection = endpoint({ method: "delete", path: "/api/crm/connection/delete/{id}", payload: Nothing, answer: Nothing })

/** Calls it for somebody who does not exist, and tells what came of it. Noted in the audit log. */
export const testConnection = endpoint({
  method: "post",
  path: "/api/crm/connection/{id}/test",
  payload: Nothing,
  answer: DeliveryAttempt,
})

/** Sends the browser to where the connection's owner gives access (RFC 6749 §4.1.1, RFC 7636). */
export const authorizeConnection = endpoint({
  method: "get",
  path: "/api/crm/connection/authorize/{id}",
  payload: Schema.Struct({ returnUrl: Schema.optionalKey(Schema.String) }),
  answer: Nothing,
  gives: "text/plain",
})

/** Where the browser comes back to (RFC 6749 §4.1.2). */
export const authorizationCallback = endpoint({
  method: "get",
  path: "/api/crm/connection/authorize/callback",
  payload: Schema.Struct({
    state: Schema.optionalKey(Schema.String),
    code: Schema.optionalKey(Schema.String),
    error: Schema.optionalKey(Schema.String),
    error_description: Schema.optionalKey(Schema.String),
  }),
  answer: Nothing,
  gives: "text/plain",
})

// The calls about the data points that a script takes from a connection (spec/2-editor §7).

export const saveDataPoints = endpoint({
  method: "post",
  path: "/api/datapoint/{id}/save",
  payload: DataPoints,
  answer: Schema.Literal("ok"),
})

export const readDataPoints = endpoint({
  method: "get",
  path: "/api/datapoint/{id}/show",
  payload: Nothing,
  answer: Schema.Struct({ fields: DataPoints }),
})
