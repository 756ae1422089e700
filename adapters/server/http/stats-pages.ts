// The live statistics' page and its assets, under the base of the statistics (contract "Addresses the console links to").
import type { FastifyInstance } from "fastify"
import type { House } from "../house.ts"
import type { Settings } from "../settings.ts"
import { basePath, builtPage, consoleOrigin } from "./page-template.ts"

/** Where this server has it. What stands before it may serve it elsewhere (`STATS_URL`). */
const place = "/stats"

export const statsPages = (
  app: FastifyInstance,
  house: Pick<House, "publicUrl" | "publicOrigin">,
  { statsUrl }: Pick<Settings, "statsUrl">,
): void => {
  const { show, preview } = builtPage(app, {
    name: "stats",
    place,
    filled: () => ({ STATS_BASE: basePath(statsUrl, place), CONSOLE_ORIGIN: consoleOrigin(house, statsUrl) ?? "" }),
  })
  app.get(`${place}/:community/:script`, { exposeHeadRoute: true }, (_request, reply) => show(reply))
  app.get(`${place}/:community/preview`, { exposeHeadRoute: true }, (_request, reply) => preview(reply, consoleOrigin(house, statsUrl)))
}
