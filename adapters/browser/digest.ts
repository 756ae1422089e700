// SHA-256 as the browser computes it. Browsers offer it on https and localhost only (stack.md pitfall 13).

export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>

/** SHA-256 of some bytes, or null where this page may not compute it. */
export const digest: Digest | null = globalThis.crypto.subtle
  ? async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
  : null
