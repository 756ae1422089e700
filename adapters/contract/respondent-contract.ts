// Endpoints of a community's respondents: the member list; finding, exporting and erasing a person's data [P1, P3, P4].
import * as Schema from "effect/Schema"
import { ScriptId } from "../../domain/script/script.ts"
import { defineEndpoint, PageQuery } from "./endpoint.ts"
import { EmptyObject } from "./sign-in-contract.ts"

const nullableText = Schema.NullOr(Schema.String)

/** A profile that links of the community were created for. */
export const Member = Schema.Struct({
  uuid: Schema.String,
  type: Schema.String,
  external_id: nullableText,
  email: nullableText,
  phone: nullableText,
  dateofbirth: nullableText,
  firstname: nullableText,
  lastname: nullableText,
})

/** Downloads all members as a CSV file: the endpoint below with `?format=csv`. */
export const downloadMembers = defineEndpoint({
  method: "get",
  path: "/api/communities/{id}/members",
  payload: Schema.Struct({ format: Schema.Literal("csv") }),
  response: EmptyObject,
  responseMediaType: "text/csv",
})

/** Lists members whose name, id, email or phone contains `search` (any case); `format=csv` returns all as a file. */
export const listMembers = defineEndpoint({
  method: "get",
  path: "/api/communities/{id}/members",
  payload: Schema.Struct({
    ...PageQuery.fields,
    search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
    format: Schema.optionalKey(Schema.Literals(["json", "csv"])),
  }),
  response: Schema.Struct({ items: Schema.Array(Member), total: Schema.Int }),
})

const recordCounts = {
  conversations: Schema.Int,
  answered: Schema.Int,
  files: Schema.Int,
  deliveries: Schema.Int,
} as const

/**
 * `uuid` is the profile's, or the conversation's if the person has no profile; `member` is null then. `chats` contain
 * the conversations.
 */
const FoundPerson = Schema.Struct({
  uuid: Schema.String,
  member: Schema.NullOr(Member),
  chats: Schema.Array(Schema.Struct({ uuid: ScriptId, name: Schema.String, conversations: Schema.Int })),
  ...recordCounts,
})

/** [P1] Finds people by an exact uuid, id, email, phone, link or access key, sent in the body because URLs are logged. */
export const findPeople = defineEndpoint({
  method: "post",
  path: "/api/communities/{id}/people/find",
  payload: Schema.Struct({ text: Schema.String.check(Schema.isMaxLength(2000)) }),
  response: Schema.Struct({ items: Schema.Array(FoundPerson) }),
})

/** [P3] Downloads all data of a person: a zip with `person.json` and the files that they uploaded. */
export const downloadPersonPackage = defineEndpoint({
  method: "get",
  path: "/api/communities/{id}/people/{person}/package",
  payload: EmptyObject,
  response: EmptyObject,
  responseMediaType: "application/zip",
})

/** [P4] Creates the token for `erasePerson`, with the number of records that will be erased. */
export const getPersonErasureToken = defineEndpoint({
  method: "get",
  path: "/api/communities/{id}/people/{person}/delete",
  payload: EmptyObject,
  response: Schema.Struct({ deleteToken: Schema.String, ...recordCounts }),
})

/**
 * [P4] Erases a person. The receipt does not identify them: it has an id (also in the audit log), a time and the
 * numbers of erased records. A repeated request with the same token gets the same receipt.
 */
export const erasePerson = defineEndpoint({
  method: "post",
  path: "/api/communities/{id}/people/{person}/delete",
  payload: Schema.Struct({ csrf: Schema.String }),
  response: Schema.Struct({ receipt: Schema.String, erasedAt: Schema.String, ...recordCounts }),
})
