// The server's routes, made from the contract's calls.
import multipart from "@fastify/multipart"
import type { FastifyInstance, FastifyReply } from "fastify"
import { type ConsolePages, wantsPage } from "../pages/console-pages.ts"
import type { ServerContext } from "../server-context.ts"
import { type EndpointHandler, RawResponse } from "./endpoint-handler.ts"
import { diskMessages, serviceUnavailable } from "./http-error.ts"
import { runIdempotently } from "./idempotency.ts"

/** What is a page of the console, and read as a call (contract "HTTP API"). */
const sharedPagePaths: ReadonlySet<string> = new Set(["/login"])

export const registerEndpoints = (
  app: FastifyInstance,
  context: ServerContext,
  shown: ConsolePages,
  calls: ReadonlyArray<EndpointHandler>,
): void => {
  add(
    app,
    context,
    shown,
    calls.filter(({ to }) => to.takes === undefined),
  )
  // Only calls that take files read such bodies; to all others they are of an unknown type.
  void app.register(async (inside) => {
    await inside.register(multipart)
    add(
      inside,
      context,
      shown,
      calls.filter(({ to }) => to.takes !== undefined),
    )
  })
}

const add = (app: FastifyInstance, context: ServerContext, shown: ConsolePages, calls: ReadonlyArray<EndpointHandler>): void => {
  for (const { to, bodyLimit, changes = to.method !== "get", creates, authorize, answer } of calls)
    app.route({
      method: to.method.toUpperCase(),
      url: to.path.replace(/\{(\w+)\}/g, ":$1"),
      // HEAD does what GET does, and nothing that changes anything: that GET has none.
      exposeHeadRoute: to.method === "get" && !changes,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      handler: async (request, reply) => {
        if (to.method === "get" && sharedPagePaths.has(to.path) && wantsPage(request)) return shown.show(reply)
        if (changes) requireWritableDisk(context)
        const body = await (creates === true
          ? runIdempotently(context, request, {
              answer: (inside) => answer(inside, request, reply),
              admit: (inside) => authorize(inside, request),
            })
          : answer(context, request, reply))
        // A file has been sent already.
        if (reply.sent) return reply
        return body instanceof RawResponse ? reply.headers(body.headers).type(body.type).send(body.body) : sendJson(reply, body)
      },
    })
}

const requireWritableDisk = ({ database }: ServerContext): void => {
  const disk = database.diskState()
  if (disk !== "ready") throw serviceUnavailable(diskMessages[disk])
}

export const sendJson = (reply: FastifyReply, body: unknown): FastifyReply =>
  reply.type("application/json; charset=utf-8").send(JSON.stringify(body))
