// The query of a connection's address. It may hold a secret such as an API key, so it is separate from host and path (O1).

import { dropUserInfo } from "../text/web-url.ts"
import { secretMask } from "./secret-masking.ts"

/** Where a connection leads: its host, its path, and what follows the question mark. */
type Address = { readonly apiHost?: string | null; readonly apiPath?: string | null; readonly apiQuery?: string | null }

/** Splits a text at its first question mark; the query is null if there is none. */
const splitAtQuery = (text: string): readonly [before: string, query: string | null] => {
  const at = text.indexOf("?")
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}

/** Whether a host or path contains a query. */
export const hasQuery = (text: string | null | undefined): boolean => (text ?? "").includes("?")

const isFilled = (query: string | null | undefined): boolean => (query ?? "").trim() !== ""

/** [O1] Moves a query of the path to its own field, unless that field is filled in; validation then refuses the path. */
export const separateQuery = <Payload extends Address>(payload: Payload): Payload => {
  const [apiPath, apiQuery] = splitAtQuery(payload.apiPath ?? "")
  return apiQuery === null || isFilled(payload.apiQuery) ? payload : { ...payload, apiPath, apiQuery }
}

/**
 * [O1] Separates the query of a connection that was stored before queries had their own field. Its host could contain
 * one too; the path was then the end of that query.
 */
export const separateStoredQuery = <Payload extends Address>(stored: Payload): Payload => {
  const [apiHost, start] = splitAtQuery(stored.apiHost ?? "")
  if (start === null || isFilled(stored.apiQuery)) return separateQuery(stored)
  return { ...stored, apiHost, apiPath: "", apiQuery: `${start}/${(stored.apiPath ?? "").replace(/^\/+/, "")}` }
}

/** Returns an address as it is shown: its query is masked, and it has no user info. For addresses without a separate field for their query. */
export const maskAddress = (address: string): string => {
  const [before, query] = splitAtQuery(dropUserInfo(address))
  return query === null || query === "" ? dropUserInfo(address) : `${before}?${secretMask}`
}

/** Returns the address to store: one that is sent as it was shown keeps its query. */
export const unmaskAddress = (sent: string, stored: string): string => (sent === maskAddress(stored) ? dropUserInfo(stored) : sent)

/** Whether the query of a sent address is masked although it is not the stored address as it was shown. */
export const hasUnknownQuery = (sent: string, stored: string): boolean => sent.includes(secretMask) && sent !== maskAddress(stored)

/** Values of a query of at least this length are masked as secrets; shorter ones (`json`) occur in many responses. */
const minValueLength = 8

/** [O12] Returns the texts of an address's query that a response may repeat: the query itself, and its longer values. */
export const listAddressSecrets = (address: string | null | undefined): ReadonlyArray<string> => {
  const [, query] = splitAtQuery((address ?? "").replace(/#.*$/s, ""))
  return listQuerySecrets(query)
}

/** [O12] Returns the texts of a query that a response may repeat: the query itself, and its longer values. */
export const listQuerySecrets = (text: string | null | undefined): ReadonlyArray<string> => {
  if (!isFilled(text)) return []
  const query = (text ?? "").trim().replace(/^\?/, "")
  const values = query.split("&").flatMap((parameter) => {
    const value = parameter.slice(parameter.indexOf("=") + 1)
    return [value, decodeValue(value)]
  })
  return [...new Set([query, ...values.filter((value) => value.length >= minValueLength)])]
}

const decodeValue = (value: string): string => {
  try {
    return decodeURIComponent(value.replaceAll("+", " "))
  } catch {
    return value
  }
}
