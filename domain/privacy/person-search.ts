// What somebody types to find one person: a uuid, an external id, an address, a number, or the link that the person was sent (decisions P1, P6).

import type { Member } from "../exports/people-csv.ts"
import type { Violation } from "../failure.ts"
import type { ScriptId } from "../script/script.ts"

/** [P1] People that one search gives at most: of more, none is told from the others by what was asked for. */
export const maxPeopleFound = 20

/** [P6] Searches of one user within so many milliseconds, after which nobody is sought any more: a search says who is here, and whose a code is. */
export const personSearchRateLimit = { most: 60, within: 15 * 60_000 } as const

/** What a text that somebody is sought by looks like; `word` may be an external id, or the token or code of a link. */
export type PersonQueryKind = "uuid" | "email" | "link" | "phone" | "word"

/** [P1] What a text looks like. It says what the search understands, and decides nothing: all there is is searched. Null: nothing to look for. */
export const classifyPersonQuery = (text: string): PersonQueryKind | null => {
  const trimmed = text.trim()
  if (trimmed === "") return null
  return shapes.find(([, shape]) => shape.test(trimmed))?.[0] ?? "word"
}

/** What keeps a search from being made, by the field `text` of its form: there is nothing to look for. */
export const personQueryViolations = (text: string): ReadonlyArray<Violation> =>
  classifyPersonQuery(text) === null ? [{ field: "text", message: "person.by.blank" }] : []

const shapes: ReadonlyArray<readonly [PersonQueryKind, RegExp]> = [
  ["uuid", /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ["link", /^https?:\/\//i],
  ["email", /^[^\s@]+@[^\s@]+$/],
  ["phone", /^(?:\+|00|0)[\d\s().-]{5,}$/],
]

/** The pass in a link, or the text itself: whoever asks for their data has the mail at hand, not the token in it. */
export const extractAccessKey = (text: string): string => {
  const trimmed = text.trim()
  if (!/^https?:\/\//i.test(trimmed)) return trimmed
  const [path = ""] = trimmed.split(/[?#]/, 1)
  return path.split("/").findLast((part) => part !== "") ?? ""
}

// What is known of one person among a community's respondents, in numbers, and what is said when it has been erased (decisions P1, P4).

/** How much there is of a person: conversations, those of them with an answer, files that they sent, deliveries that carried them away. */
export type PersonalDataCounts = {
  readonly conversations: number
  readonly answered: number
  readonly files: number
  readonly deliveries: number
}

/** [P1] `uuid` is the profile's, or the conversation's of somebody without one: `member` is null then. */
export type FoundPerson = PersonalDataCounts & {
  readonly uuid: string
  readonly member: Member | null
  readonly chats: ReadonlyArray<{ readonly uuid: ScriptId; readonly name: string; readonly conversations: number }>
}

/** [P4] A number of its own, when (ISO 8601), and how much: nothing of it names the person. */
export type ErasureReceipt = PersonalDataCounts & { readonly receipt: string; readonly erasedAt: string }

/** What a person is called where one line has to do; null where nothing is known to call them by. */
export const personName = ({ member }: Pick<FoundPerson, "member">): string | null => {
  if (member === null) return null
  const { firstname, lastname, email, external_id, phone } = member
  const name = [firstname, lastname].filter((part) => part !== null && part !== "").join(" ")
  return [name, email, external_id, phone].find((text) => text !== null && text !== "") ?? null
}
