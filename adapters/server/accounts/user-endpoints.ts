// Endpoints of users.
import { randomUUIDv7 } from "node:crypto"
import type { Transaction } from "kysely"
import { emailViolations, usernameViolations } from "../../../domain/accounts/credentials.ts"
import { getPlatformRole } from "../../../domain/accounts/rights.ts"
import { canDeleteUser, type User } from "../../../domain/accounts/user.ts"
import { newUserViolations } from "../../../domain/accounts/user-form.ts"
import type { Violation } from "../../../domain/findings/finding.ts"
import { foldCase } from "../../../domain/text/text-input.ts"
import * as contract from "../../contract/user-contract.ts"
import { type AuditEventTrace, findLastAuditEvent, recordAuditEvent } from "../audit/audit-log.ts"
import type { Tables } from "../database/tables.ts"
import { type EndpointHandler, userEndpoint } from "../http/endpoint-handler.ts"
import { type HttpError, notFound, validationFailed, validationFailedByField } from "../http/http-error.ts"
import { deleteIdempotentResponses } from "../http/idempotency.ts"
import { composeMail } from "../mail/outgoing-mail.ts"
import {
  type Confirmation,
  createConfirmationToken,
  deleteTokensAbout,
  spendConfirmationToken,
  targetChanged,
} from "../security/confirmation-tokens.ts"
import { revokeResetTokens } from "../security/one-time-tokens.ts"
import { hashPassword } from "./passwords.ts"
import { findUser, listUsers, mapUniqueViolation } from "./user-repository.ts"

type UserNames = { readonly username?: string; readonly email?: string }

/** Returns the violations of a username and email address, including those that another user has. */
const validateNames = async (
  change: Transaction<Tables>,
  { username, email }: UserNames,
  ownId: string | null,
): Promise<ReadonlyArray<Violation>> => {
  const problems: Array<Violation> = []
  const isTaken = async (column: "username_key" | "email_key", text: string): Promise<boolean> => {
    const users = change.selectFrom("users").select("id").where(column, "=", foldCase(text))
    return (await (ownId === null ? users : users.where("id", "!=", ownId)).executeTakeFirst()) !== undefined
  }
  if (username !== undefined) {
    const violations = usernameViolations(username)
    if (violations.length > 0) problems.push(...violations)
    else if (await isTaken("username_key", username)) problems.push({ field: "username", message: "ERROR.USERNAME_TAKEN" })
  }
  if (email !== undefined) {
    const violations = emailViolations(email)
    if (violations.length > 0) problems.push(...violations)
    else if (await isTaken("email_key", email)) problems.push({ field: "email", message: "ERROR.EMAIL_TAKEN" })
  }
  return problems
}

const list = userEndpoint(contract.listUsers, "users.manage", async ({ database }, { payload }) => ({
  items: await listUsers(database.db, payload),
}))

const add = userEndpoint(contract.addUser, "users.manage", async ({ database, passwordConstraints, now }, { payload, user }) => {
  const { username, email, password } = payload
  const passwordViolations = newUserViolations(payload, passwordConstraints).filter(({ field }) => field === "password")
  const passwordHash = await hashPassword(password)
  return database.transact(async (change) => {
    const problems = [...(await validateNames(change, { username, email }, null)), ...passwordViolations]
    if (problems.length > 0) throw validationFailedByField(Object.fromEntries(problems.map(({ field, message }) => [field, [message]])))
    const id = randomUUIDv7()
    const at = now()
    const names = { username, username_key: foldCase(username), email, email_key: foldCase(email) }
    await mapUniqueViolation(
      change
        .insertInto("users")
        .values({ id, ...names, password: passwordHash, is_admin: false, made_at: at })
        .execute(),
      ({ field, message }) => validationFailedByField({ [field]: [message] }),
    )
    await recordAuditEvent(change, { community: null, user, action: "user.add", target: `user ${username}` }, at)
    return { uuid: id, username, email, roles: ["ROLE_USER"] as const, communityEntries: [] }
  })
})

const read = userEndpoint(contract.readUser, "users.manage", async ({ database }, { params: { id } }) => {
  const found = await findUser(database.db, id)
  if (found === undefined) throw notFound()
  return found
})

/**
 * Refuses a change that would leave no administrator, even if the caller is no longer one. Locks the administrators, so
 * that two concurrent requests cannot remove the last two.
 */
const refuseLastAdministrator = async (change: Transaction<Tables>, id: string): Promise<void> => {
  const administrators = await change.selectFrom("users").select("id").where("is_admin", "=", true).orderBy("id").forUpdate().execute()
  if (administrators.every((it) => it.id === id.toLowerCase()))
    throw validationFailed({ field: "roles", message: "ERROR.LAST_ADMINISTRATOR" })
}

