// The calls about communities (spec/1-console §7 "Communities").
import * as Schema from "effect/Schema"
import { Checkout } from "../../domain/communities/checkout-credentials.ts"
import { Community } from "../../domain/communities/community.ts"
import { SideMenu } from "../../domain/communities/side-menu.ts"
import { openStruct } from "../../domain/schema/open-struct.ts"
import { StylePayload } from "../../domain/style/style-payload.ts"
import { endpoint, PageQuery } from "./endpoint.ts"
import { Nothing } from "./sign-in-contract.ts"

export const listCommunities = endpoint({
  method: "get",
  path: "/api/communities",
  payload: Schema.Struct({
    ...PageQuery.fields,
    /** Only the one of this slug. */
    slug: Schema.optionalKey(Schema.String),
  }),
  answer: Schema.Struct({ items: Schema.Array(Community) }),
})

export const addCommunity = endpoint({
  method: "put",
  path: "/api/communities",
  payload: Schema.Struct({ name: Schema.String, slug: Schema.String }),
  answer: Community,
})

export const readCommunity = endpoint({ method: "get", path: "/api/communities/{id}", payload: Nothing, answer: Community })

export const renameCommunity = endpoint({
  method: "patch",
  path: "/api/communities/{id}",
  payload: Schema.Struct({ name: Schema.String }),
  answer: Community,
})

export const getCommunityDeletionToken = endpoint({
  method: "get",
  path: "/api/communities/{id}/delete",
  payload: Nothing,
  answer: Schema.Struct({ deleteToken: Schema.String }),
})

export const deleteCommunity = endpoint({
  method: "post",
  path: "/api/communities/{id}/delete",
  payload: Schema.Struct({ csrf: Schema.String }),
  answer: Nothing,
})

// Who did what to which thing when. No contents and no secrets.

/** `who` is the username, or null where nobody was signed in; `thing` names what it was done to. */
export const AuditEvent = Schema.Struct({
  uuid: Schema.String,
  at: Schema.String,
  who: Schema.NullOr(Schema.String),
  deed: Schema.String,
  thing: Schema.String,
  community: Schema.NullOr(Schema.String),
})

const entries = Schema.Struct({ items: Schema.Array(AuditEvent), total: Schema.Int })

/** The newest first. */
export const listAuditEvents = endpoint({ method: "get", path: "/api/audit", payload: PageQuery, answer: entries })

export const listCommunityAuditEvents = endpoint({
  method: "get",
  path: "/api/communities/{id}/audit",
  payload: PageQuery,
  answer: entries,
})

// The calls about a community's options (spec/3-community §7; contract "options"). Secrets come back masked.

export const readOption = endpoint({ method: "get", path: "/api/communities/{id}/options/{key}", payload: Nothing, answer: Checkout })

export const saveOption = endpoint({ method: "post", path: "/api/communities/{id}/options/{key}", payload: Checkout, answer: Checkout })

// The calls about a community's styling and the side menu of its chats (spec/3-community §7; contract "read, write style").

/** Two lists of single-key objects. Respondents' pages bring it with them: only members ask for it. */
export const readStyle = endpoint({ method: "get", path: "/{community}/style", payload: Nothing, answer: StylePayload })

/**
 * Answers with the style as it is kept. `base` is the style that the changes were made on: where that is no longer the one that is kept, the
 * answer is a 409 with the one that is. Without it the last write wins.
 */
export const saveStyle = endpoint({
  method: "post",
  path: "/api/communities/{id}/style",
  payload: openStruct({ ...StylePayload.schema.fields, base: Schema.optionalKey(StylePayload) }),
  answer: StylePayload,
})

/** The body of a 409: the style as it is kept now, and whose save that was. */
export const StyleConflictBody = Schema.Struct({
  message: Schema.String,
  style: StylePayload,
  savedBy: Schema.NullOr(Schema.String),
  savedAt: Schema.NullOr(Schema.String),
})

export const readSideMenu = endpoint({ method: "get", path: "/{community}/sidemenu", payload: Nothing, answer: SideMenu })

export const saveSideMenu = endpoint({ method: "patch", path: "/api/communities/{id}/sidemenu", payload: SideMenu, answer: SideMenu })
