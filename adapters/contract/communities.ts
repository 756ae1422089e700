// The calls about communities (spec/1-console §7 "Communities").
import * as Schema from "effect/Schema"
import { Community } from "../../domain/communities/community.ts"
import { Nothing } from "./account.ts"
import { endpoint } from "./endpoint.ts"
import { Page } from "./page.ts"

export const listCommunities = endpoint({
  method: "get",
  path: "/api/communities",
  payload: Schema.Struct({
    ...Page.fields,
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

export const deleteCommunityToken = endpoint({
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
