// Registers the endpoints as routes.
import multipart from "@fastify/multipart"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { longReadLimits, maxOrdinaryBytes, maxRequestValues } from "../../../domain/conversations/conversation-limits.ts"
import { type ConsolePages, wantsPage } from "../pages/console-pages.ts"
import { toNetworkPrefix } from "../security/respondent-rate-limit.ts"
import type { ServerContext } from "../server-context.ts"
import { type EndpointHandler, pickStrings, RawResponse } from "./endpoint-handler.ts"
import { diskMessages, serviceUnavailable } from "./http-error.ts"
import { runIdempotently } from "./idempotency.ts"
import { UnparsedBody } from "./json-body.ts"
import type { LargeBodies } from "./large-bodies.ts"
import type { LargeRequestThread } from "./large-request-thread.ts"
import type { LongResponses } from "./long-responses.ts"
import { sendText } from "./long-text.ts"

/** Paths that are both a console page and a GET endpoint. */
const sharedPagePaths: ReadonlySet<string> = new Set(["/login"])

/** What the routes of the main thread have besides their endpoints. */
type MainThread = {
  readonly consolePages: ConsolePages
  readonly largeBodies: { readonly signedIn: LargeBodies; readonly anonymous: LargeBodies }
  /** Admits the long reads of signed-in users. */
  readonly longReads: Pick<LargeBodies, "admitWork">
  readonly thread: LargeRequestThread
  readonly longResponses: LongResponses
}

export const registerEndpoints = (
  app: FastifyInstance,
  context: ServerContext,
  main: MainThread,
  endpoints: ReadonlyArray<EndpointHandler>,
): void => {
  addRoutes(
    app,
    context,
    main,
    endpoints.filter(({ endpoint }) => endpoint.requestMediaType === undefined),
  )
  // Only upload endpoints parse multipart bodies; all others reject them as an unknown type.
  void app.register(async (scope) => {
    await scope.register(multipart)
    addRoutes(
      scope,
      context,
      main,
      endpoints.filter(({ endpoint }) => endpoint.requestMediaType !== undefined),
    )
  })
}

/** Adds a route for each endpoint. `main` is null on the thread for large requests, which gets only what the main thread has admitted. */
export const addRoutes = (
  app: FastifyInstance,
  context: ServerContext,
  main: MainThread | null,
  endpoints: ReadonlyArray<EndpointHandler>,
): void => {
  for (const {
    endpoint,
    bodyLimit,
    isPublic = false,
    changes = endpoint.method !== "get",
    creates,
    countStoredBytes,
    isLongRead = false,
    authorize,
    handle,
  } of endpoints)
    app.route({
      method: endpoint.method.toUpperCase(),
      url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      // HEAD behaves like GET, so a GET that changes something has none.
      exposeHeadRoute: endpoint.method === "get" && !changes,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      config: {
        maxValues: isPublic ? maxRequestValues.anonymous : maxRequestValues.signedIn,
        leavesLargeBodies: main !== null && !isPublic,
      },
      onRequest: async (request, reply) => {
        if (main === null) return
        if (isLongRead) {
          const { user } = await authorize(context, request)
          if (user !== undefined) await main.longReads.admitWork(request, reply, user.uuid)
        }
        if (endpoint.method === "get") return
        // Before the body is read. The handler checks again: the right may have ended while a long body arrived.
        const { user } = await authorize(context, request)
        const isStreamed = endpoint.requestMediaType !== undefined
        const { signedIn, anonymous } = main.largeBodies
        if (user !== undefined && (isStreamed || (bodyLimit ?? 0) > maxOrdinaryBytes))
          await signedIn.admit(request, reply, { user: user.uuid, isStreamed })
        if (user === undefined && !isStreamed && (bodyLimit ?? 0) > maxOrdinaryBytes)
          await anonymous.admit(request, reply, { user: toNetworkPrefix(request.ip), isStreamed })
      },
      handler: async (request, reply) => {
        if (main !== null && endpoint.method === "get" && sharedPagePaths.has(endpoint.path) && wantsPage(request))
          return main.consolePages.show(reply)
        if (changes) requireWritableDisk(context)
        if (main !== null) {
          if (request.body instanceof UnparsedBody) return sendFromThread(main.thread, request, reply)
          if (countStoredBytes !== undefined && (await countStoredBytes(context, pickStrings(request.params))) > maxOrdinaryBytes) {
            const { user } = await authorize(context, request)
            if (user !== undefined) await main.largeBodies.signedIn.admitWork(request, reply, user.uuid)
            return sendFromThread(main.thread, request, reply)
          }
        }
        const send = (text: string): FastifyReply => {
          if (isPublic) main?.longResponses.admit(reply, toNetworkPrefix(request.ip), text.length)
          return sendText(reply, text)
        }
        const body = await (creates === true
          ? runIdempotently(context, request, {
              handle: (nestedContext) => handle(nestedContext, request, reply),
              authorize: (nestedContext) => authorize(nestedContext, request),
            })
          : handle(context, request, reply))
        // A reader that stalls would hold its response, and delay the next ones of its user.
        if (isLongRead) reply.raw.setTimeout(longReadLimits.stallMs, () => reply.raw.destroy())
        // The handler has sent a file itself.
        if (reply.sent) return reply
        if (!(body instanceof RawResponse)) {
          reply.type("application/json; charset=utf-8")
          return send(JSON.stringify(body) ?? "")
        }
        reply.headers(body.headers).type(body.type)
        return typeof body.body === "string" ? send(body.body) : reply.send(body.body)
      },
    })
}

const sendFromThread = async (thread: LargeRequestThread, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const bytes = request.body instanceof UnparsedBody ? request.body.bytes : Buffer.from(JSON.stringify(request.body) ?? "")
  const { status, headers, body } = await thread.handle(request, bytes)
  return reply
    .code(status)
    .headers({ ...headers })
    .send(Buffer.from(body.buffer))
}

const requireWritableDisk = ({ database }: ServerContext): void => {
  const disk = database.diskState()
  if (disk !== "ready") throw serviceUnavailable(diskMessages[disk])
}
