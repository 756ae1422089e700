// Unpacking as the browser does it; not every browser knows every way.

/** The standard knows brotli too; TypeScript's own description of browsers does not yet. A browser that does not throws. */
const Unpacking = DecompressionStream as new (how: string) => DecompressionStream

/** The bytes that were packed, or null where they are damaged or this browser cannot unpack them. */
export const unpack = async (packed: Uint8Array, how: "deflate" | "brotli"): Promise<Uint8Array | null> => {
  try {
    const stream = new Blob([Uint8Array.from(packed)]).stream().pipeThrough(new Unpacking(how))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  } catch {
    return null
  }
}
