// Endpoints of connections to CRMs and other services, and of the data points that scripts read from them.
import * as Schema from "effect/Schema"
import { DeliveryAttempt } from "../../domain/actions/delivery.ts"
import { ConnectionPayload, ListedConnection } from "../../domain/connections/connection.ts"
import { DataPoints } from "../../domain/connections/data-point.ts"
import { defineEndpoint, PageQuery } from "./endpoint.ts"
import { EmptyObject } from "./sign-in-contract.ts"

/** Lists the names of the mappers that a connector can use. */
export const listMappers = defineEndpoint({
  method: "get",
  path: "/api/crm/mappers",
  payload: EmptyObject,
  response: Schema.Array(Schema.String),
})

/** [O1] Lists the connections of a community, with masked secrets. */
export const listConnections = defineEndpoint({
  method: "get",
  path: "/api/crm/{community}/connections",
  payload: PageQuery,
  response: Schema.Array(ListedConnection),
})

export const addConnection = defineEndpoint({
  method: "put",
  path: "/api/crm/{community}/connection",
  payload: ConnectionPayload,
  response: ListedConnection,
})

/** [O5] Saves a connection. A secret sent as its mask keeps the stored value, unless the platform or host changed. */
export const editConnection = defineEndpoint({
  method: "post",
  path: "/api/crm/connection/{id}",
  payload: ConnectionPayload,
  response: ListedConnection,
})

/** Deletes a connection; 409 if `name` is given and the connection has been renamed. */
export const removeConnection = defineEndpoint({
  method: "delete",
  path: "/api/crm/connection/delete/{id}",
  payload: Schema.Struct({ name: Schema.optionalKey(Schema.String) }),
  response: EmptyObject,
})

/** [O9] Calls the connection with a fictitious person and returns the result. Recorded in the audit log. */
export const testConnection = defineEndpoint({
  method: "post",
  path: "/api/crm/connection/{id}/test",
  payload: EmptyObject,
  response: DeliveryAttempt,
})

/** Redirects the browser to the OAuth server that grants access to the connection (RFC 6749 §4.1.1, RFC 7636). */
export const authorizeConnection = defineEndpoint({
  method: "get",
  path: "/api/crm/connection/authorize/{id}",
  payload: Schema.Struct({ returnUrl: Schema.optionalKey(Schema.String) }),
  response: EmptyObject,
  responseMediaType: "text/plain",
})

/** Receives the browser back from the OAuth server (RFC 6749 §4.1.2). */
export const authorizationCallback = defineEndpoint({
  method: "get",
  path: "/api/crm/connection/authorize/callback",
  payload: Schema.Struct({
    state: Schema.optionalKey(Schema.String),
    code: Schema.optionalKey(Schema.String),
    error: Schema.optionalKey(Schema.String),
    error_description: Schema.optionalKey(Schema.String),
  }),
  response: EmptyObject,
  responseMediaType: "text/plain",
})

/** [O6] Replaces the data points of a script. */
export const saveDataPoints = defineEndpoint({
  method: "post",
  path: "/api/datapoint/{id}/save",
  payload: DataPoints,
  response: Schema.Literal("ok"),
})

/** [O8] Returns the data points of a script. */
export const readDataPoints = defineEndpoint({
  method: "get",
  path: "/api/datapoint/{id}/show",
  payload: EmptyObject,
  response: Schema.Struct({ fields: DataPoints }),
})
