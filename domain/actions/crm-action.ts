// What the steps that ask a connection can be set to (spec/2-editor §3, §4; decisions A8, A12, A13).
import { isRecord } from "../json/json-parser.ts"
import type { Action } from "./action.ts"

export type CrmAuthParams = Extract<Action, { readonly type: "crmAuth" }>["params"]

/** How a respondent is known: they prove who they are, they come with it, or not at all. */
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

/** [A13] "The chosen auth type … decides which fields are shown" (spec/2-editor §4), besides the connection. */
export const crmAuthFields = {
  authenticated: ["crmAuthenticatedType", "selector", "valueSelector", "placeholder", "emailSender", "emailSubject", "emailBody"],
  preauthenticated: ["selector", "valueSelector"],
  anonymous: [],
} as const satisfies Record<CrmAuthType, ReadonlyArray<CrmAuthField>>

export const crmAuthTypeOf = ({ crmAuthType }: CrmAuthParams): CrmAuthType => crmAuthType ?? "anonymous"

/** The id of the connection that a step names, by itself or in an object that has it, also as a number; "" where it names none. */
export const connectionIdOf = (connection: unknown): string => {
  const id: unknown = isRecord(connection) ? connection["id"] : connection
  return typeof id === "string" ? id.trim() : typeof id === "number" ? String(id) : ""
}

/** [A15] Whether anything is said by what a script has under `validation`. */
const saysSomething = (value: unknown): boolean =>
  typeof value === "string" ? value.trim() !== "" : value !== null && value !== undefined && !(typeof value === "object" && isEmpty(value))
const isEmpty = (value: object): boolean => Object.keys(value).length === 0

const validationTold = (validation: unknown) => (saysSomething(validation) ? { validation } : {})
const textTold = (name: string, text: string | null | undefined): Readonly<Record<string, string>> =>
  (text ?? "").trim() === "" ? {} : { [name]: (text ?? "").trim() }

type CrmApiParams = Extract<Action, { readonly type: "crmApi" }>["params"]

/** [A15] What a connection is told of a call besides its respondent: the column, and how what is asked for is shown and checked there. */
export const buildCrmCallFields = ({ column, placeholder, validation }: CrmApiParams) => ({
  head: column ? { column } : {},
  given: { ...textTold("placeholder", placeholder), ...validationTold(validation) },
})

/**
 * [A13] What a connection is told of how a respondent is known: short texts, and how they are asked to prove it: the mail, what the field
 * for their proof shows while it is empty, and [A15] how that is checked.
 */
export const buildCrmAuthFields = (
  params: CrmAuthParams,
): {
  readonly head: Readonly<Record<string, string>>
  readonly given: Readonly<Record<string, unknown>>
} => {
  const authType = crmAuthTypeOf(params)
  const asked: ReadonlyArray<CrmAuthField> = crmAuthFields[authType]
  const said = (field: CrmAuthField, name: string) => (asked.includes(field) ? textTold(name, params[field]) : {})
  const proof = { ...said("placeholder", "placeholder"), ...(authType === "authenticated" ? validationTold(params.validation) : {}) }
  const email = { ...said("emailSender", "sender"), ...said("emailSubject", "subject"), ...said("emailBody", "body") }
  return {
    head: {
      authType,
      ...said("crmAuthenticatedType", "authenticatedType"),
      ...said("selector", "selector"),
      ...said("valueSelector", "value"),
    },
    given: { ...proof, ...(Object.keys(email).length === 0 ? {} : { email }) },
  }
}
