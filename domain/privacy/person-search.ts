// Search for one person by UUID, external id, email address, phone number or personal link [P1, P4, P6].

import type { Member } from "../exports/links-and-members-csv.ts"
import type { Violation } from "../findings/finding.ts"
import type { ScriptId } from "../script/script.ts"

/** [P1] The maximum number of results; if there are more, the query does not distinguish the people it found. */
export const maxPeopleFound = 20

/** [P6] The maximum number of searches per user within `within` milliseconds: a search reveals who is a respondent, and whose code it is. */
export const personSearchRateLimit = { most: 60, within: 15 * 60_000 } as const

/** What a query looks like; a `word` may be an external id, or the token or short code of a link. */
export type PersonQueryKind = "uuid" | "email" | "link" | "phone" | "word"

/** [P1] Returns what a query looks like, for display only: every search looks in all fields. Null if there is nothing to search for. */
export const classifyPersonQuery = (text: string): PersonQueryKind | null => {
  const trimmed = text.trim()
  if (trimmed === "") return null
  return patterns.find(([, pattern]) => pattern.test(trimmed))?.[0] ?? "word"
}

/** Returns what keeps the form's field `text` from being sent: it is blank. */
export const personQueryViolations = (text: string): ReadonlyArray<Violation> =>
  classifyPersonQuery(text) === null ? [{ field: "text", message: "person.by.blank" }] : []

const patterns: ReadonlyArray<readonly [PersonQueryKind, RegExp]> = [
  ["uuid", /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ["link", /^https?:\/\//i],
  ["email", /^[^\s@]+@[^\s@]+$/],
  ["phone", /^(?:\+|00|0)[\d\s().-]{5,}$/],
]

/** Returns the access key in a link, or the text itself: people who ask for their data have the mail at hand, not the token in it. */
export const extractAccessKey = (text: string): string => {
  const trimmed = text.trim()
  if (!/^https?:\/\//i.test(trimmed)) return trimmed
  const [path = ""] = trimmed.split(/[?#]/, 1)
  return path.split("/").findLast((segment) => segment !== "") ?? ""
}

/** How much data there is about a person: conversations, those with an answer, files they sent, deliveries with their data. */
export type PersonalDataCounts = {
  readonly conversations: number
  readonly answered: number
  readonly files: number
  readonly deliveries: number
}

/** [P1] `uuid` is the profile's; if the person has none, `member` is null and `uuid` is the conversation's. */
export type FoundPerson = PersonalDataCounts & {
  readonly uuid: string
  readonly member: Member | null
  readonly chats: ReadonlyArray<{ readonly uuid: ScriptId; readonly name: string; readonly conversations: number }>
}

/** [P4] A receipt number, the time (ISO 8601) and the counts: nothing that identifies the person. */
export type ErasureReceipt = PersonalDataCounts & { readonly receipt: string; readonly erasedAt: string }

/** Returns the name to show for a person on one line; null if nothing that names them is known. */
export const getPersonName = ({ member }: Pick<FoundPerson, "member">): string | null => {
  if (member === null) return null
  const { firstname, lastname, email, external_id, phone } = member
  const name = [firstname, lastname].filter((part) => part !== null && part !== "").join(" ")
  return [name, email, external_id, phone].find((text) => text !== null && text !== "") ?? null
}
