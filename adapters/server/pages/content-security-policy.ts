// The Content-Security-Policy of pages.
import { randomBytes } from "node:crypto"

/** Bytes of a nonce: a multiple of three, so that base64 needs no padding. */
const nonceBytes = 21

/** Creates the nonce of one response: scripts and styles that carry it are allowed. */
export const createNonce = (): string => randomBytes(nonceBytes).toString("base64")

export type CspSources = {
  readonly [Directive in "img-src" | "font-src" | "media-src" | "frame-src" | "frame-ancestors" | "worker-src"]?: ReadonlyArray<string>
}

/** Builds a page's policy; `overrides` replaces directives. Style attributes, and scripts without the nonce, are never allowed. */
export const buildPagePolicy = (nonce: string, overrides: CspSources): string =>
  Object.entries({
    "default-src": ["'none'"],
    "script-src": [`'nonce-${nonce}'`, "'strict-dynamic'"],
    "script-src-attr": ["'none'"],
    "style-src": ["'self'", `'nonce-${nonce}'`],
    "style-src-attr": ["'none'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "frame-src": ["'none'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'none'"],
    ...overrides,
  })
    .map(([directive, sources]) => [directive, ...sources].join(" "))
    .join("; ")
