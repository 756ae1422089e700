// Form of a connection: its fields, each a text under the name that violations use, and their validation (O3–O7).

import type { Violation } from "../findings/finding.ts"
import { isRecord } from "../json/json-value.ts"
import {
  type AuthType,
  authTypeNumbers,
  type ConnectionPayload,
  type ConnectionProblem,
  type Credential,
  changesDestination,
  connectionEditProblems,
  credentialsByAuthType,
  emptyConnection,
  isRequiredCredential,
  isSecretCredential,
  type ListedConnection,
  type Platform,
  platformNumbers,
  requiredFieldsByPlatform,
} from "./connection.ts"
import { separateQuery } from "./connection-query.ts"
import { stripMask } from "./secret-masking.ts"

export type ConnectionDraft = Readonly<Record<string, string>>

const spreadsheetFields = ["spreadsheetId", "sheetName", "sheetRange", "sheetCredentials"] as const
const serviceFields = ["apiHost", "apiMethod", "apiPath", "apiQuery", "production", "headers", "authType"] as const

/** A field of some platforms, besides platform, name and external key. The auth type comes before its credentials. */
export type PlatformField = (typeof spreadsheetFields)[number] | (typeof serviceFields)[number]

/** [O7] Returns the fields of a platform's form. */
export const platformFields = (platform: Platform): ReadonlyArray<PlatformField> => (platform === 2 ? spreadsheetFields : serviceFields)

/** Returns the chosen platform; the first one if none is chosen. */
export const getPlatform = (draft: ConnectionDraft): Platform => platformNumbers.find((it) => String(it) === draft["platform"]) ?? 1
const getAuthType = (draft: ConnectionDraft): AuthType | null => authTypeNumbers.find((it) => String(it) === draft["authType"]) ?? null

/** Returns the credentials of the chosen platform and auth type. */
export const requestedCredentials = (draft: ConnectionDraft): ReadonlyArray<Credential> => {
  const authType = getAuthType(draft)
  return authType === null || !platformFields(getPlatform(draft)).includes("authType") ? [] : credentialsByAuthType[authType]
}

/** Returns the fields that must not be blank for the chosen platform and auth type. */
export const requiredFields = (draft: ConnectionDraft): ReadonlyArray<string> => [
  "name",
  "externalKey",
  ...requiredFieldsByPlatform[getPlatform(draft)],
  ...requestedCredentials(draft)
    .filter(isRequiredCredential)
    .map((name) => `fields.${name}`),
]

/** Returns all visible fields for the chosen platform and auth type. */
export const visibleFields = (draft: ConnectionDraft): ReadonlyArray<string> => [
  "name",
  "externalKey",
  ...platformFields(getPlatform(draft)),
  ...requestedCredentials(draft).map((name) => `fields.${name}`),
]

/** Returns the form fields of a stored connection, or of a new one (null). */
export const connectionFormFields = (connection: ListedConnection | null): ConnectionDraft => {
  const { platform, name, externalKey, authType, fields, headers, sheetCredentials, production, ...texts } = toPayload(connection)
  return {
    platform: String(platform),
    name,
    externalKey,
    apiHost: texts.apiHost ?? "",
    apiMethod: texts.apiMethod ?? "",
    apiPath: texts.apiPath ?? "",
    apiQuery: texts.apiQuery ?? "",
    authType: authType ? String(authType) : "",
    headers: printHeaders(headers ?? {}),
    production: production ? "true" : "",
    spreadsheetId: texts.spreadsheetId ?? "",
    sheetName: texts.sheetName ?? "",
    sheetRange: texts.sheetRange ?? "",
    sheetCredentials: typeof sheetCredentials === "string" ? sheetCredentials : sheetCredentials ? JSON.stringify(sheetCredentials) : "",
    ...Object.fromEntries(Object.entries(fields ?? {}).map(([field, text]) => [`fields.${field}`, text])),
  }
}

