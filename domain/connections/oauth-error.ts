// Why an owner's server gave no access, in its own words (RFC 6749 §4.1.2.1, §5.2; decisions O12).
import * as Schema from "effect/Schema"
import { redactSecrets } from "./connection-masking.ts"
import { type OutboundFailure, outboundFailure } from "./outbound-failure.ts"

/** What such a server says: a code, and words for whoever set the client up. */
export type OAuthError = { readonly error: string; readonly error_description?: string | null | undefined }

const text = Schema.fromJsonString(
  Schema.Struct({ error: Schema.String, error_description: Schema.optionalKey(Schema.NullOr(Schema.String)) }),
)

/** The refusal that an answer says; null where it says none. Total. */
export const parseOAuthError = (body: string): OAuthError | null => {
  const read = Schema.decodeUnknownResult(text)(body)
  return read._tag === "Success" ? read.success : null
}

/** Characters of a code and of its words that are told. */
const mostTold = { error: 64, error_description: 300 } as const
/** What the standard has for `error` (§4.1.2.1, §5.2): told as it is, though a client may be called "client". */
const standard: ReadonlySet<string> = new Set([
  "access_denied",
  "invalid_client",
  "invalid_grant",
  "invalid_request",
  "invalid_scope",
  "server_error",
  "temporarily_unavailable",
  "unauthorized_client",
  "unsupported_grant_type",
  "unsupported_response_type",
])

/** [O12] A refusal as it is told: on one line, cut, and without the secrets, however they are written. "" for one that says nothing. */
export const formatOAuthError = ({ error, error_description }: OAuthError, secrets: ReadonlyArray<string>): string => {
  const cleaned = (said: string, most: number): string => {
    // Before and after: taking out what is no character may put one together.
    const line = redactSecrets(redactSecrets(said, secrets).replace(/[\p{C}\p{Z}\s]+/gu, " "), secrets).trim()
    const all = Array.from(line)
    return all.length > most ? `${all.slice(0, most).join("")}…` : line
  }
  return [standard.has(error) ? error : cleaned(error, mostTold.error), cleaned(error_description ?? "", mostTold.error_description)]
    .filter((part) => part !== "")
    .join(": ")
}

/** [O12] Why `host` gave no access, where its `status` was no good one, or its answer had none in it. */
export const buildAuthorizationFailure = (
  host: string,
  refusal: OAuthError | null,
  secrets: ReadonlyArray<string>,
  status?: number,
): OutboundFailure => {
  const said = refusal === null ? "" : formatOAuthError(refusal, secrets)
  const reason = said === "" && status !== undefined && status !== 200 ? `HTTP ${status}` : said
  return reason === ""
    ? outboundFailure("unanswered.token.silent", { host })
    : outboundFailure("unanswered.token.refused", { host, reason })
}
