// The call about the people that a community's links were made for (spec/3-community §3 "Member export", §7).
import * as Schema from "effect/Schema"
import { Nothing } from "./account.ts"
import { endpoint } from "./endpoint.ts"
import { Page } from "./page.ts"

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
export const membersFile = endpoint({
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
    ...Page.fields,
    search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
    format: Schema.optionalKey(Schema.Literals(["json", "csv"])),
  }),
  answer: Schema.Struct({ items: Schema.Array(Member), total: Schema.Int }),
})
