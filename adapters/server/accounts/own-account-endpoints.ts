// One's own email address and password, a forgotten one, and where one is signed in (adapters/contract/account-contract.ts).

import { totpDigits } from "../../../domain/accounts/account-limits.ts"
import { emailViolations } from "../../../domain/accounts/credentials.ts"
import { passwordViolations } from "../../../domain/accounts/password-rules.ts"
import { folded } from "../../../domain/text/text-input.ts"
import * as contract from "../../contract/account-contract.ts"
import { note } from "../audit/audit-log.ts"
import { anybody, type Call, signedIn } from "../http/endpoint-handler.ts"
import { forbidden, tooMany, violated } from "../http/http-error.ts"
import { letter } from "../mail/outgoing-mail.ts"
import { endResetTokens, isResetToken, makeResetToken, spendResetToken } from "../security/one-time-tokens.ts"
import { confirm, confirmPassword, hashPassword } from "./passwords.ts"
import { endSessionsOf, sessionsOf } from "./sessions.ts"
import { disableTotp, enableTotp, hasTotp, makeBackupCodes, makeTotpSecret } from "./two-factor-repository.ts"
import { unlessTaken } from "./user-repository.ts"

const changeEmail = signedIn(contract.changeEmail, null, async (house, { payload, user, session, request }) => {
  const { database, failures, now, mail } = house
  const { email } = payload
  const violations = emailViolations(email)
  if (violations.length > 0) throw violated(...violations)
  await confirm(house, session, request, { field: "currentPassword", password: payload.currentPassword })
  // [U3] It says whether an address is somebody's: counted for the account whatever comes of it.
  const at = now().getTime()
  const tried = { deed: "email", account: user.username, address: request.ip } as const
  const wait = await failures.count(tried, at)
  if (wait !== null) throw tooMany(wait)
  await database.transact(async (change) => {
    await unlessTaken(
      change
        .updateTable("users")
        .set({ email, email_key: folded(email) })
        .where("id", "=", user.uuid)
        .execute(),
      violated,
    )
    await endResetTokens(change, user.uuid, now())
    await note(change, { community: null, user, deed: "account.email", thing: `user ${user.username}` }, now())
    await mail(change, letter("email", user, { email }))
  })
  // Others who come from there did not fail.
  await failures.forgiveAddress(tried, at)
  return {}
})

const changePassword = signedIn(contract.changePassword, null, async (house, { payload, user, session, request }) => {
  const { database, now, mail, publicUrl } = house
  const { oldPassword: old, newPassword: next, confirmPassword: confirmation } = payload
  const violations = passwordViolations({ old, next, confirmation }, house.constraints)
  if (violations.length > 0) throw violated(...violations)
  await confirmPassword(house, session, request, { field: "oldPassword", password: old })
  const password = await hashPassword(next)
  await database.transact(async (change) => {
    await change.updateTable("users").set({ password }).where("id", "=", user.uuid).execute()
    await endResetTokens(change, user.uuid, now())
    // [U1]
    await endSessionsOf(change, user.uuid, session)
    await note(change, { community: null, user, deed: "account.password", thing: `user ${user.username}` }, now())
    await mail(change, letter("password", user, { link: `${publicUrl()}/password-reset` }))
  })
  return {}
})

const requestReset = anybody(contract.requestReset, async (house, { payload: { email }, request }) => {
  const { database, failures, now, mail, later, publicUrl } = house
  const violations = emailViolations(email)
  if (violations.length > 0) throw violated(...violations)
  const wait = await failures.count({ deed: "reset", account: email, address: request.ip }, now().getTime())
  if (wait !== null) throw tooMany(wait)
  // Looked up after the answer, which takes as long and says as much for an address that nobody has.
  later(() =>
    database.transact(async (change) => {
      const person = await change
        .selectFrom("users")
        .select(["id", "username", "email"])
        .where("email_key", "=", folded(email))
        // An address that is being changed gets no link that outlives it.
        .forShare()
        .executeTakeFirst()
      if (person === undefined) return
      const token = await makeResetToken(change, person.id, now())
      await mail(change, letter("reset", person, { link: `${publicUrl()}/change-password/${token}` }))
    }),
  )
  return {}
})

const staleToken = () => forbidden("This link cannot be used any more.")

