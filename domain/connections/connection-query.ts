// The query of a connection's address. It may hold a secret such as an API key, so it is separate from host and path (O1).

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

/** Values of a query of at least this length are masked as secrets; shorter ones (`json`) occur in many responses. */
const minValueLength = 8

/** [O12] Returns the texts of the query that a response may repeat: the query itself, and its longer values. */
export const listQuerySecrets = ({ apiQuery }: Address): ReadonlyArray<string> => {
  if (!isFilled(apiQuery)) return []
  const query = (apiQuery ?? "").trim().replace(/^\?/, "")
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
