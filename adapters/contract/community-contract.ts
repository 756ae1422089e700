// Endpoints of communities: names, options, style, side menu and the audit log.
import * as Schema from "effect/Schema"
import { Checkout } from "../../domain/communities/checkout-credentials.ts"
import { Community } from "../../domain/communities/community.ts"
import { SideMenu } from "../../domain/communities/side-menu.ts"
import { openStruct } from "../../domain/schema/open-struct.ts"
import { StylePayload } from "../../domain/style/style-payload-schema.ts"
import { defineEndpoint, PageQuery } from "./endpoint.ts"
import { EmptyObject } from "./sign-in-contract.ts"

export const listCommunities = defineEndpoint({
  method: "get",
  path: "/api/communities",
  payload: Schema.Struct({
    ...PageQuery.fields,
    /** Returns only the community with this slug. */
    slug: Schema.optionalKey(Schema.String),
  }),
  response: Schema.Struct({ items: Schema.Array(Community) }),
})

export const addCommunity = defineEndpoint({
  method: "put",
  path: "/api/communities",
  payload: Schema.Struct({ name: Schema.String, slug: Schema.String }),
  response: Community,
})

export const readCommunity = defineEndpoint({ method: "get", path: "/api/communities/{id}", payload: EmptyObject, response: Community })

export const renameCommunity = defineEndpoint({
  method: "patch",
  path: "/api/communities/{id}",
  payload: Schema.Struct({ name: Schema.String }),
  response: Community,
})

/**
 * [U4] Creates a token for `deleteCommunity`, valid for one use within 10 minutes, while the community has this name. The counts say
 * what will be deleted with it.
 */
export const getCommunityDeletionToken = defineEndpoint({
  method: "get",
  path: "/api/communities/{id}/delete",
  payload: EmptyObject,
  response: Schema.Struct({
    deleteToken: Schema.String,
    name: Schema.String,
    chats: Schema.Int,
    answers: Schema.Int,
    files: Schema.Int,
    links: Schema.Int,
  }),
})

/** [U4] `csrf` is a token from `getCommunityDeletionToken`; each token works once. 409 if the name has changed since. */
export const deleteCommunity = defineEndpoint({
  method: "post",
  path: "/api/communities/{id}/delete",
  payload: Schema.Struct({ csrf: Schema.String }),
  response: EmptyObject,
})

/** `actor` is the username (null if nobody was signed in), `action` what was done, `target` to what, without contents or secrets. */
export const AuditEvent = Schema.Struct({
  uuid: Schema.String,
  at: Schema.String,
  actor: Schema.NullOr(Schema.String),
  action: Schema.String,
  target: Schema.String,
  community: Schema.NullOr(Schema.String),
})

const auditEventPage = Schema.Struct({ items: Schema.Array(AuditEvent), total: Schema.Int })

/** [U17] Lists the audit events of the whole platform, newest first. */
export const listAuditEvents = defineEndpoint({ method: "get", path: "/api/audit", payload: PageQuery, response: auditEventPage })

/** Lists the audit events of one community, newest first. */
export const listCommunityAuditEvents = defineEndpoint({
  method: "get",
  path: "/api/communities/{id}/audit",
  payload: PageQuery,
  response: auditEventPage,
})

/** [O1] Reads an option of a community; the only `key` is `checkout`. Secrets are masked. */
export const readOption = defineEndpoint({
  method: "get",
  path: "/api/communities/{id}/options/{key}",
  payload: EmptyObject,
  response: Checkout,
})

/** [O1] Saves an option and returns it with masked secrets. A secret sent as its mask keeps the stored value. */
export const saveOption = defineEndpoint({
  method: "post",
  path: "/api/communities/{id}/options/{key}",
  payload: Checkout,
  response: Checkout,
})

/** Returns the style as two lists of single-key objects. For members only: respondents receive it with the conversation. */
export const readStyle = defineEndpoint({ method: "get", path: "/{community}/style", payload: EmptyObject, response: StylePayload })

/**
 * [T18] Saves the style and returns it as stored. `base` is the style that the edits started from: if the stored style
 * differs from it, the response is 409 with the stored style. Without `base`, the last write wins.
 */
export const saveStyle = defineEndpoint({
  method: "post",
  path: "/api/communities/{id}/style",
  payload: openStruct({ ...StylePayload.schema.fields, base: Schema.optionalKey(StylePayload) }),
  response: StylePayload,
})

/** The body of a 409 response: the stored style, who saved it and when. */
export const StyleConflictBody = Schema.Struct({
  message: Schema.String,
  style: StylePayload,
  savedBy: Schema.NullOr(Schema.String),
  savedAt: Schema.NullOr(Schema.String),
})

/** [O2] Returns the side menu of a community's chats. */
export const readSideMenu = defineEndpoint({ method: "get", path: "/{community}/sidemenu", payload: EmptyObject, response: SideMenu })

export const saveSideMenu = defineEndpoint({
  method: "patch",
  path: "/api/communities/{id}/sidemenu",
  payload: SideMenu,
  response: SideMenu,
})
