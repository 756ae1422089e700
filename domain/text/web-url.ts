// Addresses of the web as authors type them and browsers read them (spec/2-editor §5; decisions A2).
import type { PublicBaseUrls } from "../links/respondent-urls.ts"

/** "Placeholder and URL-like inputs at most 1024" (spec/2-editor §5), in code points. */
export const maxUrlLength = 1024

/** An address as browsers read it: tabs and line ends are skipped anywhere, control characters and spaces around it. */
export const stripUrlWhitespace = (address: string): string => {
  const line = address.replace(/[\t\n\r]/g, "")
  let [start, end] = [0, line.length]
  while (start < end && line.charCodeAt(start) <= 0x20) start++
  while (end > start && line.charCodeAt(end - 1) <= 0x20) end--
  return line.slice(start, end)
}

/** Whether an address looks like one of the web: http or https, a host, and no port that there cannot be. */
export const isWebUrl = (address: string): boolean => {
  const authority = /^https?:\/\/([^\s/?#\\]+)(?:[/?#]\S*)?$/i.exec(address)?.[1]
  return authority !== undefined && hasPossiblePort(authority)
}

const largestPort = 65_535

/** What stands before an @ is no port, nor is what stands within an IPv6 address or a slot (`{{answers.x}}`), which can become one. */
const hasPossiblePort = (authority: string): boolean => {
  const port = /:([^:\]}]*)$/.exec(authority.slice(authority.lastIndexOf("@") + 1))?.[1] ?? ""
  return port.includes("{") || (/^\d*$/.test(port) && Number(port) <= largestPort)
}

/**
 * [A2] What a typed address turns into: `https://` before it where it names no protocol. Undefined for what cannot be an address of the
 * web: another protocol (`javascript:`, `data:`, `mailto:`), white space within, nothing at all.
 */
export const normalizeWebUrl = (typed: string): string | undefined => {
  const address = stripUrlWhitespace(typed)
  const whole = hasScheme(address) ? address : `https://${address.replace(/^\/\//, "")}`
  return isWebUrl(whole) ? whole : undefined
}

/** `example.org:8080` and `localhost:3000` name a port, not a protocol. */
const hasScheme = (address: string): boolean =>
  /^[a-z][a-z\d+.-]*:/i.test(address) && !/^(?:localhost|[a-z\d-]+(?:\.[a-z\d-]+)+):\d{1,5}(?:[/?#]|$)/i.test(address)

/**
 * Whether browsers find a host in an address of the web: the answers that fill its slots are escaped there too, and of `a%2Fb` there is no
 * host (URL Standard §3.5). Letters beyond ASCII pass as they are.
 */
export const hasValidHost = (address: string): boolean => {
  const authority = /^https?:\/\/([^/?#\\]+)/i.exec(address)?.[1] ?? ""
  const written = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "")
  const literal = /^\[(.*)\]$/.exec(written)?.[1]
  if (literal !== undefined) return isIpv6(literal)
  const host = decoded(written)
  if (host === null || host === "" || /[\p{Cc} "#%/:<>?@[\\\]^`{|}]/u.test(host)) return false
  const labels = host.replace(/\.$/, "").split(".")
  return !/^(?:\d+|0x[\da-f]*)$/i.test(labels.at(-1) ?? "") || isIpv4(labels)
}

const isIpv4 = (labels: ReadonlyArray<string>): boolean =>
  labels.length === 4 && labels.every((it) => /^\d{1,3}$/.test(it) && Number(it) <= 255)

const isIpv6 = (text: string): boolean => {
  const halves = text.split("::")
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")))
  const isFull = halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8
  return isFull && groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
}

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

// The website that the chats are part of. Alone, for the sign-in page needs no more of the addresses.

/** [U14] The root of the origin that serves the chats. */
export const getUrlOrigin = ({ chat }: Pick<PublicBaseUrls, "chat">): string => chat.replace(/^(https?:\/\/[^/?#]*).*$/i, "$1/")
