// Shared by the wiring of all screens that accept files: reading picked files, uploading them, and storing embedded files.
import { createCommunityLookup } from "../../adapters/api/communities-api.ts"
import { uploadsApi } from "../../adapters/api/files-api.ts"
import { assetToBlob } from "../../adapters/browser/file-contents.ts"
import { batchAssets, type EmbeddedAsset } from "../../domain/assets/asset-transfer.ts"
import { Unreachable, Unreadable } from "../../domain/failure.ts"
import type { WiringContext } from "./console-services.tsx"

/** Uploads files by key; returns the address of each file. */
export type StoreUploads = (files: Readonly<Record<string, Blob>>) => Promise<Readonly<Record<string, string>>>

/** Returns a function that uploads files to the community with a slug. */
export const createCommunityUploader = (api: WiringContext["api"]) => {
  const { upload } = uploadsApi(api)
  const find = createCommunityLookup(api)
  return async (slug: string, files: Readonly<Record<string, Blob>>, signal: AbortSignal): Promise<Readonly<Record<string, string>>> =>
    upload({ community: await find(slug, signal), files }, signal)
}

/** Uploads embedded files in batches, each under the key `nameOf` returns. Returns the addresses by data URI. */
export const storeEmbeddedFiles = async (
  embedded: ReadonlyArray<EmbeddedAsset>,
  keep: StoreUploads,
  nameOf: (file: EmbeddedAsset, place: number) => string = ({ asset }, place) => `image-${place}.${asset.ending}`,
): Promise<ReadonlyMap<string, string>> => {
  const kept = new Map<string, string>()
  for (const batch of batchAssets(embedded)) {
    const named = batch.map((file, place) => ({ ...file, key: nameOf(file, place) }))
    const addresses = await keep(Object.fromEntries(named.map(({ key, asset }) => [key, assetToBlob(asset)])))
    for (const { uri, key } of named) kept.set(uri, addresses[key] ?? uri)
  }
  return kept
}

/** Loads a lazy module; fails with `Unreachable`. */
export const loadModule = async <Part>(part: () => Promise<Part>): Promise<Part> => {
  try {
    return await part()
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
