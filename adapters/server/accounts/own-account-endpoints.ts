// Endpoints of the signed-in user's own account: email, password, sessions and two-factor authentication.
import { totpDigits } from "../../../domain/accounts/account-limits.ts"
import { emailViolations } from "../../../domain/accounts/credentials.ts"
import { passwordViolations } from "../../../domain/accounts/password-rules.ts"
import { foldCase } from "../../../domain/text/text-input.ts"
import * as contract from "../../contract/account-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import { type EndpointHandler, userEndpoint } from "../http/endpoint-handler.ts"
import { tooManyRequests, validationFailed } from "../http/http-error.ts"
import { composeMail } from "../mail/outgoing-mail.ts"
import { revokeResetTokens } from "../security/one-time-tokens.ts"
import { rememberDeviceOfUser } from "./known-devices.ts"
import { hashPassword, requireCurrentPassword, requireRecentSignInOrPassword } from "./passwords.ts"
import { deleteSessionsOfUser, listOpenSessions } from "./sessions.ts"
import { createBackupCodes, createTotpSecret, disableTotp, enableTotp, isTotpEnabled } from "./two-factor-repository.ts"
import { mapUniqueViolation } from "./user-repository.ts"

const changeEmail = userEndpoint(contract.changeEmail, null, async (context, { payload, user, session, request }) => {
  const { database, accountAttemptLimits, now, enqueueMail } = context
  const { email } = payload
  const violations = emailViolations(email)
  if (violations.length > 0) throw validationFailed(...violations)
  await requireRecentSignInOrPassword(context, session, request, { field: "currentPassword", password: payload.currentPassword })
  // [U3] The response reveals whether an address belongs to a user, so successful changes count for the account as well.
  const at = now().getTime()
  const attempt = { action: "email", account: user.username, address: request.ip, device: null } as const
  const wait = await accountAttemptLimits.count(attempt, at)
  if (wait !== null) throw tooManyRequests(wait)
  await database.transact(async (change) => {
    await mapUniqueViolation(
      change
        .updateTable("users")
        .set({ email, email_key: foldCase(email) })
        .where("id", "=", user.uuid)
        .execute(),
      validationFailed,
    )
    await revokeResetTokens(change, user.uuid, now())
    await recordAuditEvent(change, { community: null, user, action: "account.email", target: `user ${user.username}` }, now())
    await enqueueMail(change, composeMail("email", user, { email }))
  })
  // Other users of the same IP address must not be limited by this success.
  await accountAttemptLimits.clearAddressAfterSuccess(attempt, at)
  return {}
})

const changePassword = userEndpoint(contract.changePassword, null, async (context, { payload, user, session, request, reply }) => {
  const { database, now, enqueueMail, publicUrl } = context
  const { oldPassword: old, newPassword: next, confirmPassword: confirmation } = payload
  const violations = passwordViolations({ old, next, confirmation }, context.passwordConstraints)
  if (violations.length > 0) throw validationFailed(...violations)
  await requireCurrentPassword(context, session, request, { field: "oldPassword", password: old })
  const password = await hashPassword(next)
  await database.transact(async (change) => {
    await change.updateTable("users").set({ password }).where("id", "=", user.uuid).execute()
    await revokeResetTokens(change, user.uuid, now())
    // [U1] A change of the password ends all other sessions.
    await deleteSessionsOfUser(change, user.uuid, session)
    await recordAuditEvent(change, { community: null, user, action: "account.password", target: `user ${user.username}` }, now())
    await enqueueMail(change, composeMail("password", user, { link: `${publicUrl()}/password-reset` }))
  })
  await rememberDeviceOfUser(context, request, reply, user.uuid)
  return {}
})

const constraints = userEndpoint(contract.readPasswordConstraints, null, async (context) => context.passwordConstraints)

const listSessions = userEndpoint(contract.listSessions, null, async ({ database, now }, { session }) => ({
  items: await listOpenSessions(database.db, session, now()),
}))

const endOtherSessions = userEndpoint(contract.endOtherSessions, null, ({ database, now }, { user, session }) =>
  database.transact(async (change) => {
    await deleteSessionsOfUser(change, user.uuid, session)
    await recordAuditEvent(change, { community: null, user, action: "account.sessions-ended", target: `user ${user.username}` }, now())
    return {}
  }),
)

export const ownAccountEndpoints: ReadonlyArray<EndpointHandler> = [
  changeEmail,
  changePassword,
  constraints,
  listSessions,
  endOtherSessions,
]

const configuration = userEndpoint(contract.readTwoFactorConfiguration, null, async ({ database }, { user }) => {
  const isOn = await isTotpEnabled(database.db, user.uuid)
  return {
    system: { totpEnabled: true, backupCodesEnabled: true, totpDigits },
    user: { totpEnabled: isOn, backupCodesEnabled: isOn, totpDigits },
  }
})

const alreadyEnabled = () => validationFailed({ field: "verificationCode", message: "Two-factor authentication is on already." })

const generateSecret = userEndpoint(contract.generateTotpSecret, null, async ({ database, secret, now }, { user }) => {
  if (await isTotpEnabled(database.db, user.uuid)) throw alreadyEnabled()
  return createTotpSecret(database.db, secret, user, now())
})

const confirmSecret = userEndpoint(contract.confirmTotpSecret, null, async (context, { payload, user, session, request, reply }) => {
  const { database, secret, now, enqueueMail } = context
  await requireCurrentPassword(context, session, request, { field: "currentPassword", password: payload.currentPassword })
  const backupCodes = await database.transact(async (change) => {
    // Locks the user against a concurrent sign-in: it either finishes first, and its session ends below, or waits and
    // requires a code.
    await change.selectFrom("users").select("id").where("id", "=", user.uuid).forNoKeyUpdate().execute()
    if (!(await enableTotp(change, secret, user.uuid, payload.verificationCode.replace(/\s/g, ""), now())))
      throw validationFailed({ field: "verificationCode", message: "Invalid two-factor authentication code." })
    await deleteSessionsOfUser(change, user.uuid, session)
    await recordAuditEvent(change, { community: null, user, action: "account.two-factor-on", target: `user ${user.username}` }, now())
    await enqueueMail(change, composeMail("two-factor-on", user))
    return createBackupCodes(change, secret, user.uuid)
  })
  await rememberDeviceOfUser(context, request, reply, user.uuid)
  return { backupCodes }
})

const disable = userEndpoint(contract.disableTotp, null, async (context, { payload, user, session, request, reply }) => {
  const { database, now, enqueueMail, publicUrl } = context
  await requireCurrentPassword(context, session, request, { field: "currentPassword", password: payload.currentPassword })
  await database.transact(async (change) => {
    await disableTotp(change, user.uuid)
    await deleteSessionsOfUser(change, user.uuid, session)
    await recordAuditEvent(change, { community: null, user, action: "account.two-factor-off", target: `user ${user.username}` }, now())
    await enqueueMail(change, composeMail("two-factor-off", user, { link: `${publicUrl()}/password-reset` }))
  })
  await rememberDeviceOfUser(context, request, reply, user.uuid)
  return {}
})

export const twoFactorEndpoints: ReadonlyArray<EndpointHandler> = [configuration, generateSecret, confirmSecret, disable]
