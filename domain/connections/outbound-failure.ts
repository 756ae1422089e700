// Why a call to an address outside came to no answer: a text of the catalogue with its values, told in the language of who looks it up.
import * as Schema from "effect/Schema"
import { fillPlaceholders, type MessageValues } from "../catalog/catalog.ts"
import { outboundFailures as texts } from "../catalog/en/outbound-failures.ts"

export type OutboundFailureKey = keyof typeof texts

const said = {
  message: Schema.String,
  key: Schema.optionalKey(Schema.String),
  values: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))),
} as const

/** `message` is English; `key` and `values` say it in the languages of the catalogue, and so does what it is `because` of. */
export const OutboundFailure = Schema.Struct({ ...said, because: Schema.optionalKey(Schema.Struct(said)) })
export type OutboundFailure = typeof OutboundFailure.Type

export const outboundFailure = <K extends OutboundFailureKey>(key: K, ...[values]: MessageValues<K>): OutboundFailure => {
  const given: Readonly<Record<string, string | number>> = values ?? {}
  return { message: fillPlaceholders(texts[key], given), key, values: given }
}

/** The same with what it is because of, where that is known. */
export const addCause = (why: OutboundFailure, reason: OutboundFailure | null): OutboundFailure => {
  if (reason === null) return why
  const { because: _, ...because } = reason
  return { ...why, message: `${why.message}: ${because.message}`, because }
}

const brokeOff: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "ABORT_ERR"])
const unreachable: ReadonlySet<string> = new Set(["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN", "EADDRNOTAVAIL", "ETIMEDOUT"])
const notVouchedFor = /SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED|CERT_SIGNATURE|CERT_REVOKED|INVALID_CA|CERT_CHAIN|INVALID_PURPOSE/
const notInTime: ReadonlySet<string> = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"])

/** What is told of a call to `host` that failed with an error of this code; `reason` is what the error says of itself. Total. */
export const outboundFailureOfCode = (host: string, code: string, reason: string): OutboundFailure => {
  if (code === "ECONNREFUSED") return outboundFailure("unanswered.refused", { host })
  if (unreachable.has(code)) return outboundFailure("unanswered.unreachable", { host })
  if (brokeOff.has(code)) return outboundFailure("unanswered.broke-off", { host })
  if (notInTime.has(code)) return outboundFailure("unanswered.certificate.time", { host })
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return outboundFailure("unanswered.certificate.name", { host })
  if (notVouchedFor.test(code)) return outboundFailure("unanswered.certificate", { host })
  if (code === "EPROTO" || code.startsWith("ERR_SSL")) return outboundFailure("unanswered.no-tls", { host })
  if (code.startsWith("HPE_")) return outboundFailure("unanswered.no-http", { host })
  return outboundFailure("unanswered.other", { host, reason: reason || code })
}

const inJson = Schema.fromJsonString(OutboundFailure)
const readIn = Schema.decodeUnknownResult(inJson)

/** How it is kept. */
export const encodeOutboundFailure = (why: OutboundFailure): string => Schema.encodeSync(inJson)(why)

/** What is kept; a text that is no JSON of it is a sentence of before there were keys. Total. */
export const decodeOutboundFailure = (text: string): OutboundFailure => {
  const read = readIn(text)
  return read._tag === "Success" ? read.success : { message: text }
}
