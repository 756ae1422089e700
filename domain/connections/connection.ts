// Connections of a community to CRMs and other services: schema, validation and masking (O3–O5, O7, O10).
import * as Schema from "effect/Schema"
import { getOwnField } from "../json/json-value.ts"
import { countCodePoints } from "../text/text-input.ts"
import { dropUserInfo, hasUserInfo, isWebUrl, maxUrlLength } from "../text/web-url.ts"
import { hasQuery, hasUnknownQuery, maskAddress, unmaskAddress } from "./connection-query.ts"
import { OutboundFailure } from "./outbound-failure.ts"
import { maskSecrets, secretMask, unmaskSecrets } from "./secret-masking.ts"

/** Platforms by their numbers. */
export const platforms = { 1: "messaging", 2: "spreadsheet", 3: "car-dealer-feed", 4: "crm", 5: "ai-agent" } as const
export type Platform = keyof typeof platforms
export const platformNumbers = [1, 2, 3, 4, 5] as const satisfies ReadonlyArray<Platform>

/** Auth types by their numbers; 4 is defined without a label and cannot be chosen. */
export const authTypes = { 1: "Api Key", 2: "Basic Auth", 3: "Bearer Token", 5: "OAuth 2.0 refresh token" } as const
export type AuthType = keyof typeof authTypes
export const authTypeNumbers = [1, 2, 3, 5] as const satisfies ReadonlyArray<AuthType>

/** [O4] The credentials of each auth type; all are required except `scope`. */
export const credentialsByAuthType = {
  1: ["key", "token"],
  2: ["username", "password"],
  3: ["token"],
  5: ["clientId", "clientSecret", "scope", "authEndpoint", "tokenEndpoint"],
} as const satisfies Record<AuthType, ReadonlyArray<string>>
export type Credential = (typeof credentialsByAuthType)[AuthType][number]

const secretCredentials: ReadonlySet<string> = new Set(["token", "password", "clientId", "clientSecret"])
/** Whether a credential is a secret, which is masked when shown. */
export const isSecretCredential = (name: string): boolean => secretCredentials.has(name)
/** Credentials that are addresses; their queries are masked. */
export const endpointCredentials = ["authEndpoint", "tokenEndpoint"] as const
/** [O4] Whether a credential must be filled in. */
export const isRequiredCredential = (name: Credential): boolean => name !== "scope"

/** [O3] Required fields of each platform, besides name and external key. */
export const requiredFieldsByPlatform = {
  1: [],
  2: ["spreadsheetId", "sheetName", "sheetRange", "sheetCredentials"],
  3: [],
  4: ["apiMethod", "apiPath"],
  5: [],
} as const satisfies Record<Platform, ReadonlyArray<string>>

/** [O10] Whether actions can call the connection; the address of a spreadsheet service is unknown. */
export const isCallable = ({ platform }: { readonly platform: Platform }): boolean => platforms[platform] !== "spreadsheet"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))
const texts = Schema.optionalKey(Schema.NullOr(Schema.Record(Schema.String, Schema.String)))

const connectionFields = {
  externalKey: Schema.String,
  authType: Schema.optionalKey(Schema.NullOr(Schema.Literals(authTypeNumbers))),
  apiMethod: Schema.optionalKey(Schema.NullOr(Schema.Literals(["GET", "POST"]))),
  apiHost: text,
  apiPath: text,
  /** What follows the question mark of the address: a secret. */
  apiQuery: text,
  fields: texts,
  spreadsheetId: text,
  sheetName: text,
  sheetRange: text,
  sheetCredentials: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Record(Schema.String, Schema.Unknown)]))),
  headers: texts,
  production: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
} as const

/** A connection as its form sends it; an unchanged secret is sent as its mask. */
export const ConnectionPayload = Schema.Struct({ platform: Schema.Literals(platformNumbers), name: Schema.String, ...connectionFields })
export type ConnectionPayload = typeof ConnectionPayload.Type

/** A new connection. */
export const emptyConnection = { platform: 1, name: "", externalKey: "" } as const satisfies ConnectionPayload

/**
 * A listed connection with masked secrets. `isAuthorized` is false while it waits for authorization. `refusal` is why
 * its OAuth server last denied access, null if it granted it.
 */
export const ListedConnection = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  platform: Schema.Literals(platformNumbers),
  data: Schema.Struct(connectionFields),
  isAuthorized: Schema.Boolean,
  refusal: Schema.NullOr(OutboundFailure),
})
export type ListedConnection = typeof ListedConnection.Type

