// Shared by the wiring of all screens that accept files: reading picked files, uploading them, and storing embedded files.
import { createCommunityLookup } from "../../adapters/api/communities-api.ts"
import { createUploadsApi } from "../../adapters/api/files-api.ts"
import { assetToBlob } from "../../adapters/browser/file-contents.ts"
import { Unreachable, Unreadable } from "../../domain/failures/failure.ts"
import { batchAssets, type EmbeddedAsset } from "../../domain/files/asset-transfer.ts"
import type { WiringContext } from "./console-services.tsx"

/** Uploads files by key; returns the address of each file. */
export type StoreUploads = (files: Readonly<Record<string, Blob>>) => Promise<Readonly<Record<string, string>>>

/** Returns a function that uploads files to the community with a slug. */
export const createCommunityUploader = (api: WiringContext["api"]) => {
  const { upload } = createUploadsApi(api)
  const findCommunity = createCommunityLookup(api)
  return async (slug: string, files: Readonly<Record<string, Blob>>, signal: AbortSignal): Promise<Readonly<Record<string, string>>> =>
    upload({ community: await findCommunity(slug, signal), files }, signal)
}

/** Uploads embedded files in batches, each under the key `nameOf` returns. Returns the addresses by data URI. */
export const storeEmbeddedFiles = async (
  embedded: ReadonlyArray<EmbeddedAsset>,
  upload: StoreUploads,
  getKey: (file: EmbeddedAsset, index: number) => string = ({ asset }, index) => `image-${index}.${asset.ending}`,
): Promise<ReadonlyMap<string, string>> => {
  const addressByUri = new Map<string, string>()
  for (const batch of batchAssets(embedded)) {
    const keyedFiles = batch.map((file, index) => ({ ...file, key: getKey(file, index) }))
    const addresses = await upload(Object.fromEntries(keyedFiles.map(({ key, asset }) => [key, assetToBlob(asset)])))
    for (const { uri, key } of keyedFiles) addressByUri.set(uri, addresses[key] ?? uri)
  }
  return addressByUri
}

/** Loads a lazy module; fails with `Unreachable`. */
export const loadModule = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load()
  } catch (error) {
    throw new Unreachable({ message: String(error) })
  }
}

/** Reads a picked file; fails with `Unreadable` if it was removed or may no longer be read. */
export const readPickedFile = async <Content>(read: () => Promise<Content>): Promise<Content> => {
  try {
    return await read()
  } catch (error) {
    throw new Unreadable({ message: String(error) })
  }
}
