// The calls about the removal of chats, as functions.
import type { KyInstance } from "ky"
import type { RemovalEdit } from "../../domain/removal/removal.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import * as contract from "../contract/removals.ts"
import { caller } from "./call.ts"

export const removalsApi = (api: KyInstance) => {
  const call = caller(api)
  return {
    /** Those of one community, by its uuid, or of all (null). */
    list: async ({ community }: { readonly community: string | null }, signal?: AbortSignal): Promise<ReadonlyArray<contract.RemovalRow>> =>
      (community === null
        ? await call(contract.listAllRemovals, {}, {}, signal)
        : await call(contract.listRemovals, { id: community }, {}, signal)
      ).items,
    edit: ({ uuid, edit }: { readonly uuid: ScriptId; readonly edit: RemovalEdit }, signal?: AbortSignal): Promise<contract.RemovalRow> =>
      call(contract.editRemoval, { id: uuid }, edit, signal),
  }
}
