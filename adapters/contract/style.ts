// The calls about a community's styling and the side menu of its chats (spec/3-community §7; contract "read, write style").
import * as Schema from "effect/Schema"
import { SideMenu } from "../../domain/communities/side-menu.ts"
import { open } from "../../domain/open.ts"
import { StylePayload } from "../../domain/style/style-payload.ts"
import { Nothing } from "./account.ts"
import { endpoint } from "./endpoint.ts"

/** Two lists of single-key objects. Respondents' pages bring it with them: only members ask for it. */
export const readStyle = endpoint({ method: "get", path: "/{community}/style", payload: Nothing, answer: StylePayload })

/**
 * Answers with the style as it is kept. `base` is the style that the changes were made on: where that is no longer the one that is kept, the
 * answer is a 409 with the one that is. Without it the last write wins.
 */
export const saveStyle = endpoint({
  method: "post",
  path: "/api/communities/{id}/style",
  payload: open({ ...StylePayload.schema.fields, base: Schema.optionalKey(StylePayload) }),
  answer: StylePayload,
})

/** The body of a 409: the style as it is kept now, and whose save that was. */
export const StyleConflict = Schema.Struct({
  message: Schema.String,
  style: StylePayload,
  savedBy: Schema.NullOr(Schema.String),
  savedAt: Schema.NullOr(Schema.String),
})

export const readSideMenu = endpoint({ method: "get", path: "/{community}/sidemenu", payload: Nothing, answer: SideMenu })

export const saveSideMenu = endpoint({ method: "patch", path: "/api/communities/{id}/sidemenu", payload: SideMenu, answer: SideMenu })
