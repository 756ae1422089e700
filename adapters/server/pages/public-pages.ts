// The respondents' page and its assets, under the base of the chat (contract "Addresses the console links to"). It carries no cookie; what
// it shows comes by the calls of adapters/contract/public-page-contract.ts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { anonymousAddress, chatSlugProblem } from "../../../domain/links/respondent-urls.ts"
import { videoHosts } from "../../../domain/rich-text/message-media.ts"
import { folded } from "../../../domain/text/text-input.ts"
import { findPersonal, liveChat } from "../conversations/conversation-access.ts"
import type { House } from "../server-context.ts"
import type { Settings } from "../settings.ts"
import { scriptWithStatistics } from "../statistics/statistics-repository.ts"
import { basePath, builtPage, consoleOrigin, eitherWay, type MissingPages } from "./page-template.ts"

/** Where this server has it. What stands before it may serve it elsewhere (`CHAT_URL`). */
const chatPath = "/chat"

export const chatPages = (
  { app, nowhere }: { readonly app: FastifyInstance; readonly nowhere: MissingPages },
  house: Pick<House, "database" | "crowd" | "now" | "publicUrl" | "publicOrigin">,
  { chatUrl, statsUrl }: Pick<Settings, "chatUrl" | "statsUrl">,
): void => {
  const { database } = house
  const base = basePath(chatUrl, chatPath)
  const { showFound, showMissing, preview } = builtPage(app, {
    name: "chat",
    place: chatPath,
    filled: () => ({ CHAT_BASE: base, STATS_BASE: statsUrl ?? "", CONSOLE_ORIGIN: consoleOrigin(house, chatUrl) ?? "" }),
    sources: {
      // Pictures in messages may come from elsewhere (domain/rich-text/allowed-markup.ts), videos too; players from two hosts (decisions I11).
      "img-src": ["'self'", "data:", "blob:", "https:"],
      "media-src": ["'self'", "https:"],
      "frame-src": Object.values(videoHosts),
    },
  })
  nowhere.under(chatPath, showMissing)
  type Short = FastifyRequest<{ Params: { code: string } }>
  /** Everybody's link to the chat that this slug was saved for; null where it was for none. */
  const slugged = async ({ params: { code }, url }: Short): Promise<string | null> => {
    if (chatSlugProblem(code) !== null) return null
    const found = await database.db
      .selectFrom("chat_slugs")
      .innerJoin("scripts", "scripts.id", "chat_slugs.script_id")
      .innerJoin("communities", "communities.id", "scripts.community_id")
      .select(["scripts.id", "scripts.language", "communities.slug"])
      .where("chat_slugs.slug_key", "=", folded(code))
      .executeTakeFirst()
    if (found === undefined) return null
    const [address = "", language] = anonymousAddress(
      { chat: base },
      { slug: found.slug, script: found.id, language: found.language },
    ).split("?", 2)
    const query = new URLSearchParams(url.split("?", 2)[1])
    if (language !== undefined && !query.has("l")) query.set("l", found.language)
    return query.size === 0 ? address : `${address}?${query}`
  }
  /** A slug that was saved for a chat stands for its anonymous link; anything else may be the code of a person's. */
  const short = async (request: Short, reply: FastifyReply) => {
    let address: string | null
    try {
      address = await slugged(request)
    } catch (error) {
      return showFound(reply, () => Promise.reject(error))
    }
    if (address !== null) return reply.redirect(address, 302)
    return showFound(reply, () => findPersonal(house, { pass: request.params.code, ip: request.ip }))
  }
  type Link = FastifyRequest<{ Params: { community: string; script: string; pass: string } }>
  for (const path of eitherWay(`${chatPath}/:community/chat/:script/:pass`))
    app.get(path, { exposeHeadRoute: true }, ({ params, ip }: Link, reply) =>
      showFound(reply, () =>
        params.pass === "anonymous" ? liveChat(database.db, params) : findPersonal(house, { pass: params.pass, ip }),
      ),
    )
  for (const path of eitherWay(`${chatPath}/s/:code`)) app.get(path, { exposeHeadRoute: true }, short)
  for (const path of eitherWay(`${chatPath}/:community/preview`))
    app.get(path, { exposeHeadRoute: true }, (_request, reply) => preview(reply, consoleOrigin(house, chatUrl)))
}

// The live statistics' page and its assets, under the base of the statistics (contract "Addresses the console links to").

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
