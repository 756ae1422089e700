// Serves the built chat and statistics pages: documents, assets, previews, and not-found pages.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance, FastifyReply } from "fastify"
import { toLogError } from "../http/error-responses.ts"
import { HttpError, notFound, serviceUnavailable } from "../http/http-error.ts"
import type { ServerContext } from "../server-context.ts"
import { projectRoot } from "../settings.ts"
import { wantsHtml } from "./console-pages.ts"
import { buildPagePolicy, type CspSources, createNonce } from "./content-security-policy.ts"

type BuiltPageOptions = {
  /** The page's folder name in `.build/`. */
  readonly name: string
  /** The path at which this server serves it. */
  readonly place: string
  /** The head of a document that shows no chat; the built one by default. */
  readonly defaultHead?: DocumentHead
  /** Values of the document's placeholders, from the settings; read when the page is first shown. */
  readonly placeholders: () => Readonly<Record<string, string>>
  /** Additional sources of its Content-Security-Policy. */
  readonly sources?: CspSources
}

/** The language of a document, and the tags of its head that say what it is about. */
export type DocumentHead = { readonly language: string; readonly tags: string }

export type BuiltPage = {
  /**
   * Shows the page with the status of its subject: that of the error that `find` rejects with, or 503 if the status
   * cannot be determined. The document differs only in its head: the page loads its data itself and shows the error.
   */
  readonly showIfFound: (reply: FastifyReply, find: () => Promise<DocumentHead>) => Promise<FastifyReply>
  /** Shows the page with status 404. */
  readonly showNotFound: (reply: FastifyReply) => Promise<FastifyReply>
  /** Shows the page as a preview that the console may frame; `console` is the console's origin if it differs. */
  readonly showPreview: (reply: FastifyReply, console: string | null) => FastifyReply
}

/** Returns the console's origin, which alone may frame previews; null if it is the page's own (no URL is configured). */
export const getConsoleOrigin = (
  { publicUrl, publicOrigin }: Pick<ServerContext, "publicUrl" | "publicOrigin">,
  base: string | null,
): string | null => publicOrigin ?? (base === null ? null : new URL(publicUrl()).origin)

/** Returns the path of a base URL (`CHAT_URL`, `STATS_URL`) without a trailing slash, or the default path. */
export const getBasePath = (url: string | null, defaultPath: string): string =>
  url === null ? defaultPath : new URL(url).pathname.replace(/\/+$/, "")

const unframedSources: CspSources = { "frame-ancestors": ["'none'"] }

/** A preview may show a font that is not uploaded yet, as a data URI of the style. */
const previewSources = (console: string | null): CspSources => ({
  "frame-ancestors": ["'self'", ...(console === null ? [] : [console])],
  "font-src": ["'self'", "data:"],
})

/** Returns the path with and without a trailing slash, because people who pass on a link may add one. */
export const withAndWithoutSlash = (path: string): ReadonlyArray<string> => [path, `${path}/`]

const withHead = (document: string, head: DocumentHead | undefined): string =>
  head === undefined
    ? document
    : document
        .replace('<html lang="en">', `<html lang="${head.language}">`)
        .replace(/<link rel="icon"[^>]*>\s*/, "")
        .replace(/<title>[^<]*<\/title>/, () => head.tags)

/** Serves the assets of a built page; returns functions that show its document. */
export const registerBuiltPage = (
  app: FastifyInstance,
  { name, place, defaultHead, placeholders, sources = {} }: BuiltPageOptions,
): BuiltPage => {
  const buildFolder = join(projectRoot, ".build", name)
  let template: string | null = null
  // Names of assets contain a hash of their content.
  void app.register(fastifyStatic, {
    root: join(buildFolder, "assets"),
    prefix: `${place}/assets/`,
    immutable: true,
    maxAge: "365d",
    index: false,
    decorateReply: false,
    preCompressed: true,
  })
  const send = (reply: FastifyReply, framing: CspSources, head = defaultHead): FastifyReply => {
    template ??= Object.entries(placeholders()).reduce(
      (text, [placeholder, value]) => text.replaceAll(placeholder, () => value),
      readFileSync(join(buildFolder, name, "index.html"), "utf8"),
    )
    const nonce = createNonce()
    return reply
      .header("content-security-policy", buildPagePolicy(nonce, { "img-src": ["'self'", "data:"], ...sources, ...framing }))
      .type("text/html; charset=utf-8")
      .send(withHead(template.replaceAll("CSP_NONCE", nonce), head))
  }
  const showIfFound: BuiltPage["showIfFound"] = async (reply, find) => {
    try {
      return send(reply, unframedSources, await find())
    } catch (error) {
      if (!(error instanceof HttpError)) reply.log.error({ err: toLogError(error) }, "what a page is about cannot be told")
      const { status, headers } = error instanceof HttpError ? error : serviceUnavailable()
      return send(reply.code(status).headers(headers), unframedSources)
    }
  }
  const showNotFound = (reply: FastifyReply) => showIfFound(reply, () => Promise.reject(notFound()))
  // A truncated link belongs to a respondent too: the console's page would ask them to sign in.
  for (const path of [place, `${place}/*`])
    app.get(path, async (request, reply) => {
      if (!wantsHtml(request)) throw notFound()
      return showNotFound(reply)
    })
  return {
    showIfFound,
    showNotFound,
    showPreview: (reply, console) => send(reply.removeHeader("x-frame-options"), previewSources(console)),
  }
}

/** Shows a page that reports an unknown address. Chat and statistics have their own: the console's asks to sign in. */
type Show = (reply: FastifyReply) => unknown

export type NotFoundPages = {
  /** Registers the page that reports unknown addresses under a path such as `/chat`. */
  readonly register: (path: string, show: Show) => void
  /** Shows the not-found page for an address: the one registered for its path, or the console's. */
  readonly show: (url: string, reply: FastifyReply) => void
}

export const createNotFoundPages = (console: Show): NotFoundPages => {
  const pagesByPath = new Map<string, Show>()
  return {
    register: (path, show) => {
      pagesByPath.set(path, show)
    },
    show: (url, reply) => {
      const [, path = ""] = /^(\/[^/?]*)/.exec(url) ?? []
      const show = pagesByPath.get(path) ?? console
      show(reply)
    },
  }
}
