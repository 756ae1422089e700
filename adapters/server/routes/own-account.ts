// One's own email address and password, a forgotten one, and where one is signed in (adapters/contract/own-account.ts).
import { emailViolations } from "../../../domain/accounts/identity.ts"
import { passwordViolations } from "../../../domain/accounts/password.ts"
import { folded } from "../../../domain/folded.ts"
import * as contract from "../../contract/own-account.ts"
import { confirm, confirmPassword } from "../accounts/confirmed.ts"
import { hashPassword } from "../accounts/password.ts"
import { endResetTokens, isResetToken, makeResetToken, spendResetToken } from "../accounts/reset-tokens.ts"
import { endSessionsOf, sessionsOf } from "../accounts/sessions.ts"
import { unlessTaken } from "../accounts/taken.ts"
import { note } from "../audit/audit.ts"
import { anybody, type Call, signedIn } from "../http/call.ts"
import { forbidden, tooMany, violated } from "../http/trouble.ts"
import { letter } from "../mail/letter.ts"

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
