// The calls about the chat scripts of communities, as functions.
import type { KyInstance } from "ky"
import { ValidationFailed } from "../../domain/failure.ts"
import type { RemovalEdit } from "../../domain/removal/removal-procedure.ts"
import type { AuthoredScript, ListedScript, Script, ScriptId, Transport } from "../../domain/script/script.ts"
import type { Status } from "../../domain/script/status.ts"
import * as contract from "../contract/script-contract.ts"
import { createCaller } from "./http-client.ts"

type ScriptRef = { readonly community: string; readonly uuid: ScriptId }

export const scriptsApi = (api: KyInstance) => {
  const call = createCaller(api)
  const at = ({ community, uuid }: ScriptRef) => ({ community, id: uuid })
  return {
    list: async (it: { community: string; statuses: ReadonlyArray<Status> }, signal?: AbortSignal): Promise<ReadonlyArray<ListedScript>> =>
      Object.values(await call(contract.listScripts, { community: it.community }, { statuses: it.statuses }, signal)),
    add: ({ community, name }: { community: string; name: string }, signal?: AbortSignal, key?: string): Promise<Script> =>
      call(contract.addScript, { community }, { name }, signal, { key }),
    read: (it: ScriptRef, signal?: AbortSignal): Promise<Script> => call(contract.readScript, at(it), {}, signal),
    save: (
      it: ScriptRef & { script: AuthoredScript; markedForDelete: ReadonlyArray<string>; revision?: number; allowChanges?: boolean },
      signal?: AbortSignal,
    ): Promise<Script> => {
      const { script, markedForDelete, revision, allowChanges = false } = it
      const payload = { script, markedForDelete, ...(revision === undefined ? {} : { revision }) }
      return call(contract.saveScript, at(it), payload, signal, { query: { allowChanges } })
    },
    changeStatus: (it: ScriptRef & { to: Status }, signal?: AbortSignal): Promise<ListedScript> =>
      call(contract.changeStatus, at(it), { state: it.to }, signal),
    /** Turns the removal procedure on or off. */
    setRemovalProcedure: (it: { uuid: ScriptId; on: boolean }, signal?: AbortSignal): Promise<ListedScript> =>
      call(contract.setRemovalProcedure, { id: it.uuid }, { deletionState: it.on }, signal),
    copy: (it: ScriptRef, signal?: AbortSignal): Promise<ListedScript> => call(contract.copyScript, at(it), {}, signal),
    setTransport: (it: ScriptRef & { transport: Transport | null }, signal?: AbortSignal): Promise<ListedScript> =>
      call(contract.setScriptTransport, at(it), { customTransport: it.transport }, signal),
    /** A page of its versions, the newest first. */
    versions: (it: ScriptRef & { offset: number; limit: number }, signal?: AbortSignal) =>
      call(contract.listRevisions, at(it), { offset: it.offset, limit: it.limit }, signal),
    /** The script as it was saved then. */
    readRevision: (it: ScriptRef & { revision: number }, signal?: AbortSignal): Promise<AuthoredScript> =>
      call(contract.readRevision, { ...at(it), revision: String(it.revision) }, {}, signal),
    restoreRevision: (it: ScriptRef & { revision: number }, signal?: AbortSignal): Promise<Script> =>
      call(contract.restoreRevision, { ...at(it), revision: String(it.revision) }, {}, signal),
    /** The slug under which everybody can open the chat, or null. */
    slug: async (it: ScriptRef, signal?: AbortSignal): Promise<string | null> =>
      (await call(contract.readSlug, { id: it.uuid }, {}, signal)).slug,
    /** Rejects with what the server has against the slug, which it answers and does not refuse. */
    saveSlug: async (it: ScriptRef & { slug: string }, signal?: AbortSignal): Promise<string> => {
      const { status, message } = await call(contract.saveSlug, { id: it.uuid }, { slug: it.slug }, signal)
      if (status === "error") throw new ValidationFailed({ violations: [{ field: "slug", message }], findings: [] })
      return it.slug
    },
    fetchDeletionToken: async (it: ScriptRef, signal?: AbortSignal): Promise<string> =>
      (await call(contract.getScriptDeletionToken, at(it), {}, signal)).deleteToken,
    remove: (it: ScriptRef & { token: string }, signal?: AbortSignal): Promise<ListedScript> =>
      call(contract.deleteScript, at(it), { csrf: it.token }, signal),
  }
}

// The calls about the removal of chats, as functions.

export const removalsApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    /** Those of one community, by its uuid, or of all (null). */
    list: async (
      { community }: { readonly community: string | null },
      signal?: AbortSignal,
    ): Promise<ReadonlyArray<contract.ListedRemoval>> =>
      (community === null
        ? await call(contract.listAllRemovals, {}, {}, signal)
        : await call(contract.listRemovals, { id: community }, {}, signal)
      ).items,
    edit: (
      { uuid, edit }: { readonly uuid: ScriptId; readonly edit: RemovalEdit },
      signal?: AbortSignal,
    ): Promise<contract.ListedRemoval> => call(contract.editRemoval, { id: uuid }, edit, signal),
  }
}
