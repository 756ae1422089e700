// The respondents' page and its assets, under the base of the chat (contract "Addresses the console links to"). It carries no cookie; what
// it shows comes by the calls of adapters/contract/chat.ts.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { anonymousAddress } from "../../../domain/links/addresses.ts"
import type { Database } from "../database/database.ts"
import { projectRoot } from "../project-root.ts"
import type { Settings } from "../settings.ts"
import { newNonce, pagePolicy } from "./policy.ts"

const site = join(projectRoot, ".build/chat")

/** Where this server has it. What stands before it may serve it elsewhere (`CHAT_URL`). */
const place = "/chat"

export const chatPages = (
  app: FastifyInstance,
  database: Pick<Database, "db">,
  { chatUrl, statsUrl, publicUrl }: Pick<Settings, "chatUrl" | "statsUrl" | "publicUrl">,
): void => {
  const base = chatUrl === null ? place : new URL(chatUrl).pathname.replace(/\/+$/, "")
  const admins = publicUrl === null ? [] : [new URL(publicUrl).origin]
  let template: string | null = null
  const show = (reply: FastifyReply, framedBy: ReadonlyArray<string> = ["'none'"]): FastifyReply => {
    template ??= readFileSync(join(site, "chat/index.html"), "utf8")
      .replaceAll("CHAT_BASE", () => base)
      .replace("STATS_BASE", () => statsUrl ?? "")
      .replace("CONSOLE_ORIGIN", () => admins[0] ?? "")
    const nonce = newNonce()
    return (
      reply
        // Pictures in messages may come from elsewhere (domain/rich-text/allowlist.ts).
        .header(
          "content-security-policy",
          pagePolicy(nonce, { "img-src": ["'self'", "data:", "blob:", "https:"], "frame-ancestors": framedBy }),
        )
        .type("text/html; charset=utf-8")
        .send(template.replaceAll("CSP_NONCE", nonce))
    )
  }
  /** A slug that was saved for a chat stands for its anonymous link; anything else may be the code of a person's. */
  const short = async (request: FastifyRequest<{ Params: { code: string } }>, reply: FastifyReply) => {
    const key = request.params.code.normalize("NFKC").toLowerCase()
    const found = await database.db
      .selectFrom("chat_slugs")
      .innerJoin("scripts", "scripts.id", "chat_slugs.script_id")
      .innerJoin("communities", "communities.id", "scripts.community_id")
      .select(["scripts.id", "scripts.language", "communities.slug"])
      .where("chat_slugs.slug_key", "=", key)
      .executeTakeFirst()
    if (found === undefined) return show(reply)
    const [address = "", language] = anonymousAddress(
      { chat: base },
      { slug: found.slug, script: found.id, language: found.language },
    ).split("?", 2)
    const query = new URLSearchParams(request.url.split("?", 2)[1])
    if (language !== undefined && !query.has("l")) query.set("l", found.language)
    return reply.redirect(query.size === 0 ? address : `${address}?${query}`, 302)
  }
  app.get(`${place}/:community/chat/:script/:pass`, { exposeHeadRoute: true }, (_request, reply) => show(reply))
  app.get(`${place}/s/:code`, { exposeHeadRoute: true }, short)
  app.get(`${place}/:community/preview`, { exposeHeadRoute: true }, (_request, reply) =>
    show(reply.removeHeader("x-frame-options"), ["'self'", ...admins]),
  )
  // Their names carry a hash of their content.
  void app.register(fastifyStatic, {
    root: join(site, "assets"),
    prefix: `${place}/assets/`,
    immutable: true,
    maxAge: "365d",
    index: false,
    decorateReply: false,
  })
}
