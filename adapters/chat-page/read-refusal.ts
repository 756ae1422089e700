// What was wrong with an answer, read from what a server says or a device holds of it.
import type { Refusal } from "../../domain/chat/trouble.ts"
import { isRecord } from "../../domain/json.ts"

/** The refusal of this key; of its values those that can be told. */
export const readRefusal = (key: string, values: unknown): Refusal => ({ key, values: isRecord(values) ? written(values) : {} })

const written = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "string" || typeof value === "number" ? [[name, value]] : [])),
  )
