// The head of a page that is served to respondents: what browsers, and previews of its link, show of it.
import { escapeAttribute } from "../rich-text/html-tokens.ts"
import { blendLayers, parseColor, printColor } from "./color.ts"
import { chatStyleKeys, type StyledPage, type StyleKeyTable, styleTables } from "./style-keys.ts"
import { isToggleOn, resolveValue, type Stylesheet } from "./stylesheet.ts"

/** What a page is about. */
export type PageSubject = {
  readonly title: string
  readonly description: string
  /** The community's name; null for a page without a chat to show, such as that of an unknown link. */
  readonly site: string | null
  /** The BCP 47 tag of the texts. */
  readonly language: string
}

/** [T20] Builds the tags of a page's head: title, description, `og:` tags, the color of the browser's bars, and an icon. */
export const buildPageHead = (page: StyledPage, sheet: Stylesheet, subject: PageSubject): string => {
  const { theme, icon } = getPageColors(page, sheet)
  const meta = (attribute: "name" | "property", name: string, content: string) =>
    `<meta ${attribute}="${name}" content="${escapeAttribute(content)}" />`
  return [
    `<title>${escapeAttribute(subject.title)}</title>`,
    meta("name", "description", subject.description),
    meta("property", "og:type", "website"),
    meta("property", "og:title", subject.title),
    meta("property", "og:description", subject.description),
    ...(subject.site === null ? [] : [meta("property", "og:site_name", subject.site)]),
    meta("property", "og:locale", toOpenGraphLocale(subject.language)),
    meta("name", "theme-color", theme),
    `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(icon)}" />`,
  ].join("\n    ")
}

/** Returns a language with the country where most of its speakers live, as the Open Graph protocol writes it: `en_US`. */
const toOpenGraphLocale = (language: string): string => {
  const { language: code, region } = new Intl.Locale(language).maximize()
  return region === undefined ? code : `${code}_${region}`
}

const getPageColors = (page: StyledPage, sheet: Stylesheet): { readonly theme: string; readonly icon: string } => {
  const table: StyleKeyTable = styleTables[page]
  const blend = (...names: ReadonlyArray<string>): string => {
    const color = blendLayers(names.map((name) => parseColor(resolveValue(table, sheet, name) ?? "")))
    // Six digits, because the color of a browser's bars is opaque.
    return color === null ? "#ffffff" : printColor(color).slice(0, 7)
  }
  if (page === "stats")
    return {
      theme: blend("header_background-color", "body_background-color"),
      icon: chartIcon(blend("bar_background-color", "body_background-color")),
    }
  const background = ["chat_background-color", "app_background-color"]
  return {
    theme: isToggleOn(chatStyleKeys, sheet, "header_display")
      ? blend("header_background-color", "app_background-color")
      : blend("app_background-color"),
    icon: bubbleIcon(
      blend("user-message_background-color", ...background),
      blend("user-message_color", "user-message_background-color", ...background),
    ),
  }
}

/** A speech bubble with three dots, in the colors of a respondent's messages. */
const bubbleIcon = (fill: string, dots: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><path fill="${fill}" d="M8 2h10a6 6 0 0 1 6 6v6a6 6 0 0 1-6 6h-5.2l-5.4 4.4A.85.85 0 0 1 6 23.8v-4.1A6 6 0 0 1 2 14V8a6 6 0 0 1 6-6Z"/><g fill="${dots}"><circle cx="8" cy="11" r="1.7"/><circle cx="13" cy="11" r="1.7"/><circle cx="18" cy="11" r="1.7"/></g></svg>`

/** Three bars, in the color of the charts' bars. */
const chartIcon = (fill: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><g fill="${fill}"><rect x="2" y="13" width="6" height="11" rx="1.5"/><rect x="10" y="2" width="6" height="22" rx="1.5"/><rect x="18" y="8" width="6" height="16" rx="1.5"/></g></svg>`
