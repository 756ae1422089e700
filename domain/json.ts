// JSON from outside: read without throwing, and told apart.

export type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string }

/** The value of a JSON text (a byte order mark before it is passed over), or what is wrong with it. */
export const parseJson = (text: string): ParsedJson => {
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, "")) }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
