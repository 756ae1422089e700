// Turning two-factor authentication on and off (adapters/contract/own-account.ts).
import { totpDigits } from "../../../domain/accounts/limits.ts"
import * as contract from "../../contract/own-account.ts"
import { confirmPassword } from "../accounts/confirmed.ts"
import { endSessionsOf } from "../accounts/sessions.ts"
import { disableTotp, enableTotp, hasTotp, makeBackupCodes, makeTotpSecret } from "../accounts/two-factor.ts"
import { note } from "../audit/audit.ts"
import { type Call, signedIn } from "../http/call.ts"
import { violated } from "../http/trouble.ts"
import { letter } from "../mail/letter.ts"

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
