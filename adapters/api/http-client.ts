// HTTP client of the console's API. Errors are thrown as the domain's `Failure`s, never as ky's errors.
import * as Schema from "effect/Schema"
import ky, { type HTTPError, isHTTPError, isNetworkError, isTimeoutError, type KyInstance, type Options, SchemaValidationError } from "ky"
import { maxOrdinaryBytes, transferTimeoutMs } from "../../domain/conversations/conversation-limits.ts"
import {
  ConfirmationRefused,
  type Explanation,
  type Failure,
  Forbidden,
  NotFound,
  RateLimited,
  ScriptSaveConflict,
  SignedOut,
  StyleSaveConflict,
  TargetChanged,
  TooLarge,
  Unreachable,
  Unreadable,
  ValidationFailed,
} from "../../domain/failures/failure.ts"
import { isRecord } from "../../domain/json/json-value.ts"
import { StyleConflictBody } from "../contract/community-contract.ts"
import { buildPath, type Endpoint, type PathParams } from "../contract/endpoint.ts"
import { ConfirmationRefusedBody, ScriptConflictBody, TargetChangedBody, ValidationErrorBody } from "../contract/script-contract.ts"

/** Creates the HTTP client for one server. GET requests are retried twice, other methods never. */
export const createHttpClient = (baseUrl: string): KyInstance =>
  ky.create({
    baseUrl,
    credentials: "include",
    headers: { accept: "application/json" },
    timeout: 30_000,
    // 429 is not retried: the user is shown how long to wait.
    retry: { limit: 2, methods: ["get"], statusCodes: [408, 500, 502, 503, 504] },
  })

/** Options besides the body. The server performs repeated requests with the same `Idempotency-Key` only once. */
type CallOptions<Query> = { readonly query?: NoInfer<Query>; readonly idempotencyKey?: string | undefined }

/** Calls an endpoint of the contract: encodes the payload, decodes the response, throws a `Failure`. */
export const createCaller =
  (api: KyInstance) =>
  async <Path extends string, Payload, ResponseBody, Query>(
    endpoint: Endpoint<Path, Payload, ResponseBody, Query>,
    params: PathParams<Path>,
    payload: Payload,
    signal?: AbortSignal,
    { query, idempotencyKey }: CallOptions<Query> = {},
  ): Promise<ResponseBody> => {
    const body = Schema.encodeSync(endpoint.payload)(payload)
    const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }
    if (endpoint.method === "get")
      return sendRequest(api, endpoint, params, { headers, searchParams: toSearchParams(body), signal: signal ?? null })
    const text = JSON.stringify(body)
    return sendRequest(api, endpoint, params, {
      body: text,
      headers: { ...headers, "content-type": "application/json" },
      searchParams: query === undefined ? {} : toSearchParams(Schema.encodeSync(endpoint.query)(query)),
      // A large body takes long to send, and waits for its turn on the server.
      ...(text.length > maxOrdinaryBytes && { timeout: transferTimeoutMs }),
      signal: signal ?? null,
    })
  }

/** Calls an endpoint that receives files, each under the name of its form field. */
export const createUploader =
  (api: KyInstance) =>
  async <Path extends string, ResponseBody>(
    endpoint: Endpoint<Path, unknown, ResponseBody>,
    params: PathParams<Path>,
    files: Readonly<Record<string, Blob>>,
    signal?: AbortSignal,
  ): Promise<ResponseBody> => {
    const body = new FormData()
    for (const [field, file] of Object.entries(files)) body.set(field, file)
    return sendRequest(api, endpoint, params, { body, timeout: transferTimeoutMs, signal: signal ?? null })
  }

/** Downloads a text file and returns its text without the byte order mark. */
export const createTextDownloader =
  (api: KyInstance) =>
  async <Path extends string, Payload>(
    endpoint: Endpoint<Path, Payload, unknown>,
    params: PathParams<Path>,
    payload: Payload,
    signal?: AbortSignal,
  ): Promise<string> => {
    try {
      const searchParams = toSearchParams(Schema.encodeSync(endpoint.payload)(payload))
      return await api(buildPath(endpoint.path, params), { method: endpoint.method, searchParams, signal: signal ?? null }).text()
    } catch (error) {
      throw toFailure(error)
    }
  }

