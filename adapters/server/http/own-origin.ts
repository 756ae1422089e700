// Requests that change something come from the console's own pages (reliability.md "Sign-in and sessions"). A program that sends
// neither header, as curl does, carries no browser's cookies and may pass.
import type { FastifyRequest } from "fastify"

export const isOwnOrigin = ({ headers }: Pick<FastifyRequest, "headers">, publicOrigin: string | null): boolean => {
  const { origin, host, "sec-fetch-site": site } = headers
  if (site !== undefined && site !== "same-origin" && site !== "none") return false
  if (origin === undefined) return true
  return origin === publicOrigin || (URL.canParse(origin) && host !== undefined && new URL(origin).host === host)
}
