// Connections to CRMs and other services of a community (spec/2-editor §7, spec/3-community §3–§5; decisions O3–O5).
import * as Schema from "effect/Schema"
import { isWebAddress, longestAddress } from "../address.ts"
import { masked, maskSecrets, unmaskSecrets } from "../communities/secrets.ts"
import { lengthOf } from "../questions/bounds.ts"

/** "Integration kinds" by their numbers (spec/3-community §3). */
export const platforms = { 1: "messaging", 2: "spreadsheet", 3: "car-dealer-feed", 4: "crm", 5: "ai-agent" } as const
export type Platform = keyof typeof platforms

/** "Auth types" by their numbers; 4 is defined without a label, and cannot be chosen. */
export const authTypes = { 1: "Api Key", 2: "Basic Auth", 3: "Bearer Token", 5: "OAuth 2.0 refresh token" } as const
export type AuthType = keyof typeof authTypes

/** [O4] What each auth type needs. */
const credentialsOf = {
  1: ["key", "token"],
  2: ["username", "password"],
  3: ["token"],
  5: ["clientId", "clientSecret", "authEndpoint", "tokenEndpoint"],
} as const satisfies Record<AuthType, ReadonlyArray<string>>

const secrets: ReadonlySet<string> = new Set(["token", "password", "clientId", "clientSecret"])

const text = Schema.optionalKey(Schema.NullOr(Schema.String))
const texts = Schema.optionalKey(Schema.NullOr(Schema.Record(Schema.String, Schema.String)))

const data = {
  externalKey: Schema.String,
  authType: Schema.optionalKey(Schema.NullOr(Schema.Literals([1, 2, 3, 5]))),
  apiMethod: Schema.optionalKey(Schema.NullOr(Schema.Literals(["GET", "POST"]))),
  apiHost: text,
  apiPath: text,
  fields: texts,
  spreadsheetId: text,
  sheetName: text,
  sheetRange: text,
  sheetCredentials: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Record(Schema.String, Schema.Unknown)]))),
  headers: texts,
  production: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
} as const

/** A connection as its form sends it. A secret that is not changed comes back as its mask. */
export const ConnectionPayload = Schema.Struct({ platform: Schema.Literals([1, 2, 3, 4, 5]), name: Schema.String, ...data })
export type ConnectionPayload = typeof ConnectionPayload.Type

/** A connection as it is listed, its secrets masked. `isAuthorized` is false for one that waits for its authorisation. */
export const ListedConnection = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  platform: Schema.Literals([1, 2, 3, 4, 5]),
  data: Schema.Struct(data),
  isAuthorized: Schema.Boolean,
})
export type ListedConnection = typeof ListedConnection.Type

export type ConnectionProblem = {
  readonly field: string
  readonly key: "ERROR.FIELD_BLANK" | "ERROR.FIELD_URL" | "ERROR.FIELD_JSON" | "ERROR.FIELD_TOO_LONG"
}

const isBlank = (value: string | null | undefined): boolean => (value ?? "").trim() === ""

/** Whether the credentials of a spreadsheet are an object of JSON, as one or as its text. */
const isJsonObject = (given: ConnectionPayload["sheetCredentials"]): boolean => {
  if (given === masked) return true
  if (typeof given !== "string") return given !== null && given !== undefined
  try {
    const read: unknown = JSON.parse(given)
    return typeof read === "object" && read !== null && !Array.isArray(read)
  } catch {
    return false
  }
}

/** [O3] What keeps a connection from being saved, by the form's fields. */
export const connectionProblems = (payload: ConnectionPayload): ReadonlyArray<ConnectionProblem> => {
  const blank = (field: string): ConnectionProblem => ({ field, key: "ERROR.FIELD_BLANK" })
  const needed = (...names: ReadonlyArray<"apiPath" | "apiMethod" | "spreadsheetId" | "sheetName" | "sheetRange">) =>
    names.flatMap((name) => (isBlank(payload[name]) ? [blank(name)] : []))
  const address = (field: string, value: string | null | undefined): ReadonlyArray<ConnectionProblem> =>
    isBlank(value) || isWebAddress(value ?? "") ? [] : [{ field, key: "ERROR.FIELD_URL" }]
  const { platform, authType, fields } = payload
  const isSheet = platform === 2
  return [
    ...(isBlank(payload.name)
      ? [blank("name")]
      : lengthOf(payload.name) > 255
        ? [{ field: "name", key: "ERROR.FIELD_TOO_LONG" as const }]
        : []),
    ...(isBlank(payload.externalKey) ? [blank("externalKey")] : []),
    ...(isSheet ? needed("spreadsheetId", "sheetName", "sheetRange") : []),
    ...(isSheet && !isJsonObject(payload.sheetCredentials) ? [{ field: "sheetCredentials", key: "ERROR.FIELD_JSON" as const }] : []),
    ...(platform === 4 ? needed("apiMethod", "apiPath") : []),
    ...address("apiHost", payload.apiHost),
    ...(lengthOf(payload.apiHost ?? "") > longestAddress ? [{ field: "apiHost", key: "ERROR.FIELD_TOO_LONG" as const }] : []),
    ...(authType === null || authType === undefined
      ? []
      : credentialsOf[authType].flatMap((name) => (isBlank(fields?.[name]) ? [blank(`fields.${name}`)] : []))),
    ...["authEndpoint", "tokenEndpoint"].flatMap((name) => address(`fields.${name}`, fields?.[name])),
  ]
}

/** A connection as it is shown: secrets, headers and credentials masked. */
export const maskedConnection = (payload: ConnectionPayload): ConnectionPayload => ({
  ...payload,
  ...(payload.fields && { fields: maskSecrets(payload.fields, (name) => secrets.has(name)) }),
  ...(payload.headers && { headers: maskSecrets(payload.headers, () => true) }),
  ...(payload.sheetCredentials && { sheetCredentials: masked }),
})

/** Where a connection sends its secrets. */
const destinationOf = ({ platform, apiHost, fields }: ConnectionPayload): string =>
  JSON.stringify([platform, apiHost ?? "", fields?.["authEndpoint"] ?? "", fields?.["tokenEndpoint"] ?? ""])

/** [O5] Whether an edit sends what was kept somewhere else: then no secret goes along that is not typed again. */
export const leadsElsewhere = (sent: ConnectionPayload, before: ConnectionPayload): boolean => destinationOf(sent) !== destinationOf(before)

/** [O5] The connection as it is to be kept, of what an edit `sent`. */
export const keptConnection = (sent: ConnectionPayload, before: ConnectionPayload): ConnectionPayload => {
  const isElsewhere = leadsElsewhere(sent, before)
  const kept = (fields: ConnectionPayload["fields"]) => (isElsewhere ? {} : (fields ?? {}))
  return {
    ...sent,
    ...(sent.fields && { fields: unmaskSecrets(sent.fields, kept(before.fields)) }),
    ...(sent.headers && { headers: unmaskSecrets(sent.headers, kept(before.headers)) }),
    ...(sent.sheetCredentials === masked && { sheetCredentials: isElsewhere ? null : (before.sheetCredentials ?? null) }),
  }
}

/** "counts as authorized only if an access token exists for an OAuth 2.0 refresh-token connection" (spec/3-community §4). */
export const isAuthorized = ({ authType }: ConnectionPayload, hasAccessToken: boolean): boolean => authType !== 5 || hasAccessToken

/** The mappers that a connector's answers can go through (spec/2-editor §3 "send2con": default value 'default'). */
export const mappers = ["default"] as const
