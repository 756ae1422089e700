// API client for a community's connections and the data points of its scripts.
import type { KyInstance } from "ky"
import type { DeliveryAttempt } from "../../domain/actions/delivery.ts"
import type { ConnectionPayload, ListedConnection } from "../../domain/connections/connection.ts"
import type { DataPoint } from "../../domain/connections/data-point.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import * as contract from "../contract/connection-contract.ts"
import { buildPath } from "../contract/endpoint.ts"
import { createCaller } from "./http-client.ts"

type PayloadInput = { readonly payload: ConnectionPayload }

export const createConnectionsApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    /** `community` is the slug. Secrets are masked. */
    list: ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<ReadonlyArray<ListedConnection>> =>
      call(contract.listConnections, { community }, {}, signal),
    add: (
      { community, payload }: PayloadInput & { readonly community: string },
      signal?: AbortSignal,
      idempotencyKey?: string,
    ): Promise<ListedConnection> => call(contract.addConnection, { community }, payload, signal, { idempotencyKey }),
    /** A secret sent as its mask keeps its value, unless the connection's platform or host changed. */
    edit: ({ id, payload }: PayloadInput & { readonly id: string }, signal?: AbortSignal): Promise<ListedConnection> =>
      call(contract.editConnection, { id }, payload, signal),
    /** Calls the connection with a fictitious person and returns the result. */
    test: ({ id }: { readonly id: string }, signal?: AbortSignal): Promise<DeliveryAttempt> =>
      call(contract.testConnection, { id }, {}, signal),
    /** Lists the names of the mappers that a connector can use. */
    listMappers: (_: object, signal?: AbortSignal): Promise<ReadonlyArray<string>> => call(contract.listMappers, {}, {}, signal),
    /** Deletes a connection; refused if it has been renamed since it was shown. */
    remove: ({ id, name }: { readonly id: string; readonly name: string }, signal?: AbortSignal): Promise<object> =>
      call(contract.removeConnection, { id }, { name }, signal),
  }
}

/** The page that asks a connection's owner for access; `returnTo` is the console path to return to. */
export const buildAuthorizationPageUrl = (id: string, returnTo: string): string =>
  `/${buildPath(contract.authorizeConnection.path, { id })}?${new URLSearchParams({ returnUrl: returnTo })}`

export const createDataPointsApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    show: async ({ uuid }: { readonly uuid: ScriptId }, signal?: AbortSignal): Promise<ReadonlyArray<DataPoint>> =>
      (await call(contract.readDataPoints, { id: uuid }, {}, signal)).fields,
    save: ({ uuid, rows }: { readonly uuid: ScriptId; readonly rows: ReadonlyArray<DataPoint> }, signal?: AbortSignal) =>
      call(contract.saveDataPoints, { id: uuid }, rows, signal),
  }
}