const resetPassword = anybody(contract.resetPassword, async (house, { payload }) => {
  const { database, failures, now, mail, publicUrl } = house
  const { resetToken, newPassword: next, confirmPassword: confirmation } = payload
  const violations = passwordViolations({ old: null, next, confirmation }, house.constraints)
  if (violations.length > 0) throw violated(...violations)
  if (!(await isResetToken(database.db, resetToken, now()))) throw staleToken()
  const password = await hashPassword(next)
  const { username } = await database.transact(async (change) => {
    const id = await spendResetToken(change, resetToken, now())
    if (id === null) throw staleToken()
    const person = await change
      .updateTable("users")
      .set({ password })
      .where("id", "=", id)
      .returning(["id as uuid", "username", "email"])
      .executeTakeFirstOrThrow()
    await endSessionsOf(change, id)
    await note(change, { community: null, user: person, deed: "account.password-reset", thing: `user ${person.username}` }, now())
    await mail(change, letter("password", person, { link: `${publicUrl()}/password-reset` }))
    return person
  })
  await failures.forget(username)
  return {}
})

const constraints = signedIn(contract.passwordConstraints, null, async (house) => house.constraints)

const constraintsByToken = anybody(contract.passwordConstraintsByToken, async (house, { params: { token } }) => {
  if (!(await isResetToken(house.database.db, token, house.now()))) throw staleToken()
  return house.constraints
})

const listSessions = signedIn(contract.listSessions, null, async ({ database, now }, { session }) => ({
  items: await sessionsOf(database.db, session, now()),
}))

const endOtherSessions = signedIn(contract.endOtherSessions, null, ({ database, now }, { user, session }) =>
  database.transact(async (change) => {
    await endSessionsOf(change, user.uuid, session)
    await note(change, { community: null, user, deed: "account.sessions-ended", thing: `user ${user.username}` }, now())
    return {}
  }),
)

export const ownAccountCalls: ReadonlyArray<Call> = [
  changeEmail,
  changePassword,
  requestReset,
  resetPassword,
  constraints,
  constraintsByToken,
  listSessions,
  endOtherSessions,
]

// Turning two-factor authentication on and off (adapters/contract/account-contract.ts).

const configuration = signedIn(contract.twoFactorConfiguration, null, async ({ database }, { user }) => {
  const isOn = await hasTotp(database.db, user.uuid)
  return {
    system: { totpEnabled: true, backupCodesEnabled: true, totpDigits },
    user: { totpEnabled: isOn, backupCodesEnabled: isOn, totpDigits },
  }
})

const alreadyOn = () => violated({ field: "verificationCode", message: "Two-factor authentication is on already." })

const generateSecret = signedIn(contract.generateTotpSecret, null, async ({ database, secret, now }, { user }) => {
  if (await hasTotp(database.db, user.uuid)) throw alreadyOn()
  return makeTotpSecret(database.db, secret, user, now())
})

const confirmSecret = signedIn(contract.confirmTotpSecret, null, async (house, { payload, user, session, request }) => {
  const { database, secret, now, mail } = house
  await confirmPassword(house, session, request, { field: "currentPassword", password: payload.currentPassword })
  const backupCodes = await database.transact(async (change) => {
    // Whoever signs in with the password alone at this moment is done before, and their session ends, or sees that codes are asked for.
    await change.selectFrom("users").select("id").where("id", "=", user.uuid).forNoKeyUpdate().execute()
    if (!(await enableTotp(change, secret, user.uuid, payload.verificationCode.replace(/\s/g, ""), now())))
      throw violated({ field: "verificationCode", message: "Invalid two-factor authentication code." })
    await endSessionsOf(change, user.uuid, session)
    await note(change, { community: null, user, deed: "account.two-factor-on", thing: `user ${user.username}` }, now())
    await mail(change, letter("two-factor-on", user))
    return makeBackupCodes(change, secret, user.uuid)
  })
  return { backupCodes }
})

const disable = signedIn(contract.disableTotp, null, async (house, { payload, user, session, request }) => {
  const { database, now, mail, publicUrl } = house
  await confirmPassword(house, session, request, { field: "currentPassword", password: payload.currentPassword })
  await database.transact(async (change) => {
    await disableTotp(change, user.uuid)
    await endSessionsOf(change, user.uuid, session)
    await note(change, { community: null, user, deed: "account.two-factor-off", thing: `user ${user.username}` }, now())
    await mail(change, letter("two-factor-off", user, { link: `${publicUrl()}/password-reset` }))
  })
  return {}
})

export const twoFactorCalls: ReadonlyArray<Call> = [configuration, generateSecret, confirmSecret, disable]