export type ConnectionProblem = {
  readonly field: string
  readonly key:
    | "ERROR.FIELD_BLANK"
    | "ERROR.FIELD_URL"
    | "ERROR.FIELD_QUERY"
    | "ERROR.FIELD_USER_INFO"
    | "ERROR.FIELD_MASKED_QUERY"
    | "ERROR.FIELD_JSON"
    | "ERROR.FIELD_TOO_LONG"
    | "ERROR.FIELD_HEADERS"
    | "ERROR.FIELD_HEADER_NAME"
    | "ERROR.FIELD_HEADER_VALUE"
}

const isBlank = (value: string | null | undefined): boolean => (value ?? "").trim() === ""

/** Whether the credentials of a spreadsheet are a JSON object, as a value or as text. */
const isJsonObject = (credentials: ConnectionPayload["sheetCredentials"]): boolean => {
  if (credentials === secretMask) return true
  if (typeof credentials !== "string") return credentials !== null && credentials !== undefined
  try {
    const parsed: unknown = JSON.parse(credentials)
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

/** Headers that HTTP sets itself to manage connections and framing (RFC 9110 §7.6.1, RFC 9112 §6). */
const reservedHeaders: ReadonlySet<string> = new Set([
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

/** Whether a header with this name can be sent (RFC 9110 §5.6.2). */
const isHeaderName = (name: string): boolean => !reservedHeaders.has(name.toLowerCase()) && /^[!#$%&'*+.^_`|~\w-]+$/.test(name)
/** Whether a header can have this value (RFC 9110 §5.5); a masked value is not known here and counts as valid. */
const isHeaderValue = (value: string): boolean => value === secretMask || /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(value)
const isHeader = ([name, value]: readonly [string, string]): boolean => isHeaderName(name) && isHeaderValue(value)

/** [O4] Credentials that cannot be sent: those of an API key become a header, and a token becomes a header value. */
const credentialProblems = ({ authType, fields }: ConnectionPayload): ReadonlyArray<ConnectionProblem> => {
  const [name, token] = [fields?.["key"] ?? "", fields?.["token"] ?? ""]
  return [
    ...(authType === 1 && !isBlank(name) && !isHeaderName(name) ? [{ field: "fields.key", key: "ERROR.FIELD_HEADER_NAME" as const }] : []),
    ...((authType === 1 || authType === 3) && !isBlank(token) && !isHeaderValue(token)
      ? [{ field: "fields.token", key: "ERROR.FIELD_HEADER_VALUE" as const }]
      : []),
  ]
}

/** [O1] Queries outside of their field, where they would not be secret. */
const queryProblems = ({ apiHost, apiPath }: ConnectionPayload): ReadonlyArray<ConnectionProblem> =>
  Object.entries({ apiHost, apiPath }).flatMap(([field, address]) => (hasQuery(address) ? [{ field, key: "ERROR.FIELD_QUERY" }] : []))

/** URLs and paths that exceed `maxUrlLength`. */
const lengthProblems = (fields: Readonly<Record<string, string | null | undefined>>): ReadonlyArray<ConnectionProblem> =>
  Object.entries(fields).flatMap(([field, text]) =>
    countCodePoints(text ?? "") > maxUrlLength ? [{ field, key: "ERROR.FIELD_TOO_LONG" }] : [],
  )

/** [O3, O4, O7] Returns the problems that keep a connection from being saved, by form field. */
export const connectionProblems = (payload: ConnectionPayload): ReadonlyArray<ConnectionProblem> => {
  const blankProblem = (field: string): ConnectionProblem => ({ field, key: "ERROR.FIELD_BLANK" })
  const urlProblems = (field: string, value: string | null | undefined): ReadonlyArray<ConnectionProblem> =>
    isBlank(value)
      ? []
      : !isWebUrl(value ?? "")
        ? [{ field, key: "ERROR.FIELD_URL" }]
        : hasUserInfo(value ?? "")
          ? [{ field, key: "ERROR.FIELD_USER_INFO" }]
          : []
  const { platform, authType, fields, headers } = payload
  return [
    ...(isBlank(payload.name)
      ? [blankProblem("name")]
      : countCodePoints(payload.name) > 255
        ? [{ field: "name", key: "ERROR.FIELD_TOO_LONG" as const }]
        : []),
    ...(isBlank(payload.externalKey) ? [blankProblem("externalKey")] : []),
    ...requiredFieldsByPlatform[platform].flatMap((name): ReadonlyArray<ConnectionProblem> => {
      if (name === "sheetCredentials") return isJsonObject(payload[name]) ? [] : [{ field: name, key: "ERROR.FIELD_JSON" }]
      return isBlank(payload[name]) ? [blankProblem(name)] : []
    }),
    ...urlProblems("apiHost", payload.apiHost),
    ...lengthProblems({ apiHost: payload.apiHost, apiPath: payload.apiPath, apiQuery: payload.apiQuery }),
    ...queryProblems(payload),
    ...(authType === null || authType === undefined
      ? []
      : credentialsByAuthType[authType].flatMap((name) =>
          isRequiredCredential(name) && isBlank(fields?.[name]) ? [blankProblem(`fields.${name}`)] : [],
        )),
    ...credentialProblems(payload),
    ...endpointCredentials.flatMap((name) => [
      ...urlProblems(`fields.${name}`, fields?.[name]),
      ...lengthProblems({ [`fields.${name}`]: fields?.[name] }),
    ]),
    ...(Object.entries(headers ?? {}).every(isHeader) ? [] : [{ field: "headers", key: "ERROR.FIELD_HEADERS" as const }]),
  ]
}

type Fields = Readonly<Record<string, string>>

const changeEndpoints = (fields: Fields, change: (address: string, name: string) => string): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, endpointCredentials.some((it) => it === name) ? change(text, name) : text]),
  )

/** Returns a sent connection whose OAuth endpoints have their stored queries where they were sent as they are shown. */
const unmaskEndpoints = (sent: ConnectionPayload, stored: ConnectionPayload): ConnectionPayload =>
  sent.fields
    ? {
        ...sent,
        fields: changeEndpoints(sent.fields, (text, name) => unmaskAddress(text, getOwnField(stored.fields ?? {}, name) ?? "")),
      }
    : sent

/** [O1] Returns the connection with secrets, queries, headers and spreadsheet credentials masked. */
export const maskConnection = (payload: ConnectionPayload): ConnectionPayload => ({
  ...payload,
  ...(payload.apiHost && { apiHost: dropUserInfo(payload.apiHost) }),
  ...(payload.fields && {
    fields: changeEndpoints(
      maskSecrets(payload.fields, (name) => secretCredentials.has(name)),
      maskAddress,
    ),
  }),
  ...(payload.headers && { headers: maskSecrets(payload.headers, () => true) }),
  ...(payload.apiQuery && { apiQuery: secretMask }),
  ...(payload.sheetCredentials && { sheetCredentials: secretMask }),
})

/** Identifies where a connection sends its secrets. */
const getDestination = ({ platform, apiHost, fields }: ConnectionPayload): string =>
  JSON.stringify([platform, apiHost ?? "", fields?.["authEndpoint"] ?? "", fields?.["tokenEndpoint"] ?? ""])

/** [O5] Whether an edit changes where secrets are sent; stored secrets are then dropped and must be typed again. */
export const changesDestination = (sent: ConnectionPayload, stored: ConnectionPayload): boolean =>
  getDestination(unmaskEndpoints(sent, stored)) !== getDestination(stored)

/** [O5] Returns the connection to store: a mask in `sent` keeps the secret in `stored`, unless the destination changed. */
export const unmaskConnection = (payload: ConnectionPayload, stored: ConnectionPayload): ConnectionPayload => {
  const sent = unmaskEndpoints(payload, stored)
  const destinationChanged = changesDestination(sent, stored)
  const storedSecrets = (fields: ConnectionPayload["fields"]) => (destinationChanged ? {} : (fields ?? {}))
  return {
    ...sent,
    ...(sent.fields && { fields: unmaskSecrets(sent.fields, storedSecrets(stored.fields)) }),
    ...(sent.headers && { headers: unmaskSecrets(sent.headers, storedSecrets(stored.headers)) }),
    ...(sent.apiQuery === secretMask && { apiQuery: destinationChanged ? "" : (stored.apiQuery ?? "") }),
    ...(sent.sheetCredentials === secretMask && { sheetCredentials: destinationChanged ? null : (stored.sheetCredentials ?? null) }),
  }
}

/** [O3, O5] Returns the problems that keep an edit of `stored` from being saved, by form field. */
export const connectionEditProblems = (sent: ConnectionPayload, stored: ConnectionPayload): ReadonlyArray<ConnectionProblem> => [
  ...connectionProblems(unmaskConnection(sent, stored)),
  // A blank query is valid, so that a query which was dropped has to be reported here.
  ...(sent.apiQuery === secretMask && changesDestination(sent, stored) ? [{ field: "apiQuery", key: "ERROR.FIELD_BLANK" as const }] : []),
  ...endpointCredentials.flatMap((name) =>
    hasUnknownQuery(sent.fields?.[name] ?? "", stored.fields?.[name] ?? "")
      ? [{ field: `fields.${name}`, key: "ERROR.FIELD_MASKED_QUERY" as const }]
      : [],
  ),
]

/** Whether the connection is called with an OAuth access token instead of the credentials of its form. */
export const usesOAuth = ({ authType }: Pick<ConnectionPayload, "authType">): boolean => authType === 5

/** Whether the connection is authorized: with OAuth only if it has an access token, otherwise always. */
export const isAuthorized = (connection: ConnectionPayload, hasAccessToken: boolean): boolean => !usesOAuth(connection) || hasAccessToken

/** [A14] The mappers that a connector can use. */
export const mappers = ["default"] as const
