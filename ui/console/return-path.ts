// The path to return to after signing in.

/** Returns path, query and hash of a same-origin address; undefined for anything that leads elsewhere (open redirects). */
export const parseSameOriginPath = (requested: unknown): string | undefined => {
  if (typeof requested !== "string" || !requested.startsWith("/")) return undefined
  const baseUrl = "http://here.invalid"
  if (!URL.canParse(requested, baseUrl)) return undefined
  const url = new URL(requested, baseUrl)
  // Dot segments may resolve to a path that begins with two slashes, which a browser reads as a host.
  return url.origin === baseUrl && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}${url.hash}` : undefined
}

/**
 * Whether the server handles this path rather than the console, so that the browser must load it as a new document. Only the
 * authorization endpoints qualify.
 */
export const isServerPath = (path: string): boolean => path.startsWith("/api/crm/connection/authorize/")
