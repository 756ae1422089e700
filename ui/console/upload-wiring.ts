// What the wiring of every screen shares that takes in files: reading them, and keeping what is in them on the server.
import { createCommunityLookup } from "../../adapters/api/communities-api.ts"
import { uploadsApi } from "../../adapters/api/files-api.ts"
import { assetToBlob } from "../../adapters/browser/file-contents.ts"
import { batchAssets, type EmbeddedAsset } from "../../domain/assets/asset-transfer.ts"
import { Unreachable, Unreadable } from "../../domain/failure.ts"
import type { WiringContext } from "./console-services.tsx"

/** Keeps files by their keys; gives the address of each. */
export type StoreUploads = (files: Readonly<Record<string, Blob>>) => Promise<Readonly<Record<string, string>>>

/** Keeps files in a community that is known by its slug. */
export const createCommunityUploader = (api: WiringContext["api"]) => {
  const { upload } = uploadsApi(api)
  const find = createCommunityLookup(api)
  return async (slug: string, files: Readonly<Record<string, Blob>>, signal: AbortSignal): Promise<Readonly<Record<string, string>>> =>
    upload({ community: await find(slug, signal), files }, signal)
}

/** Keeps what stood in a file, in batches; gives the address of each by its data URI. `nameOf` is the key that it is kept under. */
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

/** A part of the program that is fetched when it is needed. */
export const loadModule = async <Part>(part: () => Promise<Part>): Promise<Part> => {
  try {
    return await part()
  } catch (error) {
    throw new Unreachable({ message: String(error) })
  }
}

/** A file that went away or may not be read since it was picked. */
export const readPickedFile = async <Content>(read: () => Promise<Content>): Promise<Content> => {
  try {
    return await read()
  } catch (error) {
    throw new Unreadable({ message: String(error) })
  }
}
