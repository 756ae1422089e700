// Why an outbound call failed: a catalog message with its values, displayed in the reader's language.
import * as Schema from "effect/Schema"
import { fillPlaceholders, type MessageValues } from "../catalog/catalog.ts"
import { outboundFailures as texts } from "../catalog/en/outbound-failures.ts"

export type OutboundFailureKey = keyof typeof texts

const messageFields = {
  message: Schema.String,
  key: Schema.optionalKey(Schema.String),
  values: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))),
} as const

/**
 * `message` is English; `key` and `values` identify the translatable message; `because` is the underlying cause, in the
 * same form.
 */
export const OutboundFailure = Schema.Struct({ ...messageFields, because: Schema.optionalKey(Schema.Struct(messageFields)) })
export type OutboundFailure = typeof OutboundFailure.Type

/** Creates a failure from a message key and the values for its text. */
export const createOutboundFailure = <K extends OutboundFailureKey>(key: K, ...[values]: MessageValues<K>): OutboundFailure => {
  const messageValues: Readonly<Record<string, string | number>> = values ?? {}
  return { message: fillPlaceholders(texts[key], messageValues), key, values: messageValues }
}

/** Returns the failure with its cause, if there is one. */
export const addCause = (failure: OutboundFailure, cause: OutboundFailure | null): OutboundFailure => {
  if (cause === null) return failure
  const { because: _, ...because } = cause
  return { ...failure, message: `${failure.message}: ${because.message}`, because }
}

const abortedCodes: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "ABORT_ERR"])
const unreachableCodes: ReadonlySet<string> = new Set([
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "ETIMEDOUT",
])
const untrustedCertificate = /SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED|CERT_SIGNATURE|CERT_REVOKED|INVALID_CA|CERT_CHAIN|INVALID_PURPOSE/
const expiredCertificateCodes: ReadonlySet<string> = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"])

/** Returns the failure of a call to `host` for an error code; `reason` is the message of an unknown error. Total. */
export const createOutboundFailureFromCode = (host: string, code: string, reason: string): OutboundFailure => {
  if (code === "ECONNREFUSED") return createOutboundFailure("unanswered.refused", { host })
  if (unreachableCodes.has(code)) return createOutboundFailure("unanswered.unreachable", { host })
  if (abortedCodes.has(code)) return createOutboundFailure("unanswered.broke-off", { host })
  if (expiredCertificateCodes.has(code)) return createOutboundFailure("unanswered.certificate.time", { host })
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return createOutboundFailure("unanswered.certificate.name", { host })
  if (untrustedCertificate.test(code)) return createOutboundFailure("unanswered.certificate", { host })
  if (code === "EPROTO" || code.startsWith("ERR_SSL")) return createOutboundFailure("unanswered.no-tls", { host })
  if (code.startsWith("HPE_")) return createOutboundFailure("unanswered.no-http", { host })
  return createOutboundFailure("unanswered.other", { host, reason: reason || code })
}

const OutboundFailureJson = Schema.fromJsonString(OutboundFailure)
const decodeFailure = Schema.decodeUnknownResult(OutboundFailureJson)

/** Encodes a failure for storage. */
export const encodeOutboundFailure = (failure: OutboundFailure): string => Schema.encodeSync(OutboundFailureJson)(failure)

/** Decodes a stored failure; a text that is not JSON predates the message keys and is returned as the message. Total. */
export const decodeOutboundFailure = (text: string): OutboundFailure => {
  const decoded = decodeFailure(text)
  return decoded._tag === "Success" ? decoded.success : { message: text }
}
