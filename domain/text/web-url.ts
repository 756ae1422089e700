// Web URLs: what authors type, normalized the way browsers parse it [A2].

/** The maximum number of code points of a URL. */
export const maxUrlLength = 1024

/** Removes tabs and line breaks, and trims control characters and spaces, as browsers do before parsing a URL. */
export const stripUrlWhitespace = (address: string): string => {
  const line = address.replace(/[\t\n\r]/g, "")
  let [start, end] = [0, line.length]
  while (start < end && line.charCodeAt(start) <= 0x20) start++
  while (end > start && line.charCodeAt(end - 1) <= 0x20) end--
  return line.slice(start, end)
}

/** Returns whether an address is a web URL: http or https, a host, and no impossible port. */
export const isWebUrl = (address: string): boolean => {
  const authority = /^https?:\/\/([^\s/?#\\]+)(?:[/?#]\S*)?$/i.exec(address)?.[1]
  return authority !== undefined && hasPossiblePort(authority)
}

/** Returns whether an address has user info before its host (`https://user:pass@host`), which is a secret in a place that is shown. */
export const hasUserInfo = (address: string): boolean => /^[a-z][a-z\d+.-]*:\/\/[^/?#\\]*@/i.test(stripUrlWhitespace(address))

export const dropUserInfo = (address: string): string => address.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#\\]*@/i, "$1")

/** Returns what can be shown of an address: without its query and fragment, which may hold a key, and without user info. */
export const toShownAddress = (address: string): string => dropUserInfo(stripUrlWhitespace(address)).replace(/[?#].*$/s, "")

const maxPort = 65_535

/** Returns whether the port is valid. User info, IPv6 addresses and recalls (`{{answers.x}}`, which may be filled with a port) are not checked. */
const hasPossiblePort = (authority: string): boolean => {
  const port = /:([^:\]}]*)$/.exec(authority.slice(authority.lastIndexOf("@") + 1))?.[1] ?? ""
  return port.includes("{") || (/^\d*$/.test(port) && Number(port) <= maxPort)
}

/**
 * [A2] Returns the URL, with `https://` if no scheme is given; undefined for anything that is not a web URL: another scheme (`javascript:`,
 * `data:`, `mailto:`), inner white space, an empty text.
 */
export const normalizeWebUrl = (text: string): string | undefined => {
  const address = stripUrlWhitespace(text)
  const url = hasScheme(address) ? address : `https://${address.replace(/^\/\//, "")}`
  return isWebUrl(url) ? url : undefined
}

/** In `example.org:8080` and `localhost:3000` the part before the colon is a host, not a scheme. */
const hasScheme = (address: string): boolean =>
  /^[a-z][a-z\d+.-]*:/i.test(address) && !/^(?:localhost|[a-z\d-]+(?:\.[a-z\d-]+)+):\d{1,5}(?:[/?#]|$)/i.test(address)

/**
 * Returns whether the URL has a valid host (URL Standard §3.5). Answers recalled into the host are percent-encoded, so a host such as `a%2Fb`
 * is invalid; letters beyond ASCII are accepted.
 */
export const hasValidHost = (address: string): boolean => {
  const authority = /^https?:\/\/([^/?#\\]+)/i.exec(address)?.[1] ?? ""
  const rawHost = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "")
  const literal = /^\[(.*)\]$/.exec(rawHost)?.[1]
  if (literal !== undefined) return isIpv6(literal)
  const host = decodeHost(rawHost)
  if (host === null || host === "" || /[\p{Cc} "#%/:<>?@[\\\]^`{|}]/u.test(host)) return false
  const labels = host.replace(/\.$/, "").split(".")
  return !/^(?:\d+|0x[\da-f]*)$/i.test(labels.at(-1) ?? "") || isIpv4(labels)
}

const isIpv4 = (labels: ReadonlyArray<string>): boolean =>
  labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label) && Number(label) <= 255)

const isIpv6 = (text: string): boolean => {
  const halves = text.split("::")
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")))
  const isFull = halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8
  return isFull && groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
}

const decodeHost = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

// Here and not with the URLs of respondents: the sign-in page needs only this function.

/** [U14] Returns the root of the origin that serves the chats; null if that is the console's own, whose root is the sign-in page. */
export const findWebsite = ({ chat }: Pick<PublicBaseUrls, "chat">, consoleOrigin: string): string | null => {
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(chat) ?? []
  return origin === undefined || origin.toLowerCase() === consoleOrigin.toLowerCase() ? null : `${origin}/`
}

/** Absolute URLs under which chats and statistics are served, without a trailing slash. */
export type PublicBaseUrls = { readonly chat: string; readonly stats: string }
