// Queries of very many rows with one text each: the driver makes no object of every row.
import type { CompiledQuery } from "kysely"
import type pg from "pg"

/** Runs a query whose one column is a text, and gives these texts in their order. */
export type ReadLines = (query: CompiledQuery<{ readonly text: string }>) => Promise<ReadonlyArray<string>>

export const readLines =
  (pool: pg.Pool): ReadLines =>
  async ({ sql: text, parameters }) => {
    const { rows } = await pool.query<[string]>({ text, values: [...parameters], rowMode: "array" })
    return rows.map(([line]) => line)
  }
