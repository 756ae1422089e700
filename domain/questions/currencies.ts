// Currencies in which amounts are asked for.

/** The currencies by id, as ISO 4217 codes. */
export const currencies = { 1: "EUR", 2: "USD", 3: "GBP" } as const
export const currencyIds = [1, 2, 3] as const satisfies ReadonlyArray<keyof typeof currencies>
