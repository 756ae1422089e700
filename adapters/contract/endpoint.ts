// A call as data. The browser's client, the server's router and the contract tests are all made from this.
import type * as Schema from "effect/Schema"

type Slots<Path extends string> = Path extends `${string}{${infer Slot}}${infer Rest}` ? Slot | Slots<Rest> : never

/** The values of a path's slots, by name. */
export type Params<Path extends string> = Readonly<Record<Slots<Path>, string>>

export type Endpoint<Path extends string, Payload, Answer> = {
  readonly method: "get" | "post" | "put" | "patch" | "delete"
  readonly path: Path
  /** The JSON body; of a GET, the query. */
  readonly payload: Schema.Codec<Payload, unknown>
  readonly answer: Schema.Codec<Answer, unknown>
  /** The media type of the body, where it is not JSON: then `payload` says nothing of it. */
  readonly takes?: "multipart/form-data"
  /** The media type of the answer, where it is not JSON. */
  readonly gives?: "application/zip" | "text/csv" | "text/plain"
}

export const endpoint = <const Path extends string, Payload, Answer>(
  it: Endpoint<Path, Payload, Answer>,
): Endpoint<Path, Payload, Answer> => it

/** The path with its slots filled, without the leading slash. */
export const fillPath = <Path extends string>(path: Path, params: Params<Path>): string => {
  const values: Readonly<Record<string, string>> = params
  return path.replace(/\{(\w+)\}/g, (_, slot: string) => encodeURIComponent(values[slot] ?? "")).slice(1)
}
