// Currencies in which amounts are asked for.
import { getOwnField } from "../json/json-value.ts"

/** The currencies by id, as ISO 4217 codes. */
export const currencies = { 1: "EUR", 2: "USD", 3: "GBP" } as const
/** The code of a currency. */
export type Currency = (typeof currencies)[keyof typeof currencies]
export const currencyIds = [1, 2, 3] as const satisfies ReadonlyArray<keyof typeof currencies>

/** Returns the currency with this id: euros without an id, null if the id is unknown, as that of a stored question can be. */
export const findCurrency = (id: number | null | undefined): Currency | null =>
  id === null || id === undefined ? currencies[1] : (getOwnField(currencies, String(id)) ?? null)
