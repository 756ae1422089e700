// Payment credentials of a community, for production and for tests (O1).
import * as Schema from "effect/Schema"
import { maskSecrets, stripMask, unmaskSecrets } from "../connections/secret-masking.ts"

const Credentials = Schema.Struct({
  username: Schema.String,
  password: Schema.String,
  clientId: Schema.String,
  clientSecret: Schema.String,
})

/** [O1] The payment credentials for tests and production; "" is not set. */
export const Checkout = Schema.Struct({ test: Credentials, prod: Credentials })
export type Checkout = typeof Checkout.Type

const emptyCredentials = { username: "", password: "", clientId: "", clientSecret: "" } as const
/** The credentials of a community that never set any. */
export const emptyCheckout: Checkout = { test: emptyCredentials, prod: emptyCredentials }

/** The two environments and the fields of each, in display order. */
export const checkoutEnvironments = ["prod", "test"] as const satisfies ReadonlyArray<keyof Checkout>
export const checkoutCredentialNames = ["username", "password", "clientId", "clientSecret"] as const
type Environment = (typeof checkoutEnvironments)[number]
type CredentialName = (typeof checkoutCredentialNames)[number]

const secretFields: ReadonlySet<string> = new Set(["password", "clientId", "clientSecret"])
/** Whether a field is a secret, which is masked when shown. */
export const isCheckoutSecret = (name: CredentialName): boolean => secretFields.has(name)

const mapEnvironments = (
  checkout: Checkout,
  change: (fields: Checkout["test"], environment: keyof Checkout) => Readonly<Record<string, string>>,
): Checkout => ({
  test: { ...emptyCredentials, ...change(checkout.test, "test") },
  prod: { ...emptyCredentials, ...change(checkout.prod, "prod") },
})

/** [O1] Returns the credentials with all secrets masked. */
export const maskCheckout = (checkout: Checkout): Checkout =>
  mapEnvironments(checkout, (fields) => maskSecrets(fields, (name) => secretFields.has(name)))

/** [O1] Returns the credentials to store: a mask in `sent` keeps the secret in `stored`. */
export const unmaskCheckout = (sent: Checkout, stored: Checkout): Checkout =>
  mapEnvironments(sent, (fields, environment) => unmaskSecrets(fields, stored[environment]))

/** Returns the name of a form field. */
export const checkoutField = (environment: Environment, name: CredentialName): string => `${environment}.${name}`

/** Returns the form fields, each a text. */
export const checkoutFormFields = (checkout: Checkout): Readonly<Record<string, string>> =>
  Object.fromEntries(
    checkoutEnvironments.flatMap((environment) =>
      checkoutCredentialNames.map((name) => [checkoutField(environment, name), checkout[environment][name]]),
    ),
  )

/** Returns the credentials in the form fields. */
export const parseCheckoutForm = (draft: Readonly<Record<string, string>>): Checkout =>
  mapEnvironments(emptyCheckout, (_, environment) =>
    Object.fromEntries(checkoutCredentialNames.map((name) => [name, parseField(name, draft[checkoutField(environment, name)] ?? "")])),
  )

const parseField = (name: CredentialName, text: string): string => (isCheckoutSecret(name) ? stripMask(text) : text.trim())
