// The cookies of a visitor and of a session (contract "HTTP API", reliability.md "Sign-in and sessions").
import type { FastifyReply, FastifyRequest } from "fastify"

export type Cookies = {
  readonly read: (request: FastifyRequest, name: CookieName) => string | undefined
  readonly set: (reply: FastifyReply, name: CookieName, value: string) => void
  readonly clear: (reply: FastifyReply, name: CookieName) => void
}
type CookieName = "session" | "visitor"

/** On https a cookie is `Secure`, and its name binds it to this host. */
export const cookies = (isSecure: boolean): Cookies => {
  const full = (name: CookieName) => (isSecure ? `__Host-${name}` : name)
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const
  return {
    read: (request, name) => request.cookies[full(name)],
    set: (reply, name, value) => void reply.setCookie(full(name), value, options),
    clear: (reply, name) => void reply.clearCookie(full(name), options),
  }
}
