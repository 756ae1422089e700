// SHA-256 as the browser computes it. Browsers offer it on https and localhost only (stack.md pitfall 13).
import type { Digest } from "../../domain/seal.ts"

/** Null where this page may not compute it. */
export const digest: Digest | null = globalThis.crypto.subtle
  ? async (text) => new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
  : null
