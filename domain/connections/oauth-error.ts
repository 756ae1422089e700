// OAuth errors: why another server denied access (RFC 6749 §4.1.2.1, §5.2; O12).
import * as Schema from "effect/Schema"
import { createOutboundFailure, type OutboundFailure } from "./outbound-failure.ts"
import { redactSecrets } from "./response-redaction.ts"

/** An OAuth error response: a code, and a description for developers. */
export type OAuthError = { readonly error: string; readonly error_description?: string | null | undefined }

const OAuthErrorJson = Schema.fromJsonString(
  Schema.Struct({ error: Schema.String, error_description: Schema.optionalKey(Schema.NullOr(Schema.String)) }),
)

/** Parses an OAuth error response; returns null if the body is none. Total. */
export const parseOAuthError = (body: string): OAuthError | null => {
  const decoded = Schema.decodeUnknownResult(OAuthErrorJson)(body)
  return decoded._tag === "Success" ? decoded.success : null
}

/** Maximum lengths in characters of a displayed code and description. */
const maxShownLength = { error: 64, error_description: 300 } as const
/** Standard values of `error` (§4.1.2.1, §5.2): never redacted, although the client id may be "client". */
const standardErrors: ReadonlySet<string> = new Set([
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

/**
 * [O12] Returns an OAuth error as one line of text, truncated and with all secrets redacted in whatever encoding they
 * appear; "" if it is empty.
 */
export const formatOAuthError = ({ error, error_description }: OAuthError, secrets: ReadonlyArray<string>): string => {
  const clean = (text: string, maxLength: number): string => {
    // Redact before and after: removing control characters can join the parts of a secret.
    const line = redactSecrets(redactSecrets(text, secrets).replace(/[\p{C}\p{Z}\s]+/gu, " "), secrets).trim()
    const characters = Array.from(line)
    return characters.length > maxLength ? `${characters.slice(0, maxLength).join("")}…` : line
  }
  return [
    standardErrors.has(error) ? error : clean(error, maxShownLength.error),
    clean(error_description ?? "", maxShownLength.error_description),
  ]
    .filter((part) => part !== "")
    .join(": ")
}

/**
 * [O12] Returns the failure of an authorization at `host`, which answered with an error `status` or without an access
 * token.
 */
export const buildAuthorizationFailure = (
  host: string,
  refusal: OAuthError | null,
  secrets: ReadonlyArray<string>,
  status?: number,
): OutboundFailure => {
  const errorText = refusal === null ? "" : formatOAuthError(refusal, secrets)
  const reason = errorText === "" && status !== undefined && status !== 200 ? `HTTP ${status}` : errorText
  return reason === ""
    ? createOutboundFailure("unanswered.token.silent", { host })
    : createOutboundFailure("unanswered.token.refused", { host, reason })
}
