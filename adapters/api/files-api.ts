// The calls about files that respondents answered with, as functions.
import type { KyInstance } from "ky"
import type { ScriptId } from "../../domain/script/script.ts"
import { buildPath } from "../contract/endpoint.ts"
import * as contract from "../contract/file-contract.ts"
import { createCaller, createUploader } from "./http-client.ts"

type ScriptRef = { readonly community: string; readonly uuid: ScriptId }

export const filesApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    /** Asks for the archive, or only looks. */
    requestArchive: ({ community, uuid, silent }: ScriptRef & { silent: boolean }, signal?: AbortSignal) =>
      call(contract.requestFileArchive, { community, id: uuid }, { silent }, signal),
    /** The address that the archive is downloaded from, once it is ready. */
    archiveUrl: ({ community, uuid }: ScriptRef, part = 1): string =>
      `/${buildPath(contract.downloadFileArchive.path, { community, id: uuid })}${part === 1 ? "" : `?part=${part}`}`,
  }
}

// The call that keeps images and fonts, as a function.

export const uploadsApi = (api: KyInstance) => ({
  /** Keeps the files of a community; gives the address of each under its key. */
  upload: ({ community, files }: { community: string; files: Readonly<Record<string, Blob>> }, signal?: AbortSignal) =>
    createUploader(api)(contract.uploadAssets, { id: community }, files, signal),
})