/** Downloads a file, without a timeout. */
export const createFileDownloader =
  (api: KyInstance) =>
  async <Path extends string>(endpoint: Endpoint<Path, object, unknown>, params: PathParams<Path>, signal?: AbortSignal): Promise<Blob> => {
    try {
      return await api(buildPath(endpoint.path, params), { method: endpoint.method, timeout: false, signal: signal ?? null }).blob()
    } catch (error) {
      throw toFailure(error)
    }
  }

const sendRequest = async <Path extends string, ResponseBody>(
  api: KyInstance,
  { path, method, response }: Pick<Endpoint<Path, unknown, ResponseBody>, "path" | "method" | "response">,
  params: PathParams<Path>,
  options: Options,
): Promise<ResponseBody> => {
  try {
    return await api(buildPath(path, params), { method, ...options }).json(Schema.toStandardSchemaV1(response))
  } catch (error) {
    throw toFailure(error)
  }
}

const toSearchParams = (body: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string"))

const toFailure = (error: unknown): Failure => {
  if (error instanceof SchemaValidationError) return new Unreadable({ message: error.issues.map((issue) => issue.message).join("; ") })
  if (isHTTPError(error)) return failureFromResponse(error)
  if (isTimeoutError(error) || isNetworkError(error)) return new Unreachable({ message: error.message })
  // The body was not JSON: something other than the server answered, so a retry may succeed.
  if (error instanceof SyntaxError) return new Unreachable({ message: error.message, answered: "garbled" })
  return new Unreachable({ message: String(error) })
}

const failureFromResponse = (error: HTTPError): Failure => {
  switch (error.response.status) {
    case 401:
      return new SignedOut()
    case 403: {
      const refused = decodeBody(ConfirmationRefusedBody, error.data)
      return refused === undefined ? new Forbidden() : new ConfirmationRefused({ reason: refused.reason })
    }
    case 404:
      return new NotFound()
    case 409: {
      const [script, style] = [decodeBody(ScriptConflictBody, error.data), decodeBody(StyleConflictBody, error.data)]
      if (script !== undefined) return new ScriptSaveConflict(script)
      const changed = decodeBody(TargetChangedBody, error.data)
      if (changed !== undefined) return new TargetChanged({ ...changed, status: changed.current.status ?? null })
      return style === undefined ? new Unreadable({ message: error.message }) : new StyleSaveConflict(style)
    }
    case 413:
      return new TooLarge()
    case 422:
      return toValidationFailure(decodeBody(ValidationErrorBody, error.data), explain(error.data))
    case 429:
      return new RateLimited({ retryAfterSeconds: Number(error.response.headers.get("retry-after")) || 60 })
    default:
      return new Unreachable({ message: error.message, answered: "trouble", ...explain(error.data) })
  }
}

/** Returns the message and the cause of an error response, as far as it has them. */
const explain = (body: unknown): { readonly explanation?: Explanation } => {
  if (!isRecord(body)) return {}
  const { message, cause } = body
  if (typeof message !== "string" || message.trim() === "") return {}
  return { explanation: { message, ...(typeof cause === "string" && cause.trim() !== "" && { cause }) } }
}

const toValidationFailure = (
  body: typeof ValidationErrorBody.Type | undefined,
  explained: ReturnType<typeof explain>,
): ValidationFailed => {
  const fromErrors = Object.entries(body?.errors ?? {}).flatMap(([field, keys]) => keys.map((message) => ({ field, message })))
  return new ValidationFailed({ violations: [...(body?.violations ?? []), ...fromErrors], findings: body?.findings ?? [], ...explained })
}

const decodeBody = <A>(schema: Schema.Codec<A, unknown>, data: unknown): A | undefined => {
  const result = Schema.decodeUnknownResult(schema)(data)
  return result._tag === "Success" ? result.success : undefined
}

/**
 * Adds an idempotency key to `create`, so that a request repeated after a lost response is performed once. The key is the same
 * as long as the same input object is sent again, as when a form is retried. An equal but different object gets a new key.
 */
export const withIdempotencyKey = <Input extends object, Output>(
  newKey: () => string,
  create: (input: Input, signal: AbortSignal, key: string) => Promise<Output>,
): ((input: Input, signal: AbortSignal) => Promise<Output>) => {
  const keys = new WeakMap<Input, string>()
  return (input, signal) => {
    const key = keys.get(input) ?? newKey()
    keys.set(input, key)
    return create(input, signal, key)
  }
}
