// The respondents' page and its assets, under the base of the chat (contract "Addresses the console links to"). It carries no cookie; what
// it shows comes by the calls of adapters/contract/chat.ts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { folded } from "../../../domain/folded.ts"
import { anonymousAddress, chatSlugProblem } from "../../../domain/links/addresses.ts"
import { videoHosts } from "../../../domain/rich-text/video.ts"
import { findPersonal, liveChat } from "../chat/link-status.ts"
import type { House } from "../house.ts"
import type { Settings } from "../settings.ts"
import type { MissingPages } from "./missing-pages.ts"
import { basePath, builtPage, consoleOrigin, eitherWay } from "./page-template.ts"

/** Where this server has it. What stands before it may serve it elsewhere (`CHAT_URL`). */
const place = "/chat"

export const chatPages = (
  { app, nowhere }: { readonly app: FastifyInstance; readonly nowhere: MissingPages },
  house: Pick<House, "database" | "crowd" | "now" | "publicUrl" | "publicOrigin">,
  { chatUrl, statsUrl }: Pick<Settings, "chatUrl" | "statsUrl">,
): void => {
  const { database } = house
  const base = basePath(chatUrl, place)
  const { showFound, showMissing, preview } = builtPage(app, {
    name: "chat",
    place,
    filled: () => ({ CHAT_BASE: base, STATS_BASE: statsUrl ?? "", CONSOLE_ORIGIN: consoleOrigin(house, chatUrl) ?? "" }),
    sources: {
      // Pictures in messages may come from elsewhere (domain/rich-text/allowlist.ts), videos too; players from two hosts (decisions I11).
      "img-src": ["'self'", "data:", "blob:", "https:"],
      "media-src": ["'self'", "https:"],
      "frame-src": Object.values(videoHosts),
    },
  })
  nowhere.under(place, showMissing)
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
  for (const path of eitherWay(`${place}/:community/chat/:script/:pass`))
    app.get(path, { exposeHeadRoute: true }, ({ params, ip }: Link, reply) =>
      showFound(reply, () =>
        params.pass === "anonymous" ? liveChat(database.db, params) : findPersonal(house, { pass: params.pass, ip }),
      ),
    )
  for (const path of eitherWay(`${place}/s/:code`)) app.get(path, { exposeHeadRoute: true }, short)
  for (const path of eitherWay(`${place}/:community/preview`))
    app.get(path, { exposeHeadRoute: true }, (_request, reply) => preview(reply, consoleOrigin(house, chatUrl)))
}
