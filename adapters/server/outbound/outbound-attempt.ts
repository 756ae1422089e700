// One attempt at a request to another server, and recording it: the response, or why there was none.
import { randomUUIDv7 } from "node:crypto"
import { type DeliveryAttempt, isAccepted as isStatusAccepted } from "../../../domain/actions/delivery.ts"
import {
  addCause,
  createOutboundFailure,
  encodeOutboundFailure,
  type OutboundFailure,
  type OutboundFailureKey,
} from "../../../domain/connections/outbound-failure.ts"
import { redactSecrets } from "../../../domain/connections/response-redaction.ts"
import type { ServerContext } from "../server-context.ts"
import { OutboundError, type OutboundRequest, type OutboundResponse } from "./outbound-client.ts"

/** `response` is null if there was no response; `problem` then says why. */
export type OutboundAttempt = {
  readonly at: Date
  readonly durationMs: number
  readonly response: OutboundResponse | null
  readonly problem: OutboundFailure | null
  /** Secrets in the request, removed from the response before it is stored or shown: receivers may echo them. */
  readonly secrets: ReadonlyArray<string>
}

/** Why no request was sent. */
export type UncalledReason = Extract<OutboundFailureKey, `unanswered.connection.${string}` | "unanswered.no-endpoint">

/** Characters of a response that are stored for the log. */
const maxStoredCharacters = 2000

/**
 * Limits how much of the response is read: its status decides, and only its beginning is stored (up to 3 bytes per
 * character).
 */
export const limitResponseSize = (request: OutboundRequest): OutboundRequest => ({ ...request, wants: 3 * maxStoredCharacters })

export const attemptRequest = async (
  { outbound, now }: Pick<ServerContext, "outbound" | "now">,
  request: OutboundRequest,
  secrets: ReadonlyArray<string> = [],
): Promise<OutboundAttempt> => {
  const at = now()
  const start = performance.now()
  const getElapsedMs = () => Math.round(performance.now() - start)
  try {
    const response = await outbound(request)
    return { at, durationMs: getElapsedMs(), response, problem: null, secrets }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { at, durationMs: getElapsedMs(), response: null, problem: error.reason, secrets }
  }
}

/** Builds an attempt that failed before any request was sent. */
export const buildUncalledAttempt = (
  { now }: Pick<ServerContext, "now">,
  key: UncalledReason,
  cause: OutboundFailure | null = null,
): OutboundAttempt => ({
  at: now(),
  durationMs: 0,
  response: null,
  problem: addCause(createOutboundFailure(key), cause),
  secrets: [],
})

export const isAccepted = ({ response }: OutboundAttempt): boolean => isStatusAccepted({ status: response?.status ?? null })

/** Returns the attempt for the log: the beginning of its response without secrets and U+0000, which PostgreSQL rejects. */
export const toDeliveryAttempt = ({ at, durationMs, response, problem, secrets }: OutboundAttempt): DeliveryAttempt => ({
  at: at.toISOString(),
  milliseconds: durationMs,
  status: response?.status ?? null,
  problem,
  answer: response === null ? null : redactSecrets(response.body.replaceAll("\0", ""), secrets).slice(0, maxStoredCharacters),
})

const attemptToRow = (attempt: OutboundAttempt) => {
  const { milliseconds, status, problem, answer: response } = toDeliveryAttempt(attempt)
  return { at: attempt.at, milliseconds, status, problem: problem && encodeOutboundFailure(problem), response }
}

type DeliveryKey = { readonly script: string; readonly delivery: string }

/** Records an attempt and the delivery's new state; does nothing if the delivery was erased meanwhile. */
export const recordAttempt = async (
  { database }: Pick<ServerContext, "database">,
  { script, delivery }: DeliveryKey,
  attempt: OutboundAttempt,
  state: "due" | "delivered" | "failed",
): Promise<void> =>
  database.transact(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("deliveries")
      .set({ state, ended_at: state === "due" ? null : attempt.at })
      .where("script_id", "=", script)
      .where("id", "=", delivery)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) return
    await trx
      .insertInto("delivery_attempts")
      .values({ script_id: script, id: randomUUIDv7(), delivery_id: delivery, ...attemptToRow(attempt) })
      .execute()
  })