const update = userEndpoint(contract.updateUser, "users.manage", ({ database, now, enqueueMail }, { payload, params: { id }, user }) =>
  database.transact(async (change) => {
    const before = await findUser(change, id)
    if (before === undefined) throw notFound()
    const { username, email, roles } = payload
    const problems = await validateNames(
      change,
      { ...(username !== undefined && { username }), ...(email !== undefined && { email }) },
      before.uuid,
    )
    if (problems.length > 0) throw validationFailed(...problems)
    const isAdmin = roles?.includes("ROLE_ADMIN")
    if (isAdmin === false) await refuseLastAdministrator(change, before.uuid)
    const fields = {
      ...(username !== undefined && { username, username_key: foldCase(username) }),
      ...(email !== undefined && { email, email_key: foldCase(email) }),
      ...(isAdmin !== undefined && { is_admin: isAdmin }),
    }
    if (Object.keys(fields).length === 0) return before
    await mapUniqueViolation(change.updateTable("users").set(fields).where("id", "=", before.uuid).execute(), validationFailed)
    if (email !== undefined) await revokeResetTokens(change, before.uuid, now())
    const changedFields = Object.keys(payload).sort().join(", ")
    await recordAuditEvent(
      change,
      { community: null, user, action: "user.update", target: `user ${before.username}: ${changedFields}` },
      now(),
    )
    if (email !== undefined && email !== before.email) await enqueueMail(change, composeMail("email", before, { email }))
    return (await findUser(change, id)) ?? before
  }),
)

const deletionAction = "delete user"

/** [U4] What a deletion depends on: the name, the role and the memberships (community=role) of a user. */
const getDeletionState = (user: User) => ({
  username: user.username,
  role: getPlatformRole(user),
  memberships: listMemberships(user.communityEntries).join(","),
})

const listMemberships = (entries: User["communityEntries"]): ReadonlyArray<string> =>
  entries.map(({ community, role }) => `${community.uuid}=${role}`).sort()

/** Returns the 409 for a user who has changed since the token was created, with the latest of these changes. */
const userChanged = async (
  change: Transaction<Tables>,
  target: User,
  confirmation: Pick<Confirmation<string>, "getShown">,
  now: Date,
): Promise<HttpError> => {
  const current = getDeletionState(target)
  const shownMemberships = String(confirmation.getShown("memberships") ?? "").split(",")
  const memberships = listMemberships(target.communityEntries)
  const differing = [...shownMemberships, ...memberships].filter((it) => !(shownMemberships.includes(it) && memberships.includes(it)))
  const changed = new Set(differing.map((it) => it.split("=")[0] ?? "").filter((it) => it !== ""))
  // An event names the user as they were before it.
  const name = `user ${confirmation.getShown("username") ?? target.username}`
  const isAccountChanged = (["username", "role"] as const).some((it) => confirmation.getShown(it) !== current[it])
  const events = isAccountChanged
    ? [await findLastAuditEvent(change, { community: null, actions: ["user.update"], target: name })]
    : await findMembershipEvents(change, changed, name)
  const [lastChange] = events.filter((it) => it !== undefined).sort((a, b) => b.at.getTime() - a.at.getTime())
  return targetChanged({ current, lastChange, now })
}

const findMembershipEvents = async (change: Transaction<Tables>, communities: Iterable<string>, target: string) => {
  const events: Array<AuditEventTrace | undefined> = []
  for (const community of communities)
    events.push(await findLastAuditEvent(change, { community, actions: ["membership.add", "membership.remove"], target }))
  return events
}

const deleteToken = userEndpoint(
  contract.getUserDeletionToken,
  "users.manage",
  async ({ database: { db }, now }, { params: { id }, user }) => {
    const target = await findUser(db, id)
    if (target === undefined) throw notFound()
    const { username, communityEntries } = target
    const confirmation = { action: deletionAction, state: getDeletionState(target), user: user.uuid, target: target.uuid }
    const deleteToken = await createConfirmationToken(db, confirmation, now())
    return { deleteToken, username, role: getPlatformRole(target), communityEntries }
  },
  { changes: true },
)

/** Locks a user with their memberships. Administrators are locked in the same order as by `refuseLastAdministrator`. */
const lockUser = async (change: Transaction<Tables>, id: string): Promise<void> => {
  await change
    .selectFrom("users")
    .select("id")
    .where((eb) => eb.or([eb("is_admin", "=", true), eb("id", "=", id)]))
    .orderBy("id")
    .forUpdate()
    .execute()
  await change.selectFrom("memberships").select("id").where("user_id", "=", id).orderBy("id").forUpdate().execute()
}

const remove = userEndpoint(contract.deleteUser, "users.manage", ({ database, now }, { params: { id }, payload: { csrf }, user }) =>
  database.transact(async (change) => {
    await lockUser(change, id)
    const target = await findUser(change, id)
    if (target === undefined) throw notFound()
    if (!canDeleteUser(user, target)) throw validationFailed({ field: "uuid", message: "ERROR.ONESELF" })
    const confirmation = await spendConfirmationToken(
      change,
      csrf,
      { actions: [deletionAction], user: user.uuid, target: target.uuid },
      now(),
    )
    if (!confirmation.covers(getDeletionState(target))) throw await userChanged(change, target, confirmation, now())
    await refuseLastAdministrator(change, target.uuid)
    await deleteIdempotentResponses(change, target.uuid)
    // Their state contains the username.
    await deleteTokensAbout(change, target.uuid)
    await change.deleteFrom("users").where("id", "=", target.uuid).execute()
    await recordAuditEvent(change, { community: null, user, action: "user.delete", target: `user ${target.username}` }, now())
    return {}
  }),
)

export const userEndpoints: ReadonlyArray<EndpointHandler> = [list, add, read, update, deleteToken, remove]
