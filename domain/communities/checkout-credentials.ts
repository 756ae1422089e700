// Credentials of payments, for production and for tests (spec/3-community §2 "Community options page", §3 "Checkout options").
import * as Schema from "effect/Schema"
import { maskSecrets, stripMask, unmaskSecrets } from "../connections/secret-masking.ts"

const Credentials = Schema.Struct({
  username: Schema.String,
  password: Schema.String,
  clientId: Schema.String,
  clientSecret: Schema.String,
})

/** The credentials of payments, for tests and for production; "" is one that was not set (decision O1). */
export const Checkout = Schema.Struct({ test: Credentials, prod: Credentials })
export type Checkout = typeof Checkout.Type

const none = { username: "", password: "", clientId: "", clientSecret: "" } as const
/** The options of a community that never set any. */
export const emptyCheckout: Checkout = { test: none, prod: none }

/** The two environments, and the fields of each, in the order in which they are shown. */
export const checkoutEnvironments = ["prod", "test"] as const satisfies ReadonlyArray<keyof Checkout>
export const checkoutCredentialNames = ["username", "password", "clientId", "clientSecret"] as const
type Environment = (typeof checkoutEnvironments)[number]
type CredentialName = (typeof checkoutCredentialNames)[number]

const secrets: ReadonlySet<string> = new Set(["password", "clientId", "clientSecret"])
export const isCheckoutSecret = (name: CredentialName): boolean => secrets.has(name)

const each = (
  checkout: Checkout,
  change: (fields: Checkout["test"], environment: keyof Checkout) => Readonly<Record<string, string>>,
): Checkout => ({
  test: { ...none, ...change(checkout.test, "test") },
  prod: { ...none, ...change(checkout.prod, "prod") },
})

/** The options as they are shown. */
export const maskCheckout = (checkout: Checkout): Checkout => each(checkout, (fields) => maskSecrets(fields, (name) => secrets.has(name)))

/** The options as they are to be kept, of those that were `sent`. */
export const unmaskCheckout = (sent: Checkout, before: Checkout): Checkout =>
  each(sent, (fields, environment) => unmaskSecrets(fields, before[environment]))

/** What a field of the options is called in their form. */
export const checkoutField = (environment: Environment, name: CredentialName): string => `${environment}.${name}`

/** The form of the options, every field a text. */
export const checkoutFormFields = (checkout: Checkout): Readonly<Record<string, string>> =>
  Object.fromEntries(
    checkoutEnvironments.flatMap((of) => checkoutCredentialNames.map((name) => [checkoutField(of, name), checkout[of][name]])),
  )

/** What the form sends. */
export const parseCheckoutForm = (draft: Readonly<Record<string, string>>): Checkout =>
  each(emptyCheckout, (_, environment) =>
    Object.fromEntries(checkoutCredentialNames.map((name) => [name, written(name, draft[checkoutField(environment, name)] ?? "")])),
  )

const written = (name: CredentialName, text: string): string => (isCheckoutSecret(name) ? stripMask(text) : text.trim())
