// Moving assets with scripts and styles: inlined into exported files, extracted from imported ones (F11).

import { type Asset, type AssetHolder, type DataUriProblem, isDataUri, isUploadAddress, parseDataUri } from "../assets/asset-address.ts"
import { maxMessageImageBytes } from "../assets/upload-validation.ts"
import { listImageAddresses, replaceImageAddresses } from "../rich-text/message-media.ts"
import type { AuthoredScript } from "../script/script.ts"

/**
 * An asset that could not be transferred, and why: it could not be fetched, is not a supported file, or is too large. A
 * long `address` is truncated.
 */
export type AssetProblem = {
  readonly _tag: "AssetProblem"
  readonly reason: "fetch" | DataUriProblem | "too-big"
  readonly address: string
}

/** Whether a result is a problem. */
export const isAssetProblem = <Result extends object>(it: Result | AssetProblem): it is AssetProblem =>
  "_tag" in it && it._tag === "AssetProblem"

const createProblem = (reason: AssetProblem["reason"], address: string): AssetProblem => ({
  _tag: "AssetProblem",
  reason,
  address: address.length > 100 ? `${address.slice(0, 100)}…` : address,
})

/**
 * [F11] Returns the holder with each upload of the product as a data URI; addresses elsewhere on the web stay. `fetch`
 * returns the data URI of an upload, or null if it is unavailable.
 */
export const inlineAssets = async <Holder>(
  holder: Holder,
  { listAddresses, replaceAddresses }: AssetHolder<Holder>,
  fetch: (address: string) => Promise<string | null>,
): Promise<Holder | AssetProblem> => {
  const inline = new Map<string, string>()
  for (const address of listAddresses(holder).filter(isUploadAddress)) {
    const uri = await fetch(address)
    if (uri === null) return createProblem("fetch", address)
    const asset = parseDataUri(uri)
    if (typeof asset === "string") return createProblem(asset, address)
    inline.set(address, uri)
  }
  return replaceAddresses(holder, inline)
}

/** An embedded file to upload, and the data URI that its new address will replace. */
export type EmbeddedAsset = { readonly uri: string; readonly asset: Asset }

/** Returns the embedded files of a holder, each once, or the first problem. */
export const extractEmbeddedAssets = <Holder>(
  holder: Holder,
  { listAddresses, maxAssetBytes }: AssetHolder<Holder>,
): ReadonlyArray<EmbeddedAsset> | AssetProblem => {
  const embedded: Array<EmbeddedAsset> = []
  for (const uri of listAddresses(holder).filter(isDataUri)) {
    const asset = parseDataUri(uri)
    if (typeof asset === "string") return createProblem(asset, uri)
    if (asset.bytes > maxAssetBytes) return createProblem("too-big", uri)
    embedded.push({ uri, asset })
  }
  return embedded
}

/** Maximum size in bytes of one upload of several files. */
export const maxBatchBytes = 10_485_760

/** Splits the files into batches of at most `maxBytes`, in order; a larger file gets a batch of its own. */
export const batchAssets = (
  files: ReadonlyArray<EmbeddedAsset>,
  maxBytes: number = maxBatchBytes,
): ReadonlyArray<ReadonlyArray<EmbeddedAsset>> => {
  const batches: Array<Array<EmbeddedAsset>> = []
  let remainingBytes = 0
  for (const file of files) {
    const { bytes } = file.asset
    const last = batches.at(-1)
    if (last === undefined || bytes > remainingBytes) {
      batches.push([file])
      remainingBytes = maxBytes - bytes
    } else {
      last.push(file)
      remainingBytes -= bytes
    }
  }
  return batches
}

export const scriptAssets: AssetHolder<AuthoredScript> = {
  maxAssetBytes: maxMessageImageBytes,
  listAddresses: ({ instructions }) => [
    ...new Set(instructions.flatMap(({ messages }) => messages.flatMap(({ content }) => listImageAddresses(content)))),
  ],
  replaceAddresses: (script, replacements) => {
    let isSame = true
    const instructions = script.instructions.map((instruction) => {
      const messages = instruction.messages.map((message) => {
        const content = replaceImageAddresses(message.content, replacements)
        return content === message.content ? message : { ...message, content }
      })
      if (messages.every((message, i) => message === instruction.messages[i])) return instruction
      isSame = false
      return { ...instruction, messages }
    })
    return isSame ? script : { ...script, instructions }
  },
}
