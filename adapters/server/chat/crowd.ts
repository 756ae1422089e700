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

/** `by` is an address for `begin` and `guess`, a conversation's id for the others. */
export type Crowd = {
  /** Counts a deed; a 429 where it is one too many. */
  readonly count: (deed: Deed, by: string, now: Date) => void
  /** A 429 where another one would be too many. */
  readonly refuse: (deed: Deed, by: string, now: Date) => void
}

export const crowdOf = ({ sign }: Pick<Secret, "sign">): Crowd => {
  let counts = new Map<string, number>()
  let turn = 0
  /** Deeds in this minute, with `more` of them. */
  const counted = (deed: Deed, by: string, at: number, more: 0 | 1): number => {
    if (Math.floor(at / minute) !== turn) {
      turn = Math.floor(at / minute)
      counts = new Map()
    }
    const key = sign("respondents", `${Math.floor(at / day)} ${deed} ${network(by)}`)
    const count = (counts.get(key) ?? 0) + more
    if (more > 0) counts.set(key, count)
    return count
  }
  const refuseFrom = (least: number, count: number, at: number): void => {
    if (count >= least) throw tooMany(Math.ceil((minute - (at % minute)) / 1000))
  }
  return {
    count: (deed, by, now) => refuseFrom(mostInMinute[deed] + 1, counted(deed, by, now.getTime(), 1), now.getTime()),
    refuse: (deed, by, now) => refuseFrom(mostInMinute[deed], counted(deed, by, now.getTime(), 0), now.getTime()),
  }
}
