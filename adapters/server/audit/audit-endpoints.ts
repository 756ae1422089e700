// Endpoints that read the audit log.
import * as contract from "../../contract/community-contract.ts"
import type { PageQuery } from "../../contract/endpoint.ts"
import type { Db } from "../database/database.ts"
import { communityByIdEndpoint, type EndpointHandler, userEndpoint } from "../http/endpoint-handler.ts"

const defaultLimit = 50

/** Returns a page of events, newest first; of the whole platform if `community` is null. */
const readPage = async (db: Db, community: string | null, { limit = defaultLimit, offset = 0 }: PageQuery) => {
  const all = community === null ? db.selectFrom("audit") : db.selectFrom("audit").where("community_id", "=", community)
  const rows = await all
    .select(["id", "at", "actor", "action", "target", "community_id"])
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await all.select((eb) => eb.fn.countAll().as("total")).executeTakeFirstOrThrow()
  return {
    items: rows.map(({ id, at, actor, action, target, community_id }) => ({
      uuid: id,
      at: at.toISOString(),
      actor,
      action,
      target,
      community: community_id,
    })),
    total: Number(total),
  }
}

const listPlatformAudit = userEndpoint(contract.listAuditEvents, "audit.read", ({ database: { db } }, { payload }) =>
  readPage(db, null, payload),
)

const listCommunityAudit = communityByIdEndpoint(
  contract.listCommunityAuditEvents,
  "community.audit",
  ({ database: { db } }, { community, payload }) => readPage(db, community.uuid, payload),
)

export const auditEndpoints: ReadonlyArray<EndpointHandler> = [listPlatformAudit, listCommunityAudit]
