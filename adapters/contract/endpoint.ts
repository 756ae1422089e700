// An API endpoint described as data: the browser's client, the server's router and the contract tests are built from it.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

type PathParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathParamNames<Rest> : never

/** The values of a path's parameters, by name. */
export type PathParams<Path extends string> = Readonly<Record<PathParamNames<Path>, string>>

/** A method and a path with `{name}` parameters, and the schemas of what is sent and received. */
export type Endpoint<Path extends string, Payload, ResponseBody, Query = unknown> = {
  readonly method: "get" | "post" | "put" | "patch" | "delete"
  readonly path: Path
  /** The JSON body; for a GET request, the query. */
  readonly payload: Schema.Codec<Payload, unknown>
  /** The query of a request that also has a body. */
  readonly query: Schema.Codec<Query, unknown>
  readonly response: Schema.Codec<ResponseBody, unknown>
  /** The media type of a body that is not JSON; `payload` does not describe such a body. */
  readonly requestMediaType?: "multipart/form-data"
  /** The media type of a response that is not JSON. */
  readonly responseMediaType?: "application/zip" | "text/csv" | "text/plain"
}

/** Returns an endpoint without a separate query. */
export const defineEndpoint = <const Path extends string, Payload, ResponseBody>(
  definition: Omit<Endpoint<Path, Payload, ResponseBody>, "query">,
): Endpoint<Path, Payload, ResponseBody, object> => ({ ...definition, query: Schema.Struct({}) })

/** Returns an endpoint whose requests have both a body and a query. */
export const defineEndpointWithQuery = <const Path extends string, Payload, ResponseBody, Query>(
  definition: Endpoint<Path, Payload, ResponseBody, Query>,
): Endpoint<Path, Payload, ResponseBody, Query> => definition

/** Returns the path with its parameters percent-encoded, without the leading slash. */
export const buildPath = <Path extends string>(path: Path, params: PathParams<Path>): string => {
  const values: Readonly<Record<string, string>> = params
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? "")).slice(1)
}

/** A boolean query parameter; the bare name (`?flag`) means true. */
export const QueryFlag = Schema.Literals(["", "1", "true", "0", "false"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text) => text !== "0" && text !== "false",
      encode: (isSet) => (isSet ? ("1" as const) : ("0" as const)),
    }),
  ),
)

/** The query of a paged list: up to `limit` items (1 to 500), skipping the first `offset`. */
export const PageQuery = Schema.Struct({
  limit: Schema.optionalKey(Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 500 }))),
  offset: Schema.optionalKey(Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }))),
})
export type PageQuery = typeof PageQuery.Type
