// The Fastify app without its endpoints: logging, headers, limits, errors and not-found pages.
import { randomUUID } from "node:crypto"
import compress from "@fastify/compress"
import cookie from "@fastify/cookie"
import helmet from "@fastify/helmet"
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify"
import { maxHeaderBytes, maxRequestBytes, transferTimeoutMs } from "../../../domain/conversations/conversation-limits.ts"
import { createNotFoundPages, type NotFoundPages } from "../pages/built-pages.ts"
import { type ConsolePages, isConsolePath, registerConsolePages, wantsHtml } from "../pages/console-pages.ts"
import type { Settings } from "../settings.ts"
import { refuseTinyChunks } from "./body-chunks.ts"
import { createClientErrorHandler, rejectConnect, securityHeaders, sendError, validateHeaders } from "./error-responses.ts"
import { refuseSmallParts } from "./form-parts.ts"
import { notFound, serviceUnavailable } from "./http-error.ts"
import { parseInParts } from "./incoming-parts.ts"
import { registerJsonBodyParser } from "./json-body.ts"
import { queuePipelinedRequests } from "./pipelined-requests.ts"

type CreatedApp = { readonly app: FastifyInstance; readonly shown: ConsolePages; readonly notFoundPages: NotFoundPages }

export const createFastifyApp = async (settings: Settings): Promise<CreatedApp> => {
  const app = fastify({
    bodyLimit: maxRequestBytes,
    // A slow sender cannot hold a connection forever; Node limits the headers to one minute of this. Nor can a reader that no longer reads.
    requestTimeout: transferTimeoutMs,
    connectionTimeout: transferTimeoutMs,
    exposeHeadRoutes: false,
    // The onRequest hook below checks the Host header; Node would answer without a body.
    http: { requireHostHeader: false, maxHeaderSize: maxHeaderBytes },
    // Unique across processes. A request id sent by the client is ignored, because it would end up in the logs.
    genReqId: () => randomUUID(),
    // Overlong path parameters reach the handlers, which answer 404; the limit of the headers bounds them.
    routerOptions: { maxParamLength: 16 * 1024 },
    trustProxy: (_address, hop) => hop < settings.proxies,
    // The onRequest hook below answers in the format of all other errors.
    return503OnClosing: false,
    clientErrorHandler: createClientErrorHandler(),
    // An address may not be decodable: browsers get the not-found page.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...securityHeaders, "x-request-id": request.id })
      if (error.code === "FST_ERR_BAD_URL" && wantsNotFoundPage(request)) notFoundPages.show(request.url, reply)
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
  parseInParts(app.server)
  queuePipelinedRequests(app.server)
  refuseTinyChunks(app.server)
  refuseSmallParts(app.server)
  registerJsonBodyParser(app)
  app.setErrorHandler(sendError)
  await app.register(helmet, {
    // Pages set their own policy with a nonce; other responses may not load or run anything.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
    hsts: settings.publicUrl?.startsWith("https:") ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  let isStopping = false
  app.addHook("preClose", async () => {
    isStopping = true
  })
  // Node would answer these without a body.
  app.server.on("connect", rejectConnect)
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response))
  app.addHook("onRequest", async ({ raw }) => {
    if (isStopping) throw serviceUnavailable("The server is stopping; try again in a moment.")
    validateHeaders(raw)
  })
  await app.register(cookie)
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"], globalDecompression: false })
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id)
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store")
  })
  const shown = registerConsolePages(app, {
    frameSources: frameSources(settings),
    bases: { chat: settings.chatUrl, stats: settings.statsUrl },
  })
  const notFoundPages = createNotFoundPages((reply) => shown.show(reply, 404))
  app.setNotFoundHandler((request, reply) => {
    if (!wantsNotFoundPage(request)) throw notFound()
    if (isConsolePath(request.url)) return shown.show(reply, 200)
    notFoundPages.show(request.url, reply)
    return reply
  })
  return { app, shown, notFoundPages }
}

/** Whether a browser requested a page, as opposed to an asset or the API. */
const wantsNotFoundPage = (request: FastifyRequest): boolean => wantsHtml(request) && !/^\/(api|assets)(\/|$)/.test(request.url)

/**
 * Returns the path for the log, without tokens of mails or respondents' links; queries are dropped because they may
 * hold tokens too. Unescaped as the router reads it, so that an escaped path does not hide its token.
 */
const redactPath = (url: string): string =>
  (url.split("?", 1)[0] ?? "")
    .replace(/%[2-7][\da-f]/gi, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16)))
    .replace(/(change-password|password-constraints)\/.+/is, "$1/…")
    .replace(/(\/chat\/(?:s|[^/]+\/chat\/[^/]+))\/(?!anonymous$).+/is, "$1/…")

/** Origins of the preview frames: the page's own, unless chat or statistics have others. */
const frameSources = ({ chatUrl, statsUrl }: Settings): ReadonlyArray<string> => [
  ...new Set([chatUrl, statsUrl].map((url) => (url === null ? "'self'" : new URL(url).origin))),
]
