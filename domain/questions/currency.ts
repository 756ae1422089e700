// Amounts of money as answers (spec/2-editor §3, §5, §9).
import type { Finding } from "../finding.ts"
import { boundsFindings, decimalsFindings } from "./bounds.ts"
import { finerFindings } from "./finer-limits.ts"
import type { Question } from "./question.ts"

type CurrencyOptions = NonNullable<Extract<Question, { readonly type: "currency" }>["options"]>

/** The currencies by their ids, as ISO 4217 codes (spec/2-editor §9). */
export const currencies = { 1: "EUR", 2: "USD", 3: "GBP" } as const
export const currencyIds = [1, 2, 3] as const satisfies ReadonlyArray<keyof typeof currencies>
export const leastAmount = 1

/** Rule `currency-bounds`; `at` points to the options. */
export const currencyFindings = (options: CurrencyOptions, at: string): ReadonlyArray<Finding> => [
  ...boundsFindings("currency-bounds", options, leastAmount, at),
  ...decimalsFindings("currency-bounds", options.precision, at),
  ...finerFindings("currency-bounds", options, options.precision, at),
]
