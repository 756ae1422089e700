// Every call to the server leaves here. What goes wrong is thrown as one of the domain's failures, never as ky's.
import * as Schema from "effect/Schema"
import ky, { type HTTPError, isHTTPError, isNetworkError, isTimeoutError, type KyInstance, type Options, SchemaValidationError } from "ky"
import { transferTimeoutMs } from "../../domain/conversations/conversation-limits.ts"
import {
  type Failure,
  Forbidden,
  NotFound,
  RateLimited,
  ScriptSaveConflict,
  SignedOut,
  StyleSaveConflict,
  TooLarge,
  Unreachable,
  Unreadable,
  ValidationFailed,
} from "../../domain/failure.ts"
import { StyleConflictBody } from "../contract/community-contract.ts"
import { buildPath, type Endpoint, type PathParams } from "../contract/endpoint.ts"
import { ScriptConflictBody, ValidationErrorBody } from "../contract/script-contract.ts"

/** The HTTP client of one server. Reading is tried twice more, writing never. */
export const createHttpClient = (baseUrl: string): KyInstance =>
  ky.create({
    baseUrl,
    credentials: "include",
    headers: { accept: "application/json" },
    timeout: 30_000,
    // Not after a 429: its pause is the person's, who is told how long it is.
    retry: { limit: 2, methods: ["get"], statusCodes: [408, 500, 502, 503, 504] },
  })

/** What a call has beside its body: a query, and the key under which it is done once however often it is sent (`Idempotency-Key`). */
type CallOptions<Query> = { readonly query?: NoInfer<Query>; readonly key?: string | undefined }

/** Makes a call of the contract: encodes the payload, decodes the answer, throws a `Failure`. */
export const createCaller =
  (api: KyInstance) =>
  async <Path extends string, Payload, Answer, Query>(
    to: Endpoint<Path, Payload, Answer, Query>,
    params: PathParams<Path>,
    payload: Payload,
    signal?: AbortSignal,
    { query, key }: CallOptions<Query> = {},
  ): Promise<Answer> => {
    const body = Schema.encodeSync(to.payload)(payload)
    return sendRequest(api, to, params, {
      ...(to.method === "get"
        ? { searchParams: asQuery(body) }
        : { json: body, searchParams: query === undefined ? {} : asQuery(Schema.encodeSync(to.query)(query)) }),
      ...(key !== undefined && { headers: { "idempotency-key": key } }),
      signal: signal ?? null,
    })
  }

/** Makes a call that takes files, each under the name of its field. */
export const createUploader =
  (api: KyInstance) =>
  async <Path extends string, Answer>(
    to: Endpoint<Path, unknown, Answer>,
    params: PathParams<Path>,
    files: Readonly<Record<string, Blob>>,
    signal?: AbortSignal,
  ): Promise<Answer> => {
    const body = new FormData()
    for (const [field, file] of Object.entries(files)) body.set(field, file)
    return sendRequest(api, to, params, { body, timeout: transferTimeoutMs, signal: signal ?? null })
  }

/** Makes a call whose answer is a file of text, and gives that text; a byte order mark is not part of it. */
export const createTextDownloader =
  (api: KyInstance) =>
  async <Path extends string, Payload>(
    to: Endpoint<Path, Payload, unknown>,
    params: PathParams<Path>,
    payload: Payload,
    signal?: AbortSignal,
  ): Promise<string> => {
    try {
      const searchParams = asQuery(Schema.encodeSync(to.payload)(payload))
      return await api(buildPath(to.path, params), { method: to.method, searchParams, signal: signal ?? null }).text()
    } catch (error) {
      throw toFailure(error)
    }
  }

/** Makes a call whose answer is a file, however long that takes, and gives its bytes. */
export const createFileDownloader =
  (api: KyInstance) =>
  async <Path extends string>(to: Endpoint<Path, object, unknown>, params: PathParams<Path>, signal?: AbortSignal): Promise<Blob> => {
    try {
      return await api(buildPath(to.path, params), { method: to.method, timeout: false, signal: signal ?? null }).blob()
    } catch (error) {
      throw toFailure(error)
    }
  }

const sendRequest = async <Path extends string, Answer>(
  api: KyInstance,
  { path, method, answer }: Pick<Endpoint<Path, unknown, Answer>, "path" | "method" | "answer">,
  params: PathParams<Path>,
  carried: Options,
): Promise<Answer> => {
  try {
    return await api(buildPath(path, params), { method, ...carried }).json(Schema.toStandardSchemaV1(answer))
  } catch (error) {
    throw toFailure(error)
  }
}

const asQuery = (body: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string"))

const toFailure = (error: unknown): Failure => {
  if (error instanceof SchemaValidationError) return new Unreadable({ message: error.issues.map((issue) => issue.message).join("; ") })
  if (isHTTPError(error)) return failureFromResponse(error)
  if (isTimeoutError(error) || isNetworkError(error)) return new Unreachable({ message: error.message })
  // Not even JSON: it is not the server that spoke, and it may be there the next time.
  if (error instanceof SyntaxError) return new Unreachable({ message: error.message, answered: "garbled" })
  return new Unreachable({ message: String(error) })
}

const failureFromResponse = (error: HTTPError): Failure => {
  switch (error.response.status) {
    case 401:
      return new SignedOut()
    case 403:
      return new Forbidden()
    case 404:
      return new NotFound()
    case 409: {
      const [script, style] = [read(ScriptConflictBody, error.data), read(StyleConflictBody, error.data)]
      if (script !== undefined) return new ScriptSaveConflict(script)
      return style === undefined ? new Unreadable({ message: error.message }) : new StyleSaveConflict(style)
    }
    case 413:
      return new TooLarge()
    case 422:
      return validationFailure(read(ValidationErrorBody, error.data))
    case 429:
      return new RateLimited({ retryAfterSeconds: Number(error.response.headers.get("retry-after")) || 60 })
    default:
      return new Unreachable({ message: error.message, answered: "trouble" })
  }
}

const validationFailure = (body: typeof ValidationErrorBody.Type | undefined): ValidationFailed => {
  const keyed = Object.entries(body?.errors ?? {}).flatMap(([field, keys]) => keys.map((message) => ({ field, message })))
  return new ValidationFailed({ violations: [...(body?.violations ?? []), ...keyed], findings: body?.findings ?? [] })
}

const read = <A>(schema: Schema.Codec<A, unknown>, data: unknown): A | undefined => {
  const result = Schema.decodeUnknownResult(schema)(data)
  return result._tag === "Success" ? result.success : undefined
}

// Keys for calls that make something, so that one that is sent again after its answer was lost is done once (contract "HTTP API").

/**
 * Gives `make` its key: the same as long as the very same input is sent again, as a form does that is tried once more. What is only alike, as
 * what another form has, is meant to be made besides.
 */
export const withIdempotencyKey = <Input extends object, Output>(
  newKey: () => string,
  make: (input: Input, signal: AbortSignal, key: string) => Promise<Output>,
): ((input: Input, signal: AbortSignal) => Promise<Output>) => {
  const keys = new WeakMap<Input, string>()
  return (input, signal) => {
    const key = keys.get(input) ?? newKey()
    keys.set(input, key)
    return make(input, signal, key)
  }
}
