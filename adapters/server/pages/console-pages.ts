// Serves the console's pages and assets, with their Content-Security-Policy.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { canBeSlug } from "../../../domain/communities/community.ts"
import { projectRoot } from "../settings.ts"
import { buildPagePolicy, createNonce } from "./content-security-policy.ts"

const buildFolder = join(projectRoot, ".build/console")

/**
 * The console's routes. `/login` is registered with the endpoints, because it is an endpoint too
 * (accounts/sign-in-endpoints.ts).
 */
const paths = [
  "/",
  "/password-reset",
  "/change-password/:token",
  "/logout",
  "/home",
  "/account",
  "/account/authentication",
  "/admin",
  "/admin/user-management",
  "/admin/community-management",
  "/admin/removal-management",
  "/chats/:community",
  "/chats/:community/:script",
  "/chats/:community/:script/edit",
  "/:community/chats",
  "/:community/stylesheet",
  "/:community/members",
  "/:community/members/person",
  "/:community/options",
  "/:community/removal-chats",
] as const

const pathParameter = /:\w+/g
const pathPatterns = [...paths, "/login"].map((path) => new RegExp(`^${path.replaceAll(pathParameter, "[^/]+")}$`, "i"))

/** Whether the console shows a page at this address. Its router ignores case and trailing slashes. */
export const isConsolePath = (url: string): boolean => {
  const path = (url.split("?", 1)[0] ?? "").replace(/\/+$/, "")
  return pathPatterns.some((pattern) => pattern.test(path)) || canBeSlug(path.slice(1))
}

type ConsolePageOptions = {
  readonly frameSources: ReadonlyArray<string>
  /** Base URLs of chat and statistics; null: on the page's own origin. */
  readonly bases: { readonly chat: string | null; readonly stats: string | null }
}

/** Whether a path that is both a page and an endpoint was requested as a page: by any client that does not ask for JSON. */
export const wantsPage = ({ headers: { accept = "" } }: FastifyRequest): boolean =>
  accept.includes("text/html") || !accept.includes("application/json")
/** Whether a browser is navigating, so that an unknown address is answered with a page. */
export const wantsHtml = ({ method, headers: { accept = "" } }: FastifyRequest): boolean => method === "GET" && accept.includes("text/html")

export type ConsolePages = { readonly show: (reply: FastifyReply, status?: number) => FastifyReply }

export const registerConsolePages = (app: FastifyInstance, { frameSources, bases }: ConsolePageOptions): ConsolePages => {
  let template: string | null = null
  const show = (reply: FastifyReply, status = 200): FastifyReply => {
    template ??= readFileSync(join(buildFolder, "console/index.html"), "utf8")
      .replace("CHAT_BASE", () => bases.chat ?? "")
      .replace("STATS_BASE", () => bases.stats ?? "")
    const nonce = createNonce()
    return reply
      .code(status)
      .header("content-security-policy", buildPagePolicy(nonce, { "worker-src": ["'self'"], "frame-src": frameSources }))
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(template.replaceAll("CSP_NONCE", nonce))
  }
  for (const path of paths) app.get(path, { exposeHeadRoute: true }, (_request, reply) => show(reply))
  app.get("/.well-known/change-password", { exposeHeadRoute: true }, (_request, reply) => reply.redirect("/account/authentication", 302))
  // Names of assets contain a hash of their content.
  void app.register(fastifyStatic, {
    root: join(buildFolder, "assets"),
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
    index: false,
    decorateReply: false,
    preCompressed: true,
    // A worker gets its policy from its script's response; pages ignore that header.
    setHeaders: (reply, path) => {
      if (/\.js(\.br|\.gz)?$/.test(path)) reply.header("content-security-policy", scriptPolicy)
    },
  })
  return { show }
}

/** A worker may import its own modules and call the API. */
const scriptPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
