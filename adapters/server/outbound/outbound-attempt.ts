// One attempt at a call to an address outside, kept with what came of it: a request and its answer, or why there was none.
import { randomUUIDv7 } from "node:crypto"
import { type DeliveryAttempt, isAccepted as isStatusTaken } from "../../../domain/actions/delivery.ts"
import { redactSecrets } from "../../../domain/connections/connection-masking.ts"
import {
  addCause,
  encodeOutboundFailure,
  type OutboundFailure,
  type OutboundFailureKey,
  outboundFailure,
} from "../../../domain/connections/outbound-failure.ts"
import type { ServerContext } from "../server-context.ts"
import { OutboundError, type OutboundRequest, type OutboundResponse } from "./outbound-client.ts"

/** `answer` is null where there was none; then `problem` says why. */
export type OutboundAttempt = {
  readonly at: Date
  readonly durationMs: number
  readonly answer: OutboundResponse | null
  readonly problem: OutboundFailure | null
  /** What was sent and is for nobody to read: who answers may repeat it. */
  readonly secrets: ReadonlyArray<string>
}

/** Why nobody was called. */
export type UncalledReason = Extract<OutboundFailureKey, `unanswered.connection.${string}` | "unanswered.no-endpoint">

/** Characters of an answer that are kept, for a person to look at. */
const maxStoredCharacters = 2000

/** The request of a delivery: taken or not by its answer's status, of which no more is read than is kept (3 bytes a character at most). */
export const limitResponseSize = (request: OutboundRequest): OutboundRequest => ({ ...request, wants: 3 * maxStoredCharacters })

export const attemptRequest = async (
  { outbound, now }: Pick<ServerContext, "outbound" | "now">,
  request: OutboundRequest,
  secrets: ReadonlyArray<string> = [],
): Promise<OutboundAttempt> => {
  const at = now()
  const start = performance.now()
  const took = () => Math.round(performance.now() - start)
  try {
    const answer = await outbound(request)
    return { at, durationMs: took(), answer, problem: null, secrets }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { at, durationMs: took(), answer: null, problem: error.reason, secrets }
  }
}

/** An attempt that came to nothing before anybody was called. */
export const buildUncalledAttempt = (
  { now }: Pick<ServerContext, "now">,
  key: UncalledReason,
  because: OutboundFailure | null = null,
): OutboundAttempt => ({
  at: now(),
  durationMs: 0,
  answer: null,
  problem: addCause(outboundFailure(key), because),
  secrets: [],
})

export const isAccepted = ({ answer }: OutboundAttempt): boolean => isStatusTaken({ status: answer?.status ?? null })

/** An attempt as it is told to a person: the beginning of its answer, without secrets and what the database cannot keep (U+0000). */
export const toDeliveryAttempt = ({ at, durationMs, answer, problem, secrets }: OutboundAttempt): DeliveryAttempt => ({
  at: at.toISOString(),
  milliseconds: durationMs,
  status: answer?.status ?? null,
  problem,
  answer: answer === null ? null : redactSecrets(answer.body.replaceAll("\0", ""), secrets).slice(0, maxStoredCharacters),
})

const attemptToRow = (made: OutboundAttempt) => {
  const told = toDeliveryAttempt(made)
  return { ...told, at: made.at, problem: told.problem && encodeOutboundFailure(told.problem) }
}

type Of = { readonly script: string; readonly delivery: string }

/** Keeps what came of an attempt; of a delivery that was erased meanwhile nothing is kept. */
export const recordAttempt = async (
  { database }: Pick<ServerContext, "database">,
  { script, delivery }: Of,
  made: OutboundAttempt,
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
      .values({ script_id: script, id: randomUUIDv7(), delivery_id: delivery, ...attemptToRow(made) })
      .execute()
  })
