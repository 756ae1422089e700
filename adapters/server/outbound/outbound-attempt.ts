// One attempt at a call to an address outside, kept with what came of it: a request and its answer, or why there was none.
import { randomUUIDv7 } from "node:crypto"
import { type DeliveryAttempt, isTaken as isStatusTaken } from "../../../domain/actions/delivery.ts"
import { withoutSecrets } from "../../../domain/connections/connection-masking.ts"
import {
  type Unanswered,
  type UnansweredKey,
  unanswered,
  unansweredBecause,
  writtenUnanswered,
} from "../../../domain/connections/outbound-failure.ts"
import type { House } from "../server-context.ts"
import { type OutboundAnswer, OutboundError, type OutboundRequest } from "./outbound-client.ts"

/** `answer` is null where there was none; then `problem` says why. */
export type Attempt = {
  readonly at: Date
  readonly milliseconds: number
  readonly answer: OutboundAnswer | null
  readonly problem: Unanswered | null
  /** What was sent and is for nobody to read: who answers may repeat it. */
  readonly secrets: ReadonlyArray<string>
}

/** Why nobody was called. */
export type NotMade = Extract<UnansweredKey, `unanswered.connection.${string}` | "unanswered.no-endpoint">

/** Characters of an answer that are kept, for a person to look at. */
const mostKept = 2000

/** The request of a delivery: taken or not by its answer's status, of which no more is read than is kept (3 bytes a character at most). */
export const delivering = (request: OutboundRequest): OutboundRequest => ({ ...request, wants: 3 * mostKept })

export const attempt = async (
  { outbound, now }: Pick<House, "outbound" | "now">,
  request: OutboundRequest,
  secrets: ReadonlyArray<string> = [],
): Promise<Attempt> => {
  const at = now()
  const start = performance.now()
  const took = () => Math.round(performance.now() - start)
  try {
    const answer = await outbound(request)
    return { at, milliseconds: took(), answer, problem: null, secrets }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { at, milliseconds: took(), answer: null, problem: error.why, secrets }
  }
}

/** An attempt that came to nothing before anybody was called. */
export const notMade = ({ now }: Pick<House, "now">, key: NotMade, because: Unanswered | null = null): Attempt => ({
  at: now(),
  milliseconds: 0,
  answer: null,
  problem: unansweredBecause(unanswered(key), because),
  secrets: [],
})

export const isTaken = ({ answer }: Attempt): boolean => isStatusTaken({ status: answer?.status ?? null })

/** An attempt as it is told to a person: the beginning of its answer, without secrets and what the database cannot keep (U+0000). */
export const toldAttempt = ({ at, milliseconds, answer, problem, secrets }: Attempt): DeliveryAttempt => ({
  at: at.toISOString(),
  milliseconds,
  status: answer?.status ?? null,
  problem,
  answer: answer === null ? null : withoutSecrets(answer.body.replaceAll("\0", ""), secrets).slice(0, mostKept),
})

const keptOf = (made: Attempt) => {
  const told = toldAttempt(made)
  return { ...told, at: made.at, problem: told.problem && writtenUnanswered(told.problem) }
}

type Of = { readonly script: string; readonly delivery: string }

/** Keeps what came of an attempt; of a delivery that was erased meanwhile nothing is kept. */
export const keepAttempt = async (
  { database }: Pick<House, "database">,
  { script, delivery }: Of,
  made: Attempt,
  state: "due" | "delivered" | "failed",
): Promise<void> =>
  database.transact(async (change) => {
    const { numUpdatedRows } = await change
      .updateTable("deliveries")
      .set({ state, ended_at: state === "due" ? null : made.at })
      .where("script_id", "=", script)
      .where("id", "=", delivery)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) return
    await change
      .insertInto("delivery_attempts")
      .values({ script_id: script, id: randomUUIDv7(), delivery_id: delivery, ...keptOf(made) })
      .execute()
  })
