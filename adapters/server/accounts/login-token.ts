// The login token: proof that a sign-in comes from someone who asked this server for it, in the same browser.
import { timingSafeEqual } from "node:crypto"
import { signInWaits } from "../../../domain/accounts/limits.ts"
import type { Secret } from "../secret.ts"

const purpose = "login token"

/** A token for this visitor, good from `now` on for an hour. It says its own end and is signed, so nothing is kept of it. */
export const makeLoginToken = ({ sign }: Secret, visitor: string, now: number): string => {
  const end = String(now + signInWaits.form)
  return `${end}.${sign(purpose, `${end}.${visitor}`)}`
}

export const isLoginToken = (secret: Secret, token: string, visitor: string, now: number): boolean => {
  const end = Number(/^(\d{1,15})\./.exec(token)?.[1] ?? 0)
  // Its end is signed. One that is further off than an hour was made before the clock was put back.
  if (end < now) return false
  const given = Buffer.from(token)
  return secret.signatures(purpose, `${end}.${visitor}`).some((signature) => {
    const right = Buffer.from(`${end}.${signature}`)
    return right.length === given.length && timingSafeEqual(right, given)
  })
}
