// The calls about one person among a community's respondents: found, handed over, erased (reliability.md "Privacy"; decisions P1, P3, P4).
import * as Schema from "effect/Schema"
import { ScriptId } from "../../domain/script/script.ts"
import { endpoint, PageQuery } from "./endpoint.ts"
import { Nothing } from "./sign-in-contract.ts"

// The call about the people that a community's links were made for (spec/3-community §3 "Member export", §7).

const text = Schema.NullOr(Schema.String)

export const Member = Schema.Struct({
  uuid: Schema.String,
  type: Schema.String,
  external_id: text,
  email: text,
  phone: text,
  dateofbirth: text,
  firstname: text,
  lastname: text,
})

/** The whole list as a CSV file: the call below with `?format=csv`. */
export const downloadMembers = endpoint({
  method: "get",
  path: "/api/communities/{id}/members",
  payload: Schema.Struct({ format: Schema.Literal("csv") }),
  answer: Nothing,
  gives: "text/csv",
})

/** A page of them, of those with `search` in a name, id, address or number, whatever the case; with `format=csv` the answer is a file of all. */
export const listMembers = endpoint({
  method: "get",
  path: "/api/communities/{id}/members",
  payload: Schema.Struct({
    ...PageQuery.fields,
    search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
    format: Schema.optionalKey(Schema.Literals(["json", "csv"])),
  }),
  answer: Schema.Struct({ items: Schema.Array(Member), total: Schema.Int }),
})

const holdings = {
  conversations: Schema.Int,
  answered: Schema.Int,
  files: Schema.Int,
  deliveries: Schema.Int,
} as const

/** `uuid` is the person's profile, or the conversation of somebody without one: `member` is null then. `chats` have the conversations. */
const FoundPerson = Schema.Struct({
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
  answer: Schema.Struct({ items: Schema.Array(FoundPerson) }),
})

/** All that is known of a person: a zip with `person.json` and the files that they sent. */
export const downloadPersonPackage = endpoint({
  method: "get",
  path: "/api/communities/{id}/people/{person}/package",
  payload: Nothing,
  answer: Nothing,
  gives: "application/zip",
})

/** What would go, and the token with which it goes. */
export const getPersonErasureToken = endpoint({
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
