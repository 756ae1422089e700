// Reading the audit log (adapters/contract/community-contract.ts).
import * as contract from "../../contract/community-contract.ts"
import type { PageQuery } from "../../contract/endpoint.ts"
import type { Db } from "../database/database.ts"
import { communityByIdEndpoint, type EndpointHandler, userEndpoint } from "../http/endpoint-handler.ts"

const defaultLimit = 50

/** The newest first; `community` null: of the whole platform. */
const page = async (db: Db, community: string | null, { limit = defaultLimit, offset = 0 }: PageQuery) => {
  const all = community === null ? db.selectFrom("audit") : db.selectFrom("audit").where("community_id", "=", community)
  const rows = await all
    .select(["id", "at", "who", "deed", "thing", "community_id"])
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await all.select((its) => its.fn.countAll().as("total")).executeTakeFirstOrThrow()
  return {
    items: rows.map(({ id, at, who, deed, thing, community_id }) => ({
      uuid: id,
      at: at.toISOString(),
      who,
      deed,
      thing,
      community: community_id,
    })),
    total: Number(total),
  }
}

const listPlatformAudit = userEndpoint(contract.listAuditEvents, "audit.read", ({ database: { db } }, { payload }) =>
  page(db, null, payload),
)

const listCommunityAudit = communityByIdEndpoint(
  contract.listCommunityAuditEvents,
  "community.audit",
  ({ database: { db } }, { community, payload }) => page(db, community.uuid, payload),
)

export const auditEndpoints: ReadonlyArray<EndpointHandler> = [listPlatformAudit, listCommunityAudit]
