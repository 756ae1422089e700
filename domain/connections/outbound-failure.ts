// Why a call to an address outside came to no answer: a text of the catalogue with its values, told in the language of who looks it up.
import * as Schema from "effect/Schema"
import { fillSlots, type Values } from "../catalog/catalog.ts"
import { unanswered as texts } from "../catalog/en/outbound-failures.ts"

export type UnansweredKey = keyof typeof texts

const said = {
  message: Schema.String,
  key: Schema.optionalKey(Schema.String),
  values: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))),
} as const

/** `message` is English; `key` and `values` say it in the languages of the catalogue, and so does what it is `because` of. */
export const Unanswered = Schema.Struct({ ...said, because: Schema.optionalKey(Schema.Struct(said)) })
export type Unanswered = typeof Unanswered.Type

export const unanswered = <K extends UnansweredKey>(key: K, ...[values]: Values<K>): Unanswered => {
  const given: Readonly<Record<string, string | number>> = values ?? {}
  return { message: fillSlots(texts[key], given), key, values: given }
}

/** The same with what it is because of, where that is known. */
export const unansweredBecause = (why: Unanswered, reason: Unanswered | null): Unanswered => {
  if (reason === null) return why
  const { because: _, ...because } = reason
  return { ...why, message: `${why.message}: ${because.message}`, because }
}

const brokeOff: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "ABORT_ERR"])
const unreachable: ReadonlySet<string> = new Set(["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN", "EADDRNOTAVAIL", "ETIMEDOUT"])
const notVouchedFor = /SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED|CERT_SIGNATURE|CERT_REVOKED|INVALID_CA|CERT_CHAIN|INVALID_PURPOSE/
const notInTime: ReadonlySet<string> = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"])

/** What is told of a call to `host` that failed with an error of this code; `reason` is what the error says of itself. Total. */
export const unansweredOf = (host: string, code: string, reason: string): Unanswered => {
  if (code === "ECONNREFUSED") return unanswered("unanswered.refused", { host })
  if (unreachable.has(code)) return unanswered("unanswered.unreachable", { host })
  if (brokeOff.has(code)) return unanswered("unanswered.broke-off", { host })
  if (notInTime.has(code)) return unanswered("unanswered.certificate.time", { host })
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return unanswered("unanswered.certificate.name", { host })
  if (notVouchedFor.test(code)) return unanswered("unanswered.certificate", { host })
  if (code === "EPROTO" || code.startsWith("ERR_SSL")) return unanswered("unanswered.no-tls", { host })
  if (code.startsWith("HPE_")) return unanswered("unanswered.no-http", { host })
  return unanswered("unanswered.other", { host, reason: reason || code })
}

const inJson = Schema.fromJsonString(Unanswered)
const readIn = Schema.decodeUnknownResult(inJson)

/** How it is kept. */
export const writtenUnanswered = (why: Unanswered): string => Schema.encodeSync(inJson)(why)

/** What is kept; a text that is no JSON of it is a sentence of before there were keys. Total. */
export const readUnanswered = (text: string): Unanswered => {
  const read = readIn(text)
  return read._tag === "Success" ? read.success : { message: text }
}
