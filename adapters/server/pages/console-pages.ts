// The console's pages and their assets, with the Content-Security-Policy of reliability.md.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { couldBeSlug } from "../../../domain/communities/community.ts"
import { projectRoot } from "../settings.ts"
import { buildPagePolicy, createNonce } from "./content-security-policy.ts"

const site = join(projectRoot, ".build/console")

/** The console's routes, row for row the table of spec/1-console §2; `/login` is a call too (accounts/sign-in-endpoints.ts). */
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

const segment = /:\w+/g
const pathPatterns = [...paths, "/login"].map((path) => new RegExp(`^${path.replaceAll(segment, "[^/]+")}$`, "i"))

/** Whether the console shows a page at an address that is not quite one of its paths: its router minds neither case nor a slash too many. */
export const isConsolePath = (url: string): boolean => {
  const path = (url.split("?", 1)[0] ?? "").replace(/\/+$/, "")
  return pathPatterns.some((shape) => shape.test(path)) || couldBeSlug(path.slice(1))
}

type ConsolePageOptions = {
  readonly frameSources: ReadonlyArray<string>
  /** Where chat and statistics are served; null: on the page's own origin. */
  readonly bases: { readonly chat: string | null; readonly stats: string | null }
}

/** Whether a path that is both a page and a call was asked for as a page: by anyone who does not ask for JSON. */
export const wantsPage = ({ headers: { accept = "" } }: FastifyRequest): boolean =>
  accept.includes("text/html") || !accept.includes("application/json")
/** Whether a browser's address bar asked, so that an unknown address is answered by a page that says so. */
export const wantsHtml = ({ method, headers: { accept = "" } }: FastifyRequest): boolean => method === "GET" && accept.includes("text/html")

export type ConsolePages = { readonly show: (reply: FastifyReply, status?: number) => FastifyReply }

export const registerConsolePages = (app: FastifyInstance, { frameSources, bases }: ConsolePageOptions): ConsolePages => {
  let template: string | null = null
  const show = (reply: FastifyReply, status = 200): FastifyReply => {
    template ??= readFileSync(join(site, "console/index.html"), "utf8")
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
  // Their names carry a hash of their content.
  void app.register(fastifyStatic, {
    root: join(site, "assets"),
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
    index: false,
    decorateReply: false,
    // A worker has the policy of its script; to a page the header of a script says nothing.
    setHeaders: (reply, path) => {
      if (path.endsWith(".js")) reply.header("content-security-policy", scriptPolicy)
    },
  })
  return { show }
}

/** A worker may take its own parts along, and call the API. */
const scriptPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
