// Unpacking as the browser does it; brotli, which few browsers unpack for a page, by a library that comes when it is needed.

/** The bytes that were packed, or null where they are damaged. */
export const unpack = async (packed: Uint8Array, how: "deflate" | "brotli"): Promise<Uint8Array | null> => {
  try {
    return how === "brotli" ? await unbrotlied(packed) : await inflated(packed)
  } catch {
    return null
  }
}

const inflated = async (packed: Uint8Array): Promise<Uint8Array> => {
  const stream = new Blob([Uint8Array.from(packed)]).stream().pipeThrough(new DecompressionStream("deflate"))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const unbrotlied = async (packed: Uint8Array): Promise<Uint8Array> => {
  const { decompress } = await import("brotli/decompress")
  return decompress(packed)
}
