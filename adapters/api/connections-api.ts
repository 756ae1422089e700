// The calls about a community's connections, as functions.
import type { KyInstance } from "ky"
import type { DeliveryAttempt } from "../../domain/actions/delivery.ts"
import type { ConnectionPayload, ListedConnection } from "../../domain/connections/connection.ts"
import type { DataPoint } from "../../domain/connections/data-point.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import * as contract from "../contract/connection-contract.ts"
import { buildPath } from "../contract/endpoint.ts"
import { createCaller } from "./http-client.ts"

type Given = { readonly payload: ConnectionPayload }

export const connectionsApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    /** `community` is its slug. Secrets come masked. */
    list: ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<ReadonlyArray<ListedConnection>> =>
      call(contract.listConnections, { community }, {}, signal),
    add: ({ community, payload }: Given & { readonly community: string }, signal?: AbortSignal, key?: string): Promise<ListedConnection> =>
      call(contract.addConnection, { community }, payload, signal, { key }),
    /** A secret that is sent as its mask stays as it is, unless the connection leads elsewhere now. */
    edit: ({ id, payload }: Given & { readonly id: string }, signal?: AbortSignal): Promise<ListedConnection> =>
      call(contract.editConnection, { id }, payload, signal),
    /** Calls it for somebody who does not exist, and tells what came of it. */
    test: ({ id }: { readonly id: string }, signal?: AbortSignal): Promise<DeliveryAttempt> =>
      call(contract.testConnection, { id }, {}, signal),
    /** What the answers of a connection can go through. */
    listMappers: (_: object, signal?: AbortSignal): Promise<ReadonlyArray<string>> => call(contract.listMappers, {}, {}, signal),
    remove: ({ id }: { readonly id: string }, signal?: AbortSignal): Promise<object> => call(contract.removeConnection, { id }, {}, signal),
  }
}

/** The page to go to so that a connection's owner gives access; `returnTo` is the path of the console to come back to. */
export const authorizationUrl = (id: string, returnTo: string): string =>
  `/${buildPath(contract.authorizeConnection.path, { id })}?${new URLSearchParams({ returnUrl: returnTo })}`

// The calls about the data points that a script takes from a connection, as functions.

export const dataPointsApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    show: async ({ uuid }: { readonly uuid: ScriptId }, signal?: AbortSignal): Promise<ReadonlyArray<DataPoint>> =>
      (await call(contract.readDataPoints, { id: uuid }, {}, signal)).fields,
    save: ({ uuid, rows }: { readonly uuid: ScriptId; readonly rows: ReadonlyArray<DataPoint> }, signal?: AbortSignal) =>
      call(contract.saveDataPoints, { id: uuid }, rows, signal),
  }
}
