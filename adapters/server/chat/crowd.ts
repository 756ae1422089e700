// How much one address, or one conversation, may ask for in a minute (reliability "Privacy": limits use a keyed hash of the day). Counted in
// memory: each process lets as many pass, and nothing of an address is kept.
import { network } from "../http/network.ts"
import { tooMany } from "../http/trouble.ts"
import type { Secret } from "../secret.ts"

/** Deeds within a minute. A whole school may share an address, so that it may begin many conversations; guessing is another matter. */
export const mostInMinute = { begin: 2000, guess: 30, answer: 240, file: 30 } as const
type Deed = keyof typeof mostInMinute

const minute = 60_000
const day = 86_400_000

/** Counts a deed; a 429 where it is one too many. `by` is an address for `begin` and `guess`, a conversation's id for the others. */
export type Crowd = (deed: Deed, by: string, now: Date) => void

export const crowdOf = ({ sign }: Pick<Secret, "sign">): Crowd => {
  let counts = new Map<string, number>()
  let turn = 0
  return (deed, by, now) => {
    const at = now.getTime()
    if (Math.floor(at / minute) !== turn) {
      turn = Math.floor(at / minute)
      counts = new Map()
    }
    const key = sign("respondents", `${Math.floor(at / day)} ${deed} ${network(by)}`)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > mostInMinute[deed]) throw tooMany(Math.ceil((minute - (at % minute)) / 1000))
  }
}
