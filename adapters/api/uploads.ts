// The call that keeps images and fonts, as a function.
import type { KyInstance } from "ky"
import * as contract from "../contract/uploads.ts"
import { uploader } from "./call.ts"

export const uploadsApi = (api: KyInstance) => ({
  /** Keeps the files of a community; gives the address of each under its key. */
  add: ({ community, files }: { community: string; files: Readonly<Record<string, Blob>> }, signal?: AbortSignal) =>
    uploader(api)(contract.upload, { id: community }, files, signal),
})
