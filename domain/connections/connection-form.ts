// A connection as its form has it: every field a text, under the name that violations give it (spec/3-community §3, §5; decisions O3–O7).

import type { Violation } from "../failure.ts"
import { isRecord } from "../json/json-parser.ts"
import {
  type AuthType,
  authTypeNumbers,
  type ConnectionPayload,
  type ConnectionProblem,
  type Credential,
  changesDestination,
  connectionProblems,
  credentialsByAuthType,
  emptyConnection,
  isRequiredCredential,
  isSecretCredential,
  type ListedConnection,
  type Platform,
  platformNumbers,
  requiredFieldsByPlatform,
  unmaskConnection,
} from "./connection.ts"
import { stripMask } from "./secret-masking.ts"

export type ConnectionDraft = Readonly<Record<string, string>>

const sheet = ["spreadsheetId", "sheetName", "sheetRange", "sheetCredentials"] as const
const service = ["apiHost", "apiMethod", "apiPath", "production", "headers", "authType"] as const

/** A field that some platforms have, besides platform, name and external key. The way of authentication comes before its credentials. */
export type PlatformField = (typeof sheet)[number] | (typeof service)[number]

/** [O7] What the form of a platform asks for of its own. */
export const platformFields = (platform: Platform): ReadonlyArray<PlatformField> => (platform === 2 ? sheet : service)

export const platformOf = (draft: ConnectionDraft): Platform => platformNumbers.find((it) => String(it) === draft["platform"]) ?? 1
const authTypeOf = (draft: ConnectionDraft): AuthType | null => authTypeNumbers.find((it) => String(it) === draft["authType"]) ?? null

/** The credentials that what is chosen asks for. */
export const requestedCredentials = (draft: ConnectionDraft): ReadonlyArray<Credential> => {
  const authType = authTypeOf(draft)
  return authType === null || !platformFields(platformOf(draft)).includes("authType") ? [] : credentialsByAuthType[authType]
}

/** The fields that cannot be left empty, for what is chosen. */
export const requiredFields = (draft: ConnectionDraft): ReadonlyArray<string> => [
  "name",
  "externalKey",
  ...requiredFieldsByPlatform[platformOf(draft)],
  ...requestedCredentials(draft)
    .filter(isRequiredCredential)
    .map((name) => `fields.${name}`),
]

/** All fields that its form shows under what is chosen. */
export const visibleFields = (draft: ConnectionDraft): ReadonlyArray<string> => [
  "name",
  "externalKey",
  ...platformFields(platformOf(draft)),
  ...requestedCredentials(draft).map((name) => `fields.${name}`),
]

/** The form of a connection that is there, or of a new one. */
export const connectionFormFields = (connection: ListedConnection | null): ConnectionDraft => {
  const { platform, name, externalKey, authType, fields, headers, sheetCredentials, production, ...texts } = shownPayload(connection)
  return {
    platform: String(platform),
    name,
    externalKey,
    apiHost: texts.apiHost ?? "",
    apiMethod: texts.apiMethod ?? "",
    apiPath: texts.apiPath ?? "",
    authType: authType ? String(authType) : "",
    headers: headersText(headers ?? {}),
    production: production ? "true" : "",
    spreadsheetId: texts.spreadsheetId ?? "",
    sheetName: texts.sheetName ?? "",
    sheetRange: texts.sheetRange ?? "",
    sheetCredentials: typeof sheetCredentials === "string" ? sheetCredentials : sheetCredentials ? JSON.stringify(sheetCredentials) : "",
    ...Object.fromEntries(Object.entries(fields ?? {}).map(([field, text]) => [`fields.${field}`, text])),
  }
}

/** What the form sends: what its platform asks for, and of the credentials those of its auth type. */
export const parseConnectionForm = (draft: ConnectionDraft): ConnectionPayload => {
  const text = (field: string): string => draft[field]?.trim() ?? ""
  const platform = platformOf(draft)
  const base = { platform, name: text("name"), externalKey: text("externalKey") }
  if (platformFields(platform) === sheet)
    return {
      ...base,
      spreadsheetId: text("spreadsheetId"),
      sheetName: text("sheetName"),
      sheetRange: text("sheetRange"),
      sheetCredentials: credentialsIn(stripMask(text("sheetCredentials"))),
    }
  const method = text("apiMethod")
  const given = (name: string) => (isSecretCredential(name) ? stripMask(draft[`fields.${name}`] ?? "") : text(`fields.${name}`))
  return {
    ...base,
    apiHost: text("apiHost"),
    apiMethod: method === "GET" || method === "POST" ? method : null,
    apiPath: text("apiPath"),
    authType: authTypeOf(draft),
    fields: Object.fromEntries(requestedCredentials(draft).map((name) => [name, given(name)])),
    headers: headersIn(draft["headers"] ?? "").headers,
    production: draft["production"] === "true",
  }
}

/** "parsed JSON" (spec/3-community §3); what is none stays the text that it is, for the rules to say so. */
const credentialsIn = (text: string): NonNullable<ConnectionPayload["sheetCredentials"]> => {
  try {
    const read: unknown = JSON.parse(text)
    return isRecord(read) ? read : text
  } catch {
    return text
  }
}

/** What keeps the form from being saved, by its fields. A secret that does not go along elsewhere is missing until it is typed again. */
export const connectionFormProblems = (draft: ConnectionDraft, before: ListedConnection | null): ReadonlyArray<ConnectionProblem> => {
  const payload = parseConnectionForm(draft)
  const areHeaders = headersIn(draft["headers"] ?? "").isSound || payload.headers === undefined
  return [
    ...connectionProblems(unmaskConnection(payload, shownPayload(before))).filter(({ field }) => field !== "headers" || areHeaders),
    ...(areHeaders ? [] : [{ field: "headers", key: "ERROR.FIELD_HEADERS" as const }]),
  ]
}

/** The same as a form has it: each with the key of its text. */
export const connectionFormViolations = (draft: ConnectionDraft, before: ListedConnection | null): ReadonlyArray<Violation> =>
  connectionFormProblems(draft, before).map(({ field, key }) => ({ field, message: key }))

/** [O5] Whether what is written sends the connection elsewhere, so that its secrets have to be typed again. */
export const losesSecrets = (draft: ConnectionDraft, before: ListedConnection | null): boolean =>
  before !== null && changesDestination(parseConnectionForm(draft), shownPayload(before))

const shownPayload = (connection: ListedConnection | null): ConnectionPayload =>
  connection === null ? emptyConnection : { platform: connection.platform, name: connection.name, ...connection.data }

/** Headers as they are written: one a line. */
const headersText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")

/** The headers of a text. It is sound where each line that says something has a colon, and no name stands twice. */
const headersIn = (text: string): { readonly headers: Readonly<Record<string, string>>; readonly isSound: boolean } => {
  const lines = text.split("\n").filter((line) => line.trim() !== "")
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(":")
    return [line.slice(0, Math.max(colon, 0)).trim(), stripMask(line.slice(colon + 1).trim())]
  })
  const names = new Set(pairs.map(([name]) => name.toLowerCase()))
  return { headers: Object.fromEntries(pairs), isSound: names.size === lines.length && lines.every((line) => line.includes(":")) }
}
