// Credentials of payments, for production and for tests (spec/3-community §2 "Community options page", §3 "Checkout options").
import * as Schema from "effect/Schema"
import { maskSecrets, typedSecret, unmaskSecrets } from "../connections/secret-masking.ts"

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
export const noCheckout: Checkout = { test: none, prod: none }

/** The two environments, and the fields of each, in the order in which they are shown. */
export const environments = ["prod", "test"] as const satisfies ReadonlyArray<keyof Checkout>
export const credentialNames = ["username", "password", "clientId", "clientSecret"] as const
type Environment = (typeof environments)[number]
type CredentialName = (typeof credentialNames)[number]

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
export const maskedCheckout = (checkout: Checkout): Checkout => each(checkout, (fields) => maskSecrets(fields, (name) => secrets.has(name)))

/** The options as they are to be kept, of those that were `sent`. */
export const keptCheckout = (sent: Checkout, before: Checkout): Checkout =>
  each(sent, (fields, environment) => unmaskSecrets(fields, before[environment]))

/** What a field of the options is called in their form. */
export const checkoutField = (environment: Environment, name: CredentialName): string => `${environment}.${name}`

/** The form of the options, every field a text. */
export const draftOfCheckout = (checkout: Checkout): Readonly<Record<string, string>> =>
  Object.fromEntries(environments.flatMap((of) => credentialNames.map((name) => [checkoutField(of, name), checkout[of][name]])))

/** What the form sends. */
export const checkoutOfDraft = (draft: Readonly<Record<string, string>>): Checkout =>
  each(noCheckout, (_, environment) =>
    Object.fromEntries(credentialNames.map((name) => [name, written(name, draft[checkoutField(environment, name)] ?? "")])),
  )

const written = (name: CredentialName, text: string): string => (isCheckoutSecret(name) ? typedSecret(text) : text.trim())
