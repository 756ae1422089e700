// API client for the archive of respondents' files and the upload of images and fonts.
import type { KyInstance } from "ky"
import type { ScriptId } from "../../domain/script/script.ts"
import { buildPath } from "../contract/endpoint.ts"
import * as contract from "../contract/file-contract.ts"
import { createCaller, createUploader } from "./http-client.ts"

type ScriptRef = { readonly community: string; readonly uuid: ScriptId }

export const createFilesApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    /** Requests the archive; with `silent`, only its status. */
    requestArchive: ({ community, uuid, silent }: ScriptRef & { silent: boolean }, signal?: AbortSignal) =>
      call(contract.requestFileArchive, { community, id: uuid }, { silent }, signal),
    /** The URL of the archive (or of one of its parts), once it is ready. */
    archiveUrl: ({ community, uuid }: ScriptRef, part = 1): string =>
      `/${buildPath(contract.downloadFileArchive.path, { community, id: uuid })}${part === 1 ? "" : `?part=${part}`}`,
  }
}

export const createUploadsApi = (api: KyInstance) => ({
  /** Stores files of a community and returns the URL of each under its key. */
  upload: ({ community, files }: { community: string; files: Readonly<Record<string, Blob>> }, signal?: AbortSignal) =>
    createUploader(api)(contract.uploadAssets, { id: community }, files, signal),
})
