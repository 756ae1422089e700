// API client for chat scripts and their removal.
import type { KyInstance } from "ky"
import { ValidationFailed } from "../../domain/failures/failure.ts"
import type { RemovalEdit } from "../../domain/privacy/removal-form.ts"
import type { AuthoredScript, ListedScript, Script, ScriptId, Transport } from "../../domain/script/script.ts"
import type { DeletionAction, ScriptContents } from "../../domain/script/script-list.ts"
import type { Status } from "../../domain/script/status.ts"
import * as contract from "../contract/script-contract.ts"
import { createCaller } from "./http-client.ts"

type ScriptRef = { readonly community: string; readonly uuid: ScriptId }

export const createScriptsApi = (api: KyInstance) => {
  const call = createCaller(api)
  const toPathParams = ({ community, uuid }: ScriptRef) => ({ community, id: uuid })
  return {
    list: async (it: { community: string; statuses: ReadonlyArray<Status> }, signal?: AbortSignal): Promise<ReadonlyArray<ListedScript>> =>
      Object.values(await call(contract.listScripts, { community: it.community }, { statuses: it.statuses }, signal)),
    add: ({ community, name }: { community: string; name: string }, signal?: AbortSignal, idempotencyKey?: string): Promise<Script> =>
      call(contract.addScript, { community }, { name }, signal, { idempotencyKey }),
    read: (it: ScriptRef, signal?: AbortSignal): Promise<Script> => call(contract.readScript, toPathParams(it), {}, signal),
    save: (
      it: ScriptRef & { script: AuthoredScript; markedForDelete: ReadonlyArray<string>; revision?: number; allowChanges?: boolean },
      signal?: AbortSignal,
    ): Promise<Script> => {
      const { script, markedForDelete, revision, allowChanges = false } = it
      const payload = { script, markedForDelete, ...(revision === undefined ? {} : { revision }) }
      return call(contract.saveScript, toPathParams(it), payload, signal, { query: { allowChanges } })
    },
    changeStatus: (it: ScriptRef & { to: Status }, signal?: AbortSignal): Promise<ListedScript> =>
      call(contract.changeStatus, toPathParams(it), { state: it.to }, signal),
    setRemovalProcedure: (it: { uuid: ScriptId; on: boolean }, signal?: AbortSignal): Promise<ListedScript> =>
      call(contract.setRemovalProcedure, { id: it.uuid }, { deletionState: it.on }, signal),
    copy: (it: ScriptRef, signal?: AbortSignal): Promise<ListedScript> => call(contract.copyScript, toPathParams(it), {}, signal),
    setTransport: (it: ScriptRef & { transport: Transport | null }, signal?: AbortSignal): Promise<ListedScript> =>
      call(contract.setScriptTransport, toPathParams(it), { customTransport: it.transport }, signal),
    /** Returns a page of the script's revisions, newest first. */
    versions: (it: ScriptRef & { offset: number; limit: number }, signal?: AbortSignal) =>
      call(contract.listRevisions, toPathParams(it), { offset: it.offset, limit: it.limit }, signal),
    /** Returns the script as saved in the given revision. */
    readRevision: (it: ScriptRef & { revision: number }, signal?: AbortSignal): Promise<AuthoredScript> =>
      call(contract.readRevision, { ...toPathParams(it), revision: String(it.revision) }, {}, signal),
    restoreRevision: (it: ScriptRef & { revision: number }, signal?: AbortSignal): Promise<Script> =>
      call(contract.restoreRevision, { ...toPathParams(it), revision: String(it.revision) }, {}, signal),
    /** Returns the slug under which anyone can open the chat, or null. */
    slug: async (it: ScriptRef, signal?: AbortSignal): Promise<string | null> =>
      (await call(contract.readSlug, { id: it.uuid }, {}, signal)).slug,
    /** Throws `ValidationFailed` with the server's message: the endpoint reports an invalid slug in a 200 response. */
    saveSlug: async (it: ScriptRef & { slug: string }, signal?: AbortSignal): Promise<string> => {
      const { status, message } = await call(contract.saveSlug, { id: it.uuid }, { slug: it.slug }, signal)
      if (status === "error") throw new ValidationFailed({ violations: [{ field: "slug", message }], findings: [] })
      return it.slug
    },
    /** Returns a token for this action, and how much it affects. Throws `TargetChanged` if the script's status no longer allows the action. */
    fetchDeletionToken: async (
      { action, ...it }: ScriptRef & { action: DeletionAction },
      signal?: AbortSignal,
    ): Promise<ScriptContents & { readonly token: string; readonly action: DeletionAction }> => {
      const { deleteToken: token, ...shown } = await call(contract.getScriptDeletionToken, toPathParams(it), { action }, signal)
      return { token, ...shown }
    },
    remove: (it: ScriptRef & { token: string }, signal?: AbortSignal): Promise<ListedScript> =>
      call(contract.deleteScript, toPathParams(it), { csrf: it.token }, signal),
  }
}

export const createRemovalsApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    /** Lists the removals of one community (by uuid), or of all communities (null). */
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
