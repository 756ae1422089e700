// The server's routes, made from the contract's calls.
import multipart from "@fastify/multipart"
import type { FastifyInstance, FastifyReply } from "fastify"
import { type Pages, wantsPage } from "../pages/console-pages.ts"
import type { House } from "../server-context.ts"
import { type Call, Written } from "./endpoint-handler.ts"
import { unavailable, unwritable } from "./http-error.ts"
import { once } from "./idempotency.ts"

/** What is a page of the console, and read as a call (contract "HTTP API"). */
const alsoPages: ReadonlySet<string> = new Set(["/login"])

export const route = (app: FastifyInstance, house: House, shown: Pages, calls: ReadonlyArray<Call>): void => {
  add(
    app,
    house,
    shown,
    calls.filter(({ to }) => to.takes === undefined),
  )
  // Only calls that take files read such bodies; to all others they are of an unknown type.
  void app.register(async (inside) => {
    await inside.register(multipart)
    add(
      inside,
      house,
      shown,
      calls.filter(({ to }) => to.takes !== undefined),
    )
  })
}

const add = (app: FastifyInstance, house: House, shown: Pages, calls: ReadonlyArray<Call>): void => {
  for (const { to, bodyLimit, changes = to.method !== "get", creates, admit, answer } of calls)
    app.route({
      method: to.method.toUpperCase(),
      url: to.path.replace(/\{(\w+)\}/g, ":$1"),
      // HEAD does what GET does, and nothing that changes anything: that GET has none.
      exposeHeadRoute: to.method === "get" && !changes,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      handler: async (request, reply) => {
        if (to.method === "get" && alsoPages.has(to.path) && wantsPage(request)) return shown.show(reply)
        if (changes) refuseUnwritable(house)
        const body = await (creates === true
          ? once(house, request, { answer: (inside) => answer(inside, request, reply), admit: (inside) => admit(inside, request) })
          : answer(house, request, reply))
        // A file has been sent already.
        if (reply.sent) return reply
        return body instanceof Written ? reply.headers(body.headers).type(body.type).send(body.body) : sendJson(reply, body)
      },
    })
}

const refuseUnwritable = ({ database }: House): void => {
  const disk = database.disk()
  if (disk !== "ready") throw unavailable(unwritable[disk])
}

export const sendJson = (reply: FastifyReply, body: unknown): FastifyReply =>
  reply.type("application/json; charset=utf-8").send(JSON.stringify(body))