/** Returns the payload of the form: only the fields of its platform, and only the credentials of its auth type. */
export const parseConnectionForm = (draft: ConnectionDraft): ConnectionPayload => {
  const text = (field: string): string => draft[field]?.trim() ?? ""
  const platform = getPlatform(draft)
  const base = { platform, name: text("name"), externalKey: text("externalKey") }
  if (platformFields(platform) === spreadsheetFields)
    return {
      ...base,
      spreadsheetId: text("spreadsheetId"),
      sheetName: text("sheetName"),
      sheetRange: text("sheetRange"),
      sheetCredentials: parseCredentials(stripMask(text("sheetCredentials"))),
    }
  const method = text("apiMethod")
  const parseCredential = (name: string) => (isSecretCredential(name) ? stripMask(draft[`fields.${name}`] ?? "") : text(`fields.${name}`))
  return separateQuery<ConnectionPayload>({
    ...base,
    apiHost: text("apiHost"),
    apiMethod: method === "GET" || method === "POST" ? method : null,
    apiPath: text("apiPath"),
    apiQuery: stripMask(text("apiQuery")),
    authType: getAuthType(draft),
    fields: Object.fromEntries(requestedCredentials(draft).map((name) => [name, parseCredential(name)])),
    headers: parseHeaders(draft["headers"] ?? "").headers,
    production: draft["production"] === "true",
  })
}

/** Parses the credentials of a spreadsheet; anything but a JSON object stays a text, so that validation reports it. */
const parseCredentials = (text: string): NonNullable<ConnectionPayload["sheetCredentials"]> => {
  try {
    const parsed: unknown = JSON.parse(text)
    return isRecord(parsed) ? parsed : text
  } catch {
    return text
  }
}

/**
 * Returns the problems that keep the form from being saved, by field. After the destination has changed, stored secrets
 * count as missing until they are typed again.
 */
export const connectionFormProblems = (draft: ConnectionDraft, stored: ListedConnection | null): ReadonlyArray<ConnectionProblem> => {
  const payload = parseConnectionForm(draft)
  const hasValidHeaders = parseHeaders(draft["headers"] ?? "").isValid || payload.headers === undefined
  return [
    ...connectionEditProblems(payload, toPayload(stored)).filter(({ field }) => field !== "headers" || hasValidHeaders),
    ...(hasValidHeaders ? [] : [{ field: "headers", key: "ERROR.FIELD_HEADERS" as const }]),
  ]
}

/** Returns the problems of the form as violations with message keys. */
export const connectionFormViolations = (draft: ConnectionDraft, stored: ListedConnection | null): ReadonlyArray<Violation> =>
  connectionFormProblems(draft, stored).map(({ field, key }) => ({ field, message: key }))

/** [O5] Whether the edit sends the connection elsewhere, so that its secrets have to be typed again. */
export const losesSecrets = (draft: ConnectionDraft, stored: ListedConnection | null): boolean =>
  stored !== null && changesDestination(parseConnectionForm(draft), toPayload(stored))

const toPayload = (connection: ListedConnection | null): ConnectionPayload =>
  connection === null ? emptyConnection : { platform: connection.platform, name: connection.name, ...connection.data }

/** Prints headers, one per line. */
const printHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")

/** Parses headers. `isValid`: every non-blank line has a colon, and no name occurs twice. */
const parseHeaders = (text: string): { readonly headers: Readonly<Record<string, string>>; readonly isValid: boolean } => {
  const lines = text.split("\n").filter((line) => line.trim() !== "")
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(":")
    return [line.slice(0, Math.max(colon, 0)).trim(), stripMask(line.slice(colon + 1).trim())]
  })
  const names = new Set(pairs.map(([name]) => name.toLowerCase()))
  return { headers: Object.fromEntries(pairs), isValid: names.size === lines.length && lines.every((line) => line.includes(":")) }
}
