// Connections to CRMs and other services of a community (spec/2-editor §7, spec/3-community §3–§5; decisions O3–O5).
import * as Schema from "effect/Schema"
import { countCodePoints } from "../questions/answer-bounds.ts"
import { isWebUrl, maxUrlLength } from "../text/web-url.ts"
import { OutboundFailure } from "./outbound-failure.ts"
import { maskSecrets, secretMask, unmaskSecrets } from "./secret-masking.ts"

/** "Integration kinds" by their numbers (spec/3-community §3). */
export const platforms = { 1: "messaging", 2: "spreadsheet", 3: "car-dealer-feed", 4: "crm", 5: "ai-agent" } as const
export type Platform = keyof typeof platforms
export const platformNumbers = [1, 2, 3, 4, 5] as const satisfies ReadonlyArray<Platform>

/** "Auth types" by their numbers; 4 is defined without a label, and cannot be chosen. */
export const authTypes = { 1: "Api Key", 2: "Basic Auth", 3: "Bearer Token", 5: "OAuth 2.0 refresh token" } as const
export type AuthType = keyof typeof authTypes
export const authTypeNumbers = [1, 2, 3, 5] as const satisfies ReadonlyArray<AuthType>

/** [O4] The credentials of each auth type. All are needed but the scope. */
export const credentialsByAuthType = {
  1: ["key", "token"],
  2: ["username", "password"],
  3: ["token"],
  5: ["clientId", "clientSecret", "scope", "authEndpoint", "tokenEndpoint"],
} as const satisfies Record<AuthType, ReadonlyArray<string>>
export type Credential = (typeof credentialsByAuthType)[AuthType][number]

const secrets: ReadonlySet<string> = new Set(["token", "password", "clientId", "clientSecret"])
export const isSecretCredential = (name: string): boolean => secrets.has(name)
export const isRequiredCredential = (name: Credential): boolean => name !== "scope"

/** [O3] What each platform needs besides a name and an external key. */
export const requiredFieldsByPlatform = {
  1: [],
  2: ["spreadsheetId", "sheetName", "sheetRange", "sheetCredentials"],
  3: [],
  4: ["apiMethod", "apiPath"],
  5: [],
} as const satisfies Record<Platform, ReadonlyArray<string>>

/** [O10] Whether steps of chats can call it: of a spreadsheet nothing says where. */
export const isCallable = ({ platform }: { readonly platform: Platform }): boolean => platforms[platform] !== "spreadsheet"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))
const texts = Schema.optionalKey(Schema.NullOr(Schema.Record(Schema.String, Schema.String)))

const data = {
  externalKey: Schema.String,
  authType: Schema.optionalKey(Schema.NullOr(Schema.Literals(authTypeNumbers))),
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
export const ConnectionPayload = Schema.Struct({ platform: Schema.Literals(platformNumbers), name: Schema.String, ...data })
export type ConnectionPayload = typeof ConnectionPayload.Type

/** What a connection is before there is one. */
export const emptyConnection = { platform: 1, name: "", externalKey: "" } as const satisfies ConnectionPayload

/**
 * A connection as it is listed, its secrets masked. `isAuthorized` is false for one that waits for its authorisation; `refusal` is why its
 * owner's server gave no access when it was asked last, null where it gave some.
 */
export const ListedConnection = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  platform: Schema.Literals(platformNumbers),
  data: Schema.Struct(data),
  isAuthorized: Schema.Boolean,
  refusal: Schema.NullOr(OutboundFailure),
})
export type ListedConnection = typeof ListedConnection.Type

export type ConnectionProblem = {
  readonly field: string
  readonly key:
    | "ERROR.FIELD_BLANK"
    | "ERROR.FIELD_URL"
    | "ERROR.FIELD_JSON"
    | "ERROR.FIELD_TOO_LONG"
    | "ERROR.FIELD_HEADERS"
    | "ERROR.FIELD_HEADER_NAME"
    | "ERROR.FIELD_HEADER_VALUE"
}

const isBlank = (value: string | null | undefined): boolean => (value ?? "").trim() === ""

/** Whether the credentials of a spreadsheet are an object of JSON, as one or as its text. */
const isJsonObject = (given: ConnectionPayload["sheetCredentials"]): boolean => {
  if (given === secretMask) return true
  if (typeof given !== "string") return given !== null && given !== undefined
  try {
    const read: unknown = JSON.parse(given)
    return typeof read === "object" && read !== null && !Array.isArray(read)
  } catch {
    return false
  }
}

/** What HTTP itself sets, to run a connection and to frame what goes over it (RFC 9110 §7.6.1, RFC 9112 §6). */
const ofHttp: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
])

