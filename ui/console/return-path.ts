// The path to return to after signing in.

/** Returns path, query and hash of a same-origin address; undefined for anything that leads elsewhere (open redirects). */
export const parseSameOriginPath = (wished: unknown): string | undefined => {
  if (typeof wished !== "string" || !wished.startsWith("/")) return undefined
  const here = "http://here.invalid"
  if (!URL.canParse(wished, here)) return undefined
  const url = new URL(wished, here)
  // Dot segments may resolve to a path that begins with two slashes, which a browser reads as a host.
  return url.origin === here && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}${url.hash}` : undefined
}

/**
 * Whether the server handles this path rather than the console, so that the browser must load it as a new document. Only the
 * authorization endpoints qualify.
 */
export const isServerPath = (path: string): boolean => path.startsWith("/api/crm/connection/authorize/")
