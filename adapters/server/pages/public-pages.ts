// Registers the chat page and the live statistics page. They carry no cookies and load their data from the API.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { fillPlaceholders } from "../../../domain/catalog/catalog.ts"
import { chatTextLoaders, publicPageLanguage, statsTextLoaders } from "../../../domain/catalog/public-pages/public-page-texts.ts"
import { buildAnonymousUrl, chatSlugProblem } from "../../../domain/links/respondent-urls.ts"
import { videoHosts } from "../../../domain/rich-text/message-media.ts"
import type { AuthoredScript } from "../../../domain/script/script.ts"
import { getPublicTitle, getTitleIn } from "../../../domain/script/title.ts"
import { decodeStyle } from "../../../domain/style/community-style.ts"
import { buildPageHead, type PageSubject } from "../../../domain/style/page-head.ts"
import type { StyledPage } from "../../../domain/style/style-keys.ts"
import { foldCase } from "../../../domain/text/text-input.ts"
import { getStyle } from "../communities/style-endpoints.ts"
import { findLiveScript, requirePersonalLink } from "../conversations/conversation-access.ts"
import type { Db } from "../database/database.ts"
import type { ScriptRow } from "../database/tables.ts"
import { decodeLanguage } from "../scripts/script-repository.ts"
import { loadPublishedScript, type PublishedScriptRow } from "../scripts/script-revisions.ts"
import type { ServerContext } from "../server-context.ts"
import type { Settings } from "../settings.ts"
import { getScriptForStatistics } from "../statistics/statistics-repository.ts"
import {
  type DocumentHead,
  getBasePath,
  getConsoleOrigin,
  type NotFoundPages,
  registerBuiltPage,
  withAndWithoutSlash,
} from "./built-pages.ts"

/** [E7] The language in a page's address; a list if the address names it more than once. */
type LanguageQuery = { readonly l?: string | ReadonlyArray<string> }
const firstOf = (values: LanguageQuery["l"]): string | undefined => (typeof values === "string" ? values : values?.[0])

/** What a page without a chat to show says of itself, such as that of an unknown link or of a closed chat. */
const defaultSubjects = {
  web: { title: "Chat", description: "Answer questions in a chat.", site: null, language: "en" },
  stats: { title: "Live statistics", description: "The answers to a chat, updated live.", site: null, language: "en" },
} as const satisfies Record<StyledPage, PageSubject>

/** This server's path of the chat; a proxy may serve it elsewhere (`CHAT_URL`). */
const chatPath = "/chat"

export const registerChatPages = (
  { app, notFoundPages }: { readonly app: FastifyInstance; readonly notFoundPages: NotFoundPages },
  context: Pick<ServerContext, "database" | "loadPreparedScript" | "rateLimits" | "now" | "publicUrl" | "publicOrigin">,
  { chatUrl, statsUrl }: Pick<Settings, "chatUrl" | "statsUrl">,
): void => {
  const { database } = context
  const basePath = getBasePath(chatUrl, chatPath)
  const { showIfFound, showNotFound, showPreview } = registerBuiltPage(app, {
    name: "chat",
    place: chatPath,
    defaultHead: { language: "en", tags: buildPageHead("web", {}, defaultSubjects.web) },
    placeholders: () => ({ CHAT_BASE: basePath, STATS_BASE: statsUrl ?? "", CONSOLE_ORIGIN: getConsoleOrigin(context, chatUrl) ?? "" }),
    sources: {
      // Messages may show images and videos of other servers, and players of two hosts [I11].
      "img-src": ["'self'", "data:", "blob:", "https:"],
      "media-src": ["'self'", "https:"],
      "frame-src": Object.values(videoHosts),
    },
  })
  notFoundPages.register(chatPath, showNotFound)
  type SlugRequest = FastifyRequest<{ Params: { code: string }; Querystring: LanguageQuery }>
  const loadHead = async (row: PublishedScriptRow & Pick<ScriptRow, "community_id" | "language">, { l }: LanguageQuery) =>
    loadDocumentHead(database.db, "web", await loadSubject(context, row), firstOf(l))
  /** Returns the anonymous link of the chat with this slug, or null. */
  const resolveSlug = async ({ params: { code }, url }: SlugRequest): Promise<string | null> => {
    if (chatSlugProblem(code) !== null) return null
    const found = await database.db
      .selectFrom("chat_slugs")
      .innerJoin("scripts", "scripts.id", "chat_slugs.script_id")
      .innerJoin("communities", "communities.id", "scripts.community_id")
      .select(["scripts.id", "scripts.language", "communities.slug"])
      .where("chat_slugs.slug_key", "=", foldCase(code))
      .executeTakeFirst()
    if (found === undefined) return null
    const [address = "", language] = buildAnonymousUrl(
      { chat: basePath },
      { slug: found.slug, script: found.id, language: found.language },
    ).split("?", 2)
    const query = new URLSearchParams(url.split("?", 2)[1])
    if (language !== undefined && !query.has("l")) query.set("l", found.language)
    return query.size === 0 ? address : `${address}?${query}`
  }
  /** Redirects a chat's slug to its anonymous link; anything else may be the short code of a personal link [L5]. */
  const showShortLink = async (request: SlugRequest, reply: FastifyReply) => {
    let address: string | null
    try {
      address = await resolveSlug(request)
    } catch (error) {
      return showIfFound(reply, () => Promise.reject(error))
    }
    if (address !== null) return reply.redirect(address, 302)
    return showIfFound(reply, async () =>
      loadHead(await requirePersonalLink(context, { accessKey: request.params.code, ip: request.ip }), request.query),
    )
  }
  type LinkRequest = FastifyRequest<{ Params: { community: string; script: string; pass: string }; Querystring: LanguageQuery }>
  for (const path of withAndWithoutSlash(`${chatPath}/:community/chat/:script/:pass`))
    app.get(path, { exposeHeadRoute: true }, ({ params, query, ip }: LinkRequest, reply) =>
      showIfFound(reply, async () =>
        loadHead(
          params.pass === "anonymous"
            ? await findLiveScript(database.db, params)
            : await requirePersonalLink(context, { accessKey: params.pass, ip }),
          query,
        ),
      ),
    )
  for (const path of withAndWithoutSlash(`${chatPath}/s/:code`)) app.get(path, { exposeHeadRoute: true }, showShortLink)
  for (const path of withAndWithoutSlash(`${chatPath}/:community/preview`))
    app.get(path, { exposeHeadRoute: true }, (_request, reply) => showPreview(reply, getConsoleOrigin(context, chatUrl)))
}

