// The calls about the data points that a script takes from a connection, as functions.
import type { KyInstance } from "ky"
import type { DataPoint } from "../../domain/connections/data-points.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import * as contract from "../contract/data-points.ts"
import { caller } from "./call.ts"

export const dataPointsApi = (api: KyInstance) => {
  const call = caller(api)
  return {
    show: async ({ uuid }: { readonly uuid: ScriptId }, signal?: AbortSignal): Promise<ReadonlyArray<DataPoint>> =>
      (await call(contract.showDataPoints, { id: uuid }, {}, signal)).fields,
    save: ({ uuid, rows }: { readonly uuid: ScriptId; readonly rows: ReadonlyArray<DataPoint> }, signal?: AbortSignal) =>
      call(contract.saveDataPoints, { id: uuid }, rows, signal),
  }
}
