// Where a person wanted to go before being asked to sign in.

/** The path with its query, if it is one of this origin; undefined for anything that would lead elsewhere. */
export const parseSameOriginPath = (wished: unknown): string | undefined => {
  if (typeof wished !== "string" || !wished.startsWith("/")) return undefined
  const here = "http://here.invalid"
  if (!URL.canParse(wished, here)) return undefined
  const url = new URL(wished, here)
  // Dots resolve to a path that may begin with two slashes, which names a host.
  return url.origin === here && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}${url.hash}` : undefined
}

/** Whether a path is the server's and not the console's: the browser goes there as to another page. Only the ways of an authorisation are. */
export const isServerPath = (path: string): boolean => path.startsWith("/api/crm/connection/authorize/")