/** This server's path of the statistics; a proxy may serve them elsewhere (`STATS_URL`). */
const statsPath = "/stats"

export const registerStatsPages = (
  { app, notFoundPages }: { readonly app: FastifyInstance; readonly notFoundPages: NotFoundPages },
  context: Pick<ServerContext, "database" | "publicUrl" | "publicOrigin" | "loadPreparedScript">,
  { statsUrl }: Pick<Settings, "statsUrl">,
): void => {
  const { showIfFound, showNotFound, showPreview } = registerBuiltPage(app, {
    name: "stats",
    place: statsPath,
    defaultHead: { language: "en", tags: buildPageHead("stats", {}, defaultSubjects.stats) },
    placeholders: () => ({ STATS_BASE: getBasePath(statsUrl, statsPath), CONSOLE_ORIGIN: getConsoleOrigin(context, statsUrl) ?? "" }),
  })
  notFoundPages.register(statsPath, showNotFound)
  type StatsRequest = FastifyRequest<{ Params: { community: string; script: string }; Querystring: LanguageQuery }>
  for (const path of withAndWithoutSlash(`${statsPath}/:community/:script`))
    app.get(path, { exposeHeadRoute: true }, ({ params: { community, script }, query: { l } }: StatsRequest, reply) =>
      showIfFound(reply, async () => {
        const { db } = context.database
        const found = await getScriptForStatistics(db, { slug: community, script })
        return loadDocumentHead(db, "stats", await loadSubject(context, found), firstOf(l))
      }),
    )
  for (const path of withAndWithoutSlash(`${statsPath}/:community/preview`))
    app.get(path, { exposeHeadRoute: true }, (_request, reply) => showPreview(reply, getConsoleOrigin(context, statsUrl)))
}

/** Returns what a page is about: the community, and the published script with its titles. */
const loadSubject = async (
  context: Pick<ServerContext, "database" | "loadPreparedScript">,
  row: PublishedScriptRow & Pick<ScriptRow, "community_id" | "language">,
): Promise<PublishedChat> => ({
  community: row.community_id,
  titles: (await loadPublishedScript(context, row)) ?? { public_name: "", language: decodeLanguage(row.language) },
})

type PublishedChat = {
  /** The UUID of the community. */
  readonly community: string
  /** The titles that respondents see; a blank one stands for the community's name. */
  readonly titles: Pick<AuthoredScript, "public_name" | "public_name_translations" | "language">
}

/** Returns the head of the page of a chat or of its statistics; `requested` is the language of its address, if that has one. */
const loadDocumentHead = async (
  db: Db,
  page: StyledPage,
  { community, titles }: PublishedChat,
  requested: string | undefined,
): Promise<DocumentHead> => {
  const { name: site } = await db.selectFrom("communities").select("name").where("id", "=", community).executeTakeFirstOrThrow()
  const language = publicPageLanguage(requested ?? null) ?? titles.language
  const title = getPublicTitle(getTitleIn(titles, language).title, site)
  const { [page]: sheet } = decodeStyle(await getStyle(db, community))
  if (page === "web") {
    const description = fillPlaceholders((await chatTextLoaders[language]())["page.description"], { community: site })
    return { language, tags: buildPageHead(page, sheet, { title, description, site, language }) }
  }
  const texts = await statsTextLoaders[language]()
  const description = fillPlaceholders(texts["stats.description"], { title })
  return { language, tags: buildPageHead(page, sheet, { title: `${title} · ${texts["stats.title"]}`, description, site, language }) }
}
