// What is known of one person among a community's respondents, in numbers, and what is said when it has been erased (decisions P1, P4).
import type { Member } from "../exports/people-csv.ts"
import type { ScriptId } from "../script/script.ts"

/** How much there is of a person: conversations, those of them with an answer, files that they sent, deliveries that carried them away. */
export type PersonHoldings = {
  readonly conversations: number
  readonly answered: number
  readonly files: number
  readonly deliveries: number
}

/** [P1] `uuid` is the profile's, or the conversation's of somebody without one: `member` is null then. */
export type FoundPerson = PersonHoldings & {
  readonly uuid: string
  readonly member: Member | null
  readonly chats: ReadonlyArray<{ readonly uuid: ScriptId; readonly name: string; readonly conversations: number }>
}

/** [P4] A number of its own, when (ISO 8601), and how much: nothing of it names the person. */
export type ErasureReceipt = PersonHoldings & { readonly receipt: string; readonly erasedAt: string }

/** What a person is called where one line has to do; null where nothing is known to call them by. */
export const personName = ({ member }: Pick<FoundPerson, "member">): string | null => {
  if (member === null) return null
  const { firstname, lastname, email, external_id, phone } = member
  const name = [firstname, lastname].filter((part) => part !== null && part !== "").join(" ")
  return [name, email, external_id, phone].find((text) => text !== null && text !== "") ?? null
}
