// Registers the endpoints as routes.
import multipart from "@fastify/multipart"
import type { FastifyInstance, FastifyReply } from "fastify"
import { maxOrdinaryBytes, maxRequestValues } from "../../../domain/conversations/conversation-limits.ts"
import { type ConsolePages, wantsPage } from "../pages/console-pages.ts"
import type { ServerContext } from "../server-context.ts"
import { type EndpointHandler, RawResponse } from "./endpoint-handler.ts"
import { diskMessages, serviceUnavailable } from "./http-error.ts"
import { runIdempotently } from "./idempotency.ts"

/** Paths that are both a console page and a GET endpoint. */
const sharedPagePaths: ReadonlySet<string> = new Set(["/login"])

export const registerEndpoints = (
  app: FastifyInstance,
  context: ServerContext,
  consolePages: ConsolePages,
  endpoints: ReadonlyArray<EndpointHandler>,
): void => {
  addRoutes(
    app,
    context,
    consolePages,
    endpoints.filter(({ endpoint }) => endpoint.requestMediaType === undefined),
  )
  // Only upload endpoints parse multipart bodies; all others reject them as an unknown type.
  void app.register(async (scope) => {
    await scope.register(multipart)
    addRoutes(
      scope,
      context,
      consolePages,
      endpoints.filter(({ endpoint }) => endpoint.requestMediaType !== undefined),
    )
  })
}

const addRoutes = (
  app: FastifyInstance,
  context: ServerContext,
  consolePages: ConsolePages,
  endpoints: ReadonlyArray<EndpointHandler>,
): void => {
  for (const { endpoint, bodyLimit, isPublic = false, changes = endpoint.method !== "get", creates, authorize, handle } of endpoints)
    app.route({
      method: endpoint.method.toUpperCase(),
      url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      // HEAD behaves like GET, so a GET that changes something has none.
      exposeHeadRoute: endpoint.method === "get" && !changes,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      config: { maxValues: isPublic ? maxRequestValues.anonymous : maxRequestValues.signedIn },
      onRequest: async (request, reply) => {
        if (endpoint.method === "get") return
        // Before the body is read. The handler checks again: the right may have ended while a long body arrived.
        const { user } = await authorize(context, request)
        if (user !== undefined && (endpoint.requestMediaType !== undefined || (bodyLimit ?? 0) > maxOrdinaryBytes))
          await context.largeBodies.admit(request, reply, user.uuid)
      },
      handler: async (request, reply) => {
        if (endpoint.method === "get" && sharedPagePaths.has(endpoint.path) && wantsPage(request)) return consolePages.show(reply)
        if (changes) requireWritableDisk(context)
        const body = await (creates === true
          ? runIdempotently(context, request, {
              handle: (nestedContext) => handle(nestedContext, request, reply),
              authorize: (nestedContext) => authorize(nestedContext, request),
            })
          : handle(context, request, reply))
        // The handler has sent a file itself.
        if (reply.sent) return reply
        return body instanceof RawResponse ? reply.headers(body.headers).type(body.type).send(body.body) : sendJson(reply, body)
      },
    })
}

const requireWritableDisk = ({ database }: ServerContext): void => {
  const disk = database.diskState()
  if (disk !== "ready") throw serviceUnavailable(diskMessages[disk])
}

const sendJson = (reply: FastifyReply, body: unknown): FastifyReply =>
  reply.type("application/json; charset=utf-8").send(JSON.stringify(body))
