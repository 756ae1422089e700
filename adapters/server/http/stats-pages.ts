// The live statistics' page and its assets, under the base of the statistics (contract "Addresses the console links to").
import type { FastifyInstance, FastifyRequest } from "fastify"
import type { House } from "../house.ts"
import type { Settings } from "../settings.ts"
import { scriptWithStatistics } from "../statistics/script.ts"
import type { MissingPages } from "./missing-pages.ts"
import { basePath, builtPage, consoleOrigin, eitherWay } from "./page-template.ts"

/** Where this server has it. What stands before it may serve it elsewhere (`STATS_URL`). */
const place = "/stats"

export const statsPages = (
  { app, nowhere }: { readonly app: FastifyInstance; readonly nowhere: MissingPages },
  house: Pick<House, "database" | "publicUrl" | "publicOrigin">,
  { statsUrl }: Pick<Settings, "statsUrl">,
): void => {
  const { showFound, showMissing, preview } = builtPage(app, {
    name: "stats",
    place,
    filled: () => ({ STATS_BASE: basePath(statsUrl, place), CONSOLE_ORIGIN: consoleOrigin(house, statsUrl) ?? "" }),
  })
  nowhere.under(place, showMissing)
  type Link = FastifyRequest<{ Params: { community: string; script: string } }>
  for (const path of eitherWay(`${place}/:community/:script`))
    app.get(path, { exposeHeadRoute: true }, ({ params: { community, script } }: Link, reply) =>
      showFound(reply, () => scriptWithStatistics(house.database.db, { slug: community, script })),
    )
  for (const path of eitherWay(`${place}/:community/preview`))
    app.get(path, { exposeHeadRoute: true }, (_request, reply) => preview(reply, consoleOrigin(house, statsUrl)))
}
