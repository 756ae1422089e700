// Who did what to which thing when. No contents and no secrets.
import * as Schema from "effect/Schema"
import { endpoint } from "./endpoint.ts"
import { Page } from "./page.ts"

/** `who` is the username, or null where nobody was signed in; `thing` names what it was done to. */
export const AuditEntry = Schema.Struct({
  uuid: Schema.String,
  at: Schema.String,
  who: Schema.NullOr(Schema.String),
  deed: Schema.String,
  thing: Schema.String,
  community: Schema.NullOr(Schema.String),
})

const entries = Schema.Struct({ items: Schema.Array(AuditEntry), total: Schema.Int })

/** The newest first. */
export const listAudit = endpoint({ method: "get", path: "/api/audit", payload: Page, answer: entries })

export const listCommunityAudit = endpoint({ method: "get", path: "/api/communities/{id}/audit", payload: Page, answer: entries })
