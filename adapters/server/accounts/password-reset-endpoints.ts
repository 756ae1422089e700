// Endpoints that reset a password by a mailed link, without a session.
import { emailViolations } from "../../../domain/accounts/credentials.ts"
import { passwordViolations } from "../../../domain/accounts/password-rules.ts"
import * as contract from "../../contract/account-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import { type EndpointHandler, publicEndpoint } from "../http/endpoint-handler.ts"
import { forbidden, tooManyRequests, validationFailed } from "../http/http-error.ts"
import { composeMail } from "../mail/outgoing-mail.ts"
import { findResetUser, spendResetToken } from "../security/one-time-tokens.ts"
import { enqueuePasswordReset } from "./password-reset-job.ts"
import { hashPassword, verifyPassword } from "./passwords.ts"
import { deleteSessionsOfUser } from "./sessions.ts"

const requestReset = publicEndpoint(contract.requestPasswordReset, async (context, { payload: { email }, request }) => {
  const { accountAttemptLimits, now } = context
  const violations = emailViolations(email)
  if (violations.length > 0) throw validationFailed(...violations)
  const wait = await accountAttemptLimits.count({ action: "reset", account: email, address: request.ip, device: null }, now().getTime())
  if (wait !== null) throw tooManyRequests(wait)
  await enqueuePasswordReset(context, email)
  return {}
})

const invalidResetToken = () => forbidden("This link cannot be used any more.")

const resetPassword = publicEndpoint(contract.resetPassword, async (context, { payload }) => {
  const { database, accountAttemptLimits, now, enqueueMail, publicUrl } = context
  const { resetToken, newPassword: next, confirmPassword: confirmation } = payload
  const violations = passwordViolations({ old: null, next, confirmation }, context.passwordConstraints)
  if (violations.length > 0) throw validationFailed(...violations)
  const found = await findResetUser(database.db, resetToken, now())
  if (found === undefined) throw invalidResetToken()
  if (await verifyPassword(next, found.password)) throw validationFailed({ field: "newPassword", message: "ERROR.PASSWORD_UNCHANGED" })
  const password = await hashPassword(next)
  const { username } = await database.transact(async (change) => {
    const id = await spendResetToken(change, resetToken, now())
    if (id === null) throw invalidResetToken()
    const user = await change
      .updateTable("users")
      .set({ password })
      .where("id", "=", id)
      .returning(["id as uuid", "username", "email"])
      .executeTakeFirstOrThrow()
    await deleteSessionsOfUser(change, id)
    await recordAuditEvent(change, { community: null, user, action: "account.password-reset", target: `user ${user.username}` }, now())
    await enqueueMail(change, composeMail("password", user, { link: `${publicUrl()}/password-reset` }))
    return user
  })
  await accountAttemptLimits.clearAccount(username)
  return {}
})

const constraintsByToken = publicEndpoint(contract.readPasswordConstraintsByToken, async (context, { params: { token } }) => {
  if ((await findResetUser(context.database.db, token, context.now())) === undefined) throw invalidResetToken()
  return context.passwordConstraints
})

export const passwordResetEndpoints: ReadonlyArray<EndpointHandler> = [requestReset, resetPassword, constraintsByToken]
