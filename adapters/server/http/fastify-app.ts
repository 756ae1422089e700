// The HTTP server without its calls: logs, headers, limits, errors, pages.
import { randomUUID } from "node:crypto"
import compress from "@fastify/compress"
import cookie from "@fastify/cookie"
import helmet from "@fastify/helmet"
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify"
import { maxHeaderBytes, maxRequestBytes, transferTimeoutMs } from "../../../domain/conversations/conversation-limits.ts"
import { type ConsolePages, isConsolePath, registerConsolePages, wantsHtml } from "../pages/console-pages.ts"
import { createNotFoundPages, type NotFoundPages } from "../pages/page-template.ts"
import type { Settings } from "../settings.ts"
import { rejectConnect, securityHeaders, sendClientError, sendError, validateHostAndExpect } from "./error-responses.ts"
import { notFound, serviceUnavailable } from "./http-error.ts"
import { registerJsonBodyParser } from "./json-body.ts"

type CreatedApp = { readonly app: FastifyInstance; readonly shown: ConsolePages; readonly nowhere: NotFoundPages }

export const createFastifyApp = async (settings: Settings): Promise<CreatedApp> => {
  const app = fastify({
    bodyLimit: maxRequestBytes,
    // A slow sender does not keep a connection for ever; Node gives headers a minute of it.
    requestTimeout: transferTimeoutMs,
    exposeHeadRoutes: false,
    // The hook below says it, where Node would answer without a word.
    http: { requireHostHeader: false, maxHeaderSize: maxHeaderBytes },
    // Told apart among several processes, too. What a request says itself is not taken over: it stands in the logs.
    genReqId: () => randomUUID(),
    // A part of a path that is too long to be a name is one that is not there; the headers' limit bounds it.
    routerOptions: { maxParamLength: 16 * 1024 },
    trustProxy: (_address, hop) => hop < settings.proxies,
    // The hook below says it as everything else is said.
    return503OnClosing: false,
    clientErrorHandler: sendClientError,
    // What stands in an address may be no text at all: a person gets the page that says so.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...securityHeaders, "x-request-id": request.id })
      if (error.code === "FST_ERR_BAD_URL" && wantsNotFoundPage(request)) nowhere.show(request.url, reply)
      else sendError(error, request, reply)
    },
    logger: {
      level: settings.logLevel,
      stream: process.stderr,
      serializers: {
        req: ({ method, url }) => ({ method, path: redactPath(url) }),
        res: ({ statusCode }) => ({ statusCode }),
      },
    },
  })
  registerJsonBodyParser(app)
  app.setErrorHandler(sendError)
  await app.register(helmet, {
    // Pages have a policy of their own, with a nonce; what is no page may do nothing.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
    hsts: settings.publicUrl?.startsWith("https:") ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  let isStopping = false
  app.addHook("preClose", async () => {
    isStopping = true
  })
  // What Node would answer without a word, too.
  app.server.on("connect", rejectConnect)
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response))
  app.addHook("onRequest", async ({ raw }) => {
    if (isStopping) throw serviceUnavailable("The server is stopping; try again in a moment.")
    validateHostAndExpect(raw)
  })
  await app.register(cookie)
  await app.register(compress, { threshold: 1024 })
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id)
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store")
  })
  const shown = registerConsolePages(app, {
    frameSources: frameSources(settings),
    bases: { chat: settings.chatUrl, stats: settings.statsUrl },
  })
  const nowhere = createNotFoundPages((reply) => shown.show(reply, 404))
  app.setNotFoundHandler((request, reply) => {
    if (!wantsNotFoundPage(request)) throw notFound()
    if (isConsolePath(request.url)) return shown.show(reply, 200)
    nowhere.show(request.url, reply)
    return reply
  })
  return { app, shown, nowhere }
}

/** Whether a person's browser asked, for a page. */
const wantsNotFoundPage = (request: FastifyRequest): boolean => wantsHtml(request) && !/^\/(api|assets)(\/|$)/.test(request.url)

/**
 * The path alone, without the token of a mail or of a respondent's link that is a part of it: a query or a header may hold a token, too. Read
 * as the router reads it: what is escaped as what it stands for, and after a host as without.
 */
const redactPath = (url: string): string =>
  (url.split("?", 1)[0] ?? "")
    .replace(/%[2-7][\da-f]/gi, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16)))
    .replace(/(change-password|password-constraints)\/.+/is, "$1/…")
    .replace(/(\/chat\/(?:s|[^/]+\/chat\/[^/]+))\/(?!anonymous$).+/is, "$1/…")

/** Where previews come from: the page's own origin, unless the chat or the statistics have others. */
const frameSources = ({ chatUrl, statsUrl }: Settings): ReadonlyArray<string> => [
  ...new Set([chatUrl, statsUrl].map((url) => (url === null ? "'self'" : new URL(url).origin))),
]
