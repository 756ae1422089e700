// Whose page says that an address leads nowhere: a respondent's is none of the console's, which would ask them to sign in.
import type { FastifyReply } from "fastify"

type Show = (reply: FastifyReply) => unknown

export type MissingPages = {
  /** Has `show` say it for every address under a place (`/chat`). */
  readonly under: (place: string, show: Show) => void
  /** Says it, on the page of the place that the address is under; on the console's where it is under none. */
  readonly show: (url: string, reply: FastifyReply) => void
}

export const missingPages = (console: Show): MissingPages => {
  const places = new Map<string, Show>()
  return {
    under: (place, show) => {
      places.set(place, show)
    },
    show: (url, reply) => {
      const [, place = ""] = /^(\/[^/?]*)/.exec(url) ?? []
      const show = places.get(place) ?? console
      show(reply)
    },
  }
}
