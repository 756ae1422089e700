// The Content-Security-Policy of pages (reliability.md "Pages").
import { randomBytes } from "node:crypto"

/** For one response: what carries it may run. */
export const createNonce = (): string => randomBytes(16).toString("base64")

export type CspSources = {
  readonly [Directive in "img-src" | "font-src" | "media-src" | "frame-src" | "frame-ancestors" | "worker-src"]?: ReadonlyArray<string>
}

/** The policy of a page, with what it allows besides. Style attributes and scripts without the nonce are never run. */
export const buildPagePolicy = (nonce: string, own: CspSources): string =>
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
    ...own,
  })
    .map(([directive, sources]) => [directive, ...sources].join(" "))
    .join("; ")
