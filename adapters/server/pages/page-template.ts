// A built page of respondents: its document, filled in for where it runs and given a nonce, and its assets (reliability.md "Pages").
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

type Built = {
  /** The page's name under `ui/`. */
  readonly name: string
  /** Where this server has it. */
  readonly place: string
  /** What stands in the document for what only the settings say, asked for when the page is first shown. */
  readonly placeholders: () => Readonly<Record<string, string>>
  /** What its page may show besides (see content-security-policy.ts). */
  readonly sources?: CspSources
}

export type BuiltPage = {
  /**
   * Shows it with the status of what it is about: that which `find` rejects with, or 503 where that cannot be told now. The page is the same
   * one: it asks for itself, and says it in words.
   */
  readonly showIfFound: (reply: FastifyReply, find: () => Promise<unknown>) => Promise<FastifyReply>
  /** Shows it where there is nothing that it could be about. */
  readonly showNotFound: (reply: FastifyReply) => Promise<FastifyReply>
  /** Shows it to be framed by the console, whose origin is given where it is another. */
  readonly showPreview: (reply: FastifyReply, console: string | null) => FastifyReply
}

/**
 * The console's origin, which alone may frame the previews of a page (reliability.md "Content-Security-Policy"); null where it is known only
 * as the page's own: neither has an address that was set.
 */
export const getConsoleOrigin = (
  { publicUrl, publicOrigin }: Pick<ServerContext, "publicUrl" | "publicOrigin">,
  base: string | null,
): string | null => publicOrigin ?? (base === null ? null : new URL(publicUrl()).origin)

/** Where a page is reached: the path of its base (`CHAT_URL`, `STATS_URL`), without a slash at the end, or where this server has it. */
export const getBasePath = (url: string | null, place: string): string => (url === null ? place : new URL(url).pathname.replace(/\/+$/, ""))

const unframed: CspSources = { "frame-ancestors": ["'none'"] }

/** A font that is not saved yet is shown as it stands in the style. */
const framedBy = (console: string | null): CspSources => ({
  "frame-ancestors": ["'self'", ...(console === null ? [] : [console])],
  "font-src": ["'self'", "data:"],
})

/** A path of a built page, with and without a slash at the end: whoever passes a link on may add one. */
export const withAndWithoutSlash = (path: string): ReadonlyArray<string> => [path, `${path}/`]

/** Serves the assets of a built page and gives what shows its document. */
export const registerBuiltPage = (app: FastifyInstance, { name, place, placeholders, sources = {} }: Built): BuiltPage => {
  const site = join(projectRoot, ".build", name)
  let template: string | null = null
  // Their names carry a hash of their content.
  void app.register(fastifyStatic, {
    root: join(site, "assets"),
    prefix: `${place}/assets/`,
    immutable: true,
    maxAge: "365d",
    index: false,
    decorateReply: false,
  })
  const send = (reply: FastifyReply, framing: CspSources): FastifyReply => {
    template ??= Object.entries(placeholders()).reduce(
      (text, [slot, value]) => text.replaceAll(slot, () => value),
      readFileSync(join(site, name, "index.html"), "utf8"),
    )
    const nonce = createNonce()
    return reply
      .header("content-security-policy", buildPagePolicy(nonce, { "img-src": ["'self'", "data:"], ...sources, ...framing }))
      .type("text/html; charset=utf-8")
      .send(template.replaceAll("CSP_NONCE", nonce))
  }
  const showFound: BuiltPage["showIfFound"] = async (reply, find) => {
    try {
      await find()
      return send(reply, unframed)
    } catch (error) {
      if (!(error instanceof HttpError)) reply.log.error({ err: toLogError(error) }, "what a page is about cannot be told")
      const { status, headers } = error instanceof HttpError ? error : serviceUnavailable()
      return send(reply.code(status).headers(headers), unframed)
    }
  }
  const showMissing = (reply: FastifyReply) => showFound(reply, () => Promise.reject(notFound()))
  // A link that was cut off is a respondent's, too: it is none of the console's, which would ask them to sign in.
  for (const path of [place, `${place}/*`])
    app.get(path, async (request, reply) => {
      if (!wantsHtml(request)) throw notFound()
      return showMissing(reply)
    })
  return {
    showIfFound: showFound,
    showNotFound: showMissing,
    showPreview: (reply, console) => send(reply.removeHeader("x-frame-options"), framedBy(console)),
  }
}

// Whose page says that an address leads nowhere: a respondent's is none of the console's, which would ask them to sign in.

type Show = (reply: FastifyReply) => unknown

export type NotFoundPages = {
  /** Has `show` say it for every address under a place (`/chat`). */
  readonly register: (place: string, show: Show) => void
  /** Says it, on the page of the place that the address is under; on the console's where it is under none. */
  readonly show: (url: string, reply: FastifyReply) => void
}

export const createNotFoundPages = (console: Show): NotFoundPages => {
  const places = new Map<string, Show>()
  return {
    register: (place, show) => {
      places.set(place, show)
    },
    show: (url, reply) => {
      const [, place = ""] = /^(\/[^/?]*)/.exec(url) ?? []
      const show = places.get(place) ?? console
      show(reply)
    },
  }
}