/** Whether a header of this name can be sent along (RFC 9110 §5.6.2). */
const isHeaderName = (name: string): boolean => !ofHttp.has(name.toLowerCase()) && /^[!#$%&'*+.^_`|~\w-]+$/.test(name)
/** Whether it can have this value (RFC 9110 §5.5); of one that is masked nothing is known here. */
const isHeaderValue = (value: string): boolean => value === secretMask || /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(value)
const isHeader = ([name, value]: readonly [string, string]): boolean => isHeaderName(name) && isHeaderValue(value)

/** [O4] What keeps the credentials of an auth type from being sent: those of an Api Key are a header, and a token is the value of one. */
const unsendable = ({ authType, fields }: ConnectionPayload): ReadonlyArray<ConnectionProblem> => {
  const [name, token] = [fields?.["key"] ?? "", fields?.["token"] ?? ""]
  return [
    ...(authType === 1 && !isBlank(name) && !isHeaderName(name) ? [{ field: "fields.key", key: "ERROR.FIELD_HEADER_NAME" as const }] : []),
    ...((authType === 1 || authType === 3) && !isBlank(token) && !isHeaderValue(token)
      ? [{ field: "fields.token", key: "ERROR.FIELD_HEADER_VALUE" as const }]
      : []),
  ]
}

/** "URL-like inputs at most 1024" (spec/2-editor §5). */
const tooLong = (fields: Readonly<Record<string, string | null | undefined>>): ReadonlyArray<ConnectionProblem> =>
  Object.entries(fields).flatMap(([field, text]) =>
    countCodePoints(text ?? "") > maxUrlLength ? [{ field, key: "ERROR.FIELD_TOO_LONG" }] : [],
  )

/** [O3] What keeps a connection from being saved, by the form's fields. */
export const connectionProblems = (payload: ConnectionPayload): ReadonlyArray<ConnectionProblem> => {
  const blank = (field: string): ConnectionProblem => ({ field, key: "ERROR.FIELD_BLANK" })
  const address = (field: string, value: string | null | undefined): ReadonlyArray<ConnectionProblem> =>
    isBlank(value) || isWebUrl(value ?? "") ? [] : [{ field, key: "ERROR.FIELD_URL" }]
  const { platform, authType, fields, headers } = payload
  return [
    ...(isBlank(payload.name)
      ? [blank("name")]
      : countCodePoints(payload.name) > 255
        ? [{ field: "name", key: "ERROR.FIELD_TOO_LONG" as const }]
        : []),
    ...(isBlank(payload.externalKey) ? [blank("externalKey")] : []),
    ...requiredFieldsByPlatform[platform].flatMap((name): ReadonlyArray<ConnectionProblem> => {
      if (name === "sheetCredentials") return isJsonObject(payload[name]) ? [] : [{ field: name, key: "ERROR.FIELD_JSON" }]
      return isBlank(payload[name]) ? [blank(name)] : []
    }),
    ...address("apiHost", payload.apiHost),
    ...tooLong({ apiHost: payload.apiHost, apiPath: payload.apiPath }),
    ...(authType === null || authType === undefined
      ? []
      : credentialsByAuthType[authType].flatMap((name) =>
          isRequiredCredential(name) && isBlank(fields?.[name]) ? [blank(`fields.${name}`)] : [],
        )),
    ...unsendable(payload),
    ...["authEndpoint", "tokenEndpoint"].flatMap((name) => [
      ...address(`fields.${name}`, fields?.[name]),
      ...tooLong({ [`fields.${name}`]: fields?.[name] }),
    ]),
    ...(Object.entries(headers ?? {}).every(isHeader) ? [] : [{ field: "headers", key: "ERROR.FIELD_HEADERS" as const }]),
  ]
}

/** A connection as it is shown: secrets, headers and credentials masked. */
export const maskConnection = (payload: ConnectionPayload): ConnectionPayload => ({
  ...payload,
  ...(payload.fields && { fields: maskSecrets(payload.fields, (name) => secrets.has(name)) }),
  ...(payload.headers && { headers: maskSecrets(payload.headers, () => true) }),
  ...(payload.sheetCredentials && { sheetCredentials: secretMask }),
})

/** Where a connection sends its secrets. */
const destinationOf = ({ platform, apiHost, fields }: ConnectionPayload): string =>
  JSON.stringify([platform, apiHost ?? "", fields?.["authEndpoint"] ?? "", fields?.["tokenEndpoint"] ?? ""])

/** [O5] Whether an edit sends what was kept somewhere else: then no secret goes along that is not typed again. */
export const changesDestination = (sent: ConnectionPayload, before: ConnectionPayload): boolean =>
  destinationOf(sent) !== destinationOf(before)

/** [O5] The connection as it is to be kept, of what an edit `sent`. */
export const unmaskConnection = (sent: ConnectionPayload, before: ConnectionPayload): ConnectionPayload => {
  const isElsewhere = changesDestination(sent, before)
  const kept = (fields: ConnectionPayload["fields"]) => (isElsewhere ? {} : (fields ?? {}))
  return {
    ...sent,
    ...(sent.fields && { fields: unmaskSecrets(sent.fields, kept(before.fields)) }),
    ...(sent.headers && { headers: unmaskSecrets(sent.headers, kept(before.headers)) }),
    ...(sent.sheetCredentials === secretMask && { sheetCredentials: isElsewhere ? null : (before.sheetCredentials ?? null) }),
  }
}

/** Whether it is called with access that its owner gives (OAuth), not with what stands in its form. */
export const usesOAuth = ({ authType }: Pick<ConnectionPayload, "authType">): boolean => authType === 5

/** "counts as authorized only if an access token exists for an OAuth 2.0 refresh-token connection" (spec/3-community §4). */
export const isAuthorized = (connection: ConnectionPayload, hasAccessToken: boolean): boolean => !usesOAuth(connection) || hasAccessToken

/** The mappers that a connector's answers can go through (spec/2-editor §3 "send2con": default value 'default'). */
export const mappers = ["default"] as const
