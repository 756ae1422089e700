// Credentials of payments, for production and for tests (spec/3-community §2 "Community options page", §3 "Checkout options").
import * as Schema from "effect/Schema"
import { maskSecrets, unmaskSecrets } from "./secrets.ts"

const Credentials = Schema.Struct({
  username: Schema.String,
  password: Schema.String,
  clientId: Schema.String,
  clientSecret: Schema.String,
})

export const Checkout = Schema.Struct({ test: Credentials, prod: Credentials })
export type Checkout = typeof Checkout.Type

const none = { username: "", password: "", clientId: "", clientSecret: "" } as const
/** The options of a community that never set any. */
export const noCheckout: Checkout = { test: none, prod: none }

const secrets: ReadonlySet<string> = new Set(["password", "clientId", "clientSecret"])

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
