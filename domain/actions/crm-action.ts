// Params of CRM and connector actions, and what CRM actions send to their connection (A12, A13, A15).
import { isRecord } from "../json/json-value.ts"
import type { Action } from "../script/action.ts"

export type CrmAuthParams = Extract<Action, { readonly type: "crmAuth" }>["params"]

/** How a respondent is identified: by proving their identity, by the link that they came with, or not at all. */
export const crmAuthTypes = ["authenticated", "preauthenticated", "anonymous"] as const
export type CrmAuthType = (typeof crmAuthTypes)[number]

export type CrmAuthField =
  | "crmAuthenticatedType"
  | "selector"
  | "valueSelector"
  | "placeholder"
  | "emailSender"
  | "emailSubject"
  | "emailBody"

/** [A13] The fields that are shown for each auth type, besides the connection. */
export const crmAuthFields = {
  authenticated: ["crmAuthenticatedType", "selector", "valueSelector", "placeholder", "emailSender", "emailSubject", "emailBody"],
  preauthenticated: ["selector", "valueSelector"],
  anonymous: [],
} as const satisfies Record<CrmAuthType, ReadonlyArray<CrmAuthField>>

/** Returns the auth type; anonymous if none is chosen. */
export const getCrmAuthType = ({ crmAuthType }: CrmAuthParams): CrmAuthType => crmAuthType ?? "anonymous"

/** Returns the connection id: the value itself or the `id` of an object, text or number; "" if none is set. */
export const getConnectionId = (connection: unknown): string => {
  const id: unknown = isRecord(connection) ? connection["id"] : connection
  return typeof id === "string" ? id.trim() : typeof id === "number" ? String(id) : ""
}

/** [A15] Whether the validation settings contain anything. */
const hasValue = (value: unknown): boolean =>
  typeof value === "string"
    ? value.trim() !== ""
    : value !== null && value !== undefined && !(typeof value === "object" && isEmptyObject(value))
const isEmptyObject = (value: object): boolean => Object.keys(value).length === 0

const validationField = (validation: unknown) => (hasValue(validation) ? { validation } : {})
const textField = (name: string, text: string | null | undefined): Readonly<Record<string, string>> =>
  (text ?? "").trim() === "" ? {} : { [name]: (text ?? "").trim() }

type CrmApiParams = Extract<Action, { readonly type: "crmApi" }>["params"]

/** [A15] Returns what a CRM call sends besides the respondent: the column, the placeholder, and the validation settings. */
export const buildCrmCallFields = ({
  column,
  placeholder,
  validation,
}: CrmApiParams): {
  readonly parameters: Readonly<Record<string, string>>
  readonly payload: Readonly<Record<string, unknown>>
} => ({
  parameters: column ? { column } : {},
  payload: { ...textField("placeholder", placeholder), ...validationField(validation) },
})

/**
 * [A13] Returns what a CRM authentication sends to the connection: the auth type and its selectors, the email that asks
 * for proof, the placeholder of the proof field, and [A15] how the proof is validated.
 */
export const buildCrmAuthFields = (
  params: CrmAuthParams,
): {
  readonly parameters: Readonly<Record<string, string>>
  readonly payload: Readonly<Record<string, unknown>>
} => {
  const authType = getCrmAuthType(params)
  const fields: ReadonlyArray<CrmAuthField> = crmAuthFields[authType]
  const fieldUnder = (field: CrmAuthField, name: string) => (fields.includes(field) ? textField(name, params[field]) : {})
  const proof = { ...fieldUnder("placeholder", "placeholder"), ...(authType === "authenticated" ? validationField(params.validation) : {}) }
  const email = { ...fieldUnder("emailSender", "sender"), ...fieldUnder("emailSubject", "subject"), ...fieldUnder("emailBody", "body") }
  return {
    parameters: {
      authType,
      ...fieldUnder("crmAuthenticatedType", "authenticatedType"),
      ...fieldUnder("selector", "selector"),
      ...fieldUnder("valueSelector", "value"),
    },
    payload: { ...proof, ...(Object.keys(email).length === 0 ? {} : { email }) },
  }
}
