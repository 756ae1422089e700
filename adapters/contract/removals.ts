// The calls about the removal of chats (spec/1-console §4, §7, spec/3-community §7).
import * as Schema from "effect/Schema"
import { open } from "../../domain/open.ts"
import { ListedScript } from "../../domain/script/script.ts"
import { endpoint } from "./endpoint.ts"
import { Page } from "./page.ts"

/** A chat that is up for removal, with the name of its community. */
export const RemovalRow = open({ ...ListedScript.schema.fields, communityName: Schema.String, communitySlug: Schema.String })
export type RemovalRow = typeof RemovalRow.Type

const rows = Schema.Struct({ items: Schema.Array(RemovalRow) })

export const listRemovals = endpoint({ method: "get", path: "/api/communities/{id}/chats/removal", payload: Page, answer: rows })

/** Across all communities. */
export const listAllRemovals = endpoint({ method: "get", path: "/api/communities/chats/removal", payload: Page, answer: rows })

export const editRemoval = endpoint({
  method: "post",
  path: "/api/chat-scripts/removal-edit/{id}",
  payload: Schema.Struct({
    removalProcedure: Schema.Boolean,
    removalWarningDate: Schema.NullOr(Schema.String),
    deletedDate: Schema.NullOr(Schema.String),
  }),
  answer: RemovalRow,
})
