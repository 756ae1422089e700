// Assets on their way: put into a file that is handed out, taken out of one that is handed in (spec/2-editor §7, §8, spec/3-community §7).
// What fetches and what uploads them is given by whoever runs.

import { listImageAddresses, replaceImageAddresses } from "../rich-text/message-media.ts"
import type { AuthoredScript } from "../script/script.ts"
import { type Asset, type DataUriProblem, isDataUri, isUploadAddress, parseDataUri } from "./asset-address.ts"
import { maxMessageImageBytes } from "./upload-validation.ts"

/** How a kind of thing (a script, a style) names its assets. */
export type AssetHolder<Thing> = {
  /** Every address of an asset in it, data URIs too, once each. */
  readonly listAddresses: (thing: Thing) => ReadonlyArray<string>
  /** The thing with other addresses, where the map has one. */
  readonly replaceAddresses: (thing: Thing, others: ReadonlyMap<string, string>) => Thing
  /** Bytes that an asset of it has at most. */
  readonly maxAssetBytes: number
}

/**
 * Which asset could not be carried, and why: not fetched, not a file that may be carried, or too large to be kept. `address` is cut to a
 * length one can read.
 */
export type AssetProblem = {
  readonly _tag: "AssetProblem"
  readonly reason: "fetch" | DataUriProblem | "too-big"
  readonly address: string
}

/** Tells a problem from what was carried. */
export const isAssetProblem = <Carried extends object>(it: Carried | AssetProblem): it is AssetProblem =>
  "_tag" in it && it._tag === "AssetProblem"

const problem = (reason: AssetProblem["reason"], address: string): AssetProblem => ({
  _tag: "AssetProblem",
  reason,
  address: address.length > 100 ? `${address.slice(0, 100)}…` : address,
})

/**
 * [F11] The thing with each of the product's own uploads inline, as a data URI; addresses elsewhere on the web stay. `fetch` gives the data URI
 * of an upload, or null where it cannot be had.
 */
export const inlineAssets = async <Thing>(
  thing: Thing,
  { listAddresses, replaceAddresses }: AssetHolder<Thing>,
  fetch: (address: string) => Promise<string | null>,
): Promise<Thing | AssetProblem> => {
  const inline = new Map<string, string>()
  for (const address of listAddresses(thing).filter(isUploadAddress)) {
    const uri = await fetch(address)
    if (uri === null) return problem("fetch", address)
    const asset = parseDataUri(uri)
    if (typeof asset === "string") return problem(asset, address)
    inline.set(address, uri)
  }
  return replaceAddresses(thing, inline)
}

/** A file to upload, and the data URI that its address will stand for. */
export type EmbeddedAsset = { readonly uri: string; readonly asset: Asset }

/** The files inside a thing, once each. */
export const extractEmbeddedAssets = <Thing>(
  thing: Thing,
  { listAddresses, maxAssetBytes }: AssetHolder<Thing>,
): ReadonlyArray<EmbeddedAsset> | AssetProblem => {
  const embedded: Array<EmbeddedAsset> = []
  for (const uri of listAddresses(thing).filter(isDataUri)) {
    const asset = parseDataUri(uri)
    if (typeof asset === "string") return problem(asset, uri)
    if (asset.bytes > maxAssetBytes) return problem("too-big", uri)
    embedded.push({ uri, asset })
  }
  return embedded
}

/** Bytes that one upload of several files has at most (spec/2-editor §9). */
export const maxBatchBytes = 10_485_760

/** The files in batches of at most so many bytes, in their order; a larger file goes alone. */
export const batchAssets = (
  files: ReadonlyArray<EmbeddedAsset>,
  most: number = maxBatchBytes,
): ReadonlyArray<ReadonlyArray<EmbeddedAsset>> => {
  const made: Array<Array<EmbeddedAsset>> = []
  let left = 0
  for (const file of files) {
    const { bytes } = file.asset
    const last = made.at(-1)
    if (last === undefined || bytes > left) {
      made.push([file])
      left = most - bytes
    } else {
      last.push(file)
      left -= bytes
    }
  }
  return made
}

// The assets of a script: the images in its messages.

export const scriptAssets: AssetHolder<AuthoredScript> = {
  maxAssetBytes: maxMessageImageBytes,
  listAddresses: ({ instructions }) => [
    ...new Set(instructions.flatMap(({ messages }) => messages.flatMap(({ content }) => listImageAddresses(content)))),
  ],
  replaceAddresses: (script, others) => {
    let isSame = true
    const instructions = script.instructions.map((instruction) => {
      const messages = instruction.messages.map((message) => {
        const content = replaceImageAddresses(message.content, others)
        return content === message.content ? message : { ...message, content }
      })
      if (messages.every((message, i) => message === instruction.messages[i])) return instruction
      isSame = false
      return { ...instruction, messages }
    })
    return isSame ? script : { ...script, instructions }
  },
}
