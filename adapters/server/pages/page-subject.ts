// What the page of a chat or of its statistics is about, for the head of its document.

import { fillPlaceholders } from "../../../domain/catalog/catalog.ts"
import { chatTextLoaders, publicPageLanguage, statsTextLoaders } from "../../../domain/catalog/public-pages/public-page-texts.ts"
import type { AuthoredScript } from "../../../domain/script/script.ts"
import { getPublicTitle, getTitleIn } from "../../../domain/script/title.ts"
import { decodeStyle } from "../../../domain/style/community-style.ts"
import { buildPageHead } from "../../../domain/style/page-head.ts"
import type { StyledPage } from "../../../domain/style/style-keys.ts"
import { getStyle } from "../communities/style-endpoints.ts"
import type { Db } from "../database/database.ts"
import type { DocumentHead } from "./page-template.ts"

export type PublishedChat = {
  /** The UUID of the community. */
  readonly community: string
  /** The titles that respondents see; a blank one stands for the community's name. */
  readonly titles: Pick<AuthoredScript, "public_name" | "public_name_translations" | "language">
}

/** Returns the head of a page; `requested` is the language of its address, if that has one. */
export const loadDocumentHead = async (
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
    return { language, tags: buildPageHead(page, sheet, { title, description, site, language }, title) }
  }
  const texts = await statsTextLoaders[language]()
  const description = fillPlaceholders(texts["stats.description"], { title })
  return { language, tags: buildPageHead(page, sheet, { title: `${title} · ${texts["stats.title"]}`, description, site, language }, title) }
}
