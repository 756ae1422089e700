// A call as data. The browser's client, the server's router and the contract tests are all made from this.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

type PathParamNames<Path extends string> = Path extends `${string}{${infer Slot}}${infer Rest}` ? Slot | PathParamNames<Rest> : never

/** The values of a path's slots, by name. */
export type PathParams<Path extends string> = Readonly<Record<PathParamNames<Path>, string>>

export type Endpoint<Path extends string, Payload, Answer, Query = unknown> = {
  readonly method: "get" | "post" | "put" | "patch" | "delete"
  readonly path: Path
  /** The JSON body; of a GET, the query. */
  readonly payload: Schema.Codec<Payload, unknown>
  /** What the query of a call with a body may have. */
  readonly query: Schema.Codec<Query, unknown>
  readonly answer: Schema.Codec<Answer, unknown>
  /** The media type of the body, where it is not JSON: then `payload` says nothing of it. */
  readonly takes?: "multipart/form-data"
  /** The media type of the answer, where it is not JSON. */
  readonly gives?: "application/zip" | "text/csv" | "text/plain"
}

export const endpoint = <const Path extends string, Payload, Answer>(
  it: Omit<Endpoint<Path, Payload, Answer>, "query">,
): Endpoint<Path, Payload, Answer, object> => ({ ...it, query: Schema.Struct({}) })

/** A call with a body that has a query too. */
export const endpointWithQuery = <const Path extends string, Payload, Answer, Query>(
  it: Endpoint<Path, Payload, Answer, Query>,
): Endpoint<Path, Payload, Answer, Query> => it

/** The path with its slots filled, without the leading slash. */
export const buildPath = <Path extends string>(path: Path, params: PathParams<Path>): string => {
  const values: Readonly<Record<string, string>> = params
  return path.replace(/\{(\w+)\}/g, (_, slot: string) => encodeURIComponent(values[slot] ?? "")).slice(1)
}

// What a query says yes or no to: its name alone says yes.

export const QueryFlag = Schema.Literals(["", "1", "true", "0", "false"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text) => text !== "0" && text !== "false",
      encode: (is) => (is ? ("1" as const) : ("0" as const)),
    }),
  ),
)

// A page of a list that can grow (contract "HTTP API").

/** At most `limit` items after the first `offset`. */
export const PageQuery = Schema.Struct({
  limit: Schema.optionalKey(Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 500 }))),
  offset: Schema.optionalKey(Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }))),
})
export type PageQuery = typeof PageQuery.Type
