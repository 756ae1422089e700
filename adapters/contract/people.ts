// The calls about one person among a community's respondents: found, handed over, erased (reliability.md "Privacy"; decisions P1, P3, P4).
import * as Schema from "effect/Schema"
import { ScriptId } from "../../domain/script/script.ts"
import { Nothing } from "./account.ts"
import { endpoint } from "./endpoint.ts"
import { Member } from "./members.ts"

const holdings = {
  conversations: Schema.Int,
  answered: Schema.Int,
  files: Schema.Int,
  deliveries: Schema.Int,
} as const

/** `uuid` is the person's profile, or the conversation of somebody without one: `member` is null then. `chats` have the conversations. */
const Found = Schema.Struct({
  uuid: Schema.String,
  member: Schema.NullOr(Member),
  chats: Schema.Array(Schema.Struct({ uuid: ScriptId, name: Schema.String, conversations: Schema.Int })),
  ...holdings,
})

/** Whoever goes by exactly this: a uuid, an external id, an address, a number, a link or its token. It is sent in the body, for addresses are logged. */
export const findPeople = endpoint({
  method: "post",
  path: "/api/communities/{id}/people/find",
  payload: Schema.Struct({ text: Schema.String.check(Schema.isMaxLength(2000)) }),
  answer: Schema.Struct({ items: Schema.Array(Found) }),
})

/** All that is known of a person: a zip with `person.json` and the files that they sent. */
export const personPackage = endpoint({
  method: "get",
  path: "/api/communities/{id}/people/{person}/package",
  payload: Nothing,
  answer: Nothing,
  gives: "application/zip",
})

/** What would go, and the token with which it goes. */
export const erasePersonToken = endpoint({
  method: "get",
  path: "/api/communities/{id}/people/{person}/delete",
  payload: Nothing,
  answer: Schema.Struct({ deleteToken: Schema.String, ...holdings }),
})

/** The receipt says nothing of the person: a number of its own, which the audit log has too, when, and how much. */
export const erasePerson = endpoint({
  method: "post",
  path: "/api/communities/{id}/people/{person}/delete",
  payload: Schema.Struct({ csrf: Schema.String }),
  answer: Schema.Struct({ receipt: Schema.String, erasedAt: Schema.String, ...holdings }),
})
