// The live statistics' page and its assets, under the base of the statistics (contract "Addresses the console links to").
import type { FastifyInstance } from "fastify"
import type { Settings } from "../settings.ts"
import { basePath, builtPage } from "./page-template.ts"

/** Where this server has it. What stands before it may serve it elsewhere (`STATS_URL`). */
const place = "/stats"

export const statsPages = (app: FastifyInstance, { statsUrl }: Pick<Settings, "statsUrl">): void => {
  const show = builtPage(app, { name: "stats", place, filled: { STATS_BASE: basePath(statsUrl, place) } })
  app.get(`${place}/:community/:script`, { exposeHeadRoute: true }, (_request, reply) => show(reply))
}
