// Endpoints of memberships: adding a user to a community, changing their role there, and removing them.
import { randomUUIDv7 } from "node:crypto"
import { hasRight } from "../../../domain/accounts/rights.ts"
import type { Role, User } from "../../../domain/accounts/user.ts"
import * as contract from "../../contract/user-contract.ts"
import { findLastAuditEvent, recordAuditEvent } from "../audit/audit-log.ts"
import { communityByIdEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { notFound } from "../http/http-error.ts"
import { createConfirmationToken, spendConfirmationToken, targetChanged } from "../security/confirmation-tokens.ts"
import { findUser } from "./user-repository.ts"

const isMember = (target: User, community: string): boolean => target.communityEntries.some((entry) => entry.community.uuid === community)

/** Returns the user as `viewer` may see them: only platform administrators see memberships of other communities. */
const restrictToCommunity = (viewer: User, target: User, community: string): User =>
  hasRight(viewer, "users.manage", null)
    ? target
    : { ...target, communityEntries: target.communityEntries.filter((entry) => entry.community.uuid === community) }

const addMembership = communityByIdEndpoint(
  contract.saveMembership,
  "community.members",
  ({ database, now }, { community, params: { userId }, payload: { role = "ROLE_USER" }, user }) =>
    database.transact(async (change) => {
      const target = await findUser(change, userId)
      // Administrators of a community may change roles of its members only; which other users exist is known to the
      // platform's.
      if (target === undefined || !(isMember(target, community.uuid) || hasRight(user, "users.manage", null))) throw notFound()
      await change
        .insertInto("memberships")
        .values({ id: randomUUIDv7(), user_id: target.uuid, community_id: community.uuid, role })
        .onConflict((conflict) => conflict.columns(["user_id", "community_id"]).doUpdateSet({ role }))
        .execute()
      const auditTarget = `user ${target.username}: ${role}`
      await recordAuditEvent(change, { community: community.uuid, user, action: "membership.add", target: auditTarget }, now())
      return restrictToCommunity(user, (await findUser(change, userId)) ?? target, community.uuid)
    }),
)

const membershipTarget = (community: string, userId: string): string => `${community}/${userId.toLowerCase()}`

const removalAction = "remove membership"

/** The role of a member. */
const getRole = (target: User, community: string): Role =>
  target.communityEntries.find((entry) => entry.community.uuid === community)?.role ?? "ROLE_USER"

const removeMembershipToken = communityByIdEndpoint(
  contract.getMembershipRemovalToken,
  "community.members",
  async ({ database: { db }, now }, { community, params: { userId }, payload, user }) => {
    const target = await findUser(db, userId)
    if (target === undefined || !isMember(target, community.uuid)) throw notFound()
    const { role = getRole(target, community.uuid) } = payload
    const state = { role }
    const confirmation = { action: removalAction, state, user: user.uuid, target: membershipTarget(community.uuid, userId) }
    return { deleteToken: await createConfirmationToken(db, confirmation, now()) }
  },
  { changes: true },
)

const removeMembership = communityByIdEndpoint(
  contract.removeMembership,
  "community.members",
  ({ database, now }, { community, params: { userId }, payload: { csrf }, user }) =>
    database.transact(async (change) => {
      const target = await findUser(change, userId)
      if (target === undefined || !isMember(target, community.uuid)) throw notFound()
      const scope = { actions: [removalAction], user: user.uuid, target: membershipTarget(community.uuid, userId) }
      const confirmation = await spendConfirmationToken(change, csrf, scope, now())
      const state = { role: getRole(target, community.uuid) }
      if (!confirmation.covers(state)) {
        const roleChange = { community: community.uuid, actions: ["membership.add"] as const, target: `user ${target.username}` }
        throw targetChanged({ current: state, lastChange: await findLastAuditEvent(change, roleChange), now: now() })
      }
      await change.deleteFrom("memberships").where("user_id", "=", target.uuid).where("community_id", "=", community.uuid).execute()
      await recordAuditEvent(
        change,
        { community: community.uuid, user, action: "membership.remove", target: `user ${target.username}` },
        now(),
      )
      return restrictToCommunity(user, (await findUser(change, userId)) ?? target, community.uuid)
    }),
)

export const membershipEndpoints: ReadonlyArray<EndpointHandler> = [addMembership, removeMembershipToken, removeMembership]
