// The server's routes, made from the contract's calls.
import type { FastifyInstance, FastifyReply } from "fastify"
import type { House } from "../house.ts"
import type { Call } from "./call.ts"
import { type Pages, wantsPage } from "./pages.ts"
import { unavailable } from "./trouble.ts"

export const route = (app: FastifyInstance, house: House, shown: Pages, calls: ReadonlyArray<Call>): void => {
  for (const { to, bodyLimit, changes = to.method !== "get", answer } of calls)
    app.route({
      method: to.method.toUpperCase(),
      url: to.path.replace(/\{(\w+)\}/g, ":$1"),
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      handler: async (request, reply) => {
        // A path outside /api is the console's page, too.
        if (!to.path.startsWith("/api/") && wantsPage(request)) return shown.show(reply)
        if (changes && !house.database.hasRoom()) throw unavailable("The disk is full: nothing can be saved until there is room.")
        return sendJson(reply, await answer(house, request, reply))
      },
    })
}

export const sendJson = (reply: FastifyReply, body: unknown): FastifyReply =>
  reply.type("application/json; charset=utf-8").send(JSON.stringify(body))
