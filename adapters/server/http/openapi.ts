// The API as an OpenAPI 3.1 document, derived from the endpoints.

import * as JsonSchema from "effect/JsonSchema"
import * as Schema from "effect/Schema"
import { ValidationErrorBody } from "../../contract/script-contract.ts"
import type { DescribedEndpoint } from "./endpoint-handler.ts"
import { idempotencyKeyPattern } from "./idempotency.ts"

type Json = Readonly<Record<string, unknown>>

type Operation = DescribedEndpoint & {
  /** Takes an `Idempotency-Key`. */
  readonly isKeyed: boolean
}

/** Builds the OpenAPI document. Two endpoints on one path and method become one operation that takes either payload. */
export const buildOpenApiDocument = (operations: ReadonlyArray<Operation>): Json => {
  const schemas: Record<string, unknown> = {}
  const toJsonSchema = (schema: Schema.Top): unknown => {
    const { dialect, schema: root, definitions } = Schema.toJsonSchemaDocument(schema)
    const document = JsonSchema.toMultiDocumentOpenApi3_1({ dialect, schemas: [root], definitions })
    Object.assign(schemas, document.definitions)
    return document.schemas[0]
  }
  const paths: Record<string, Record<string, unknown>> = {}
  const payloads = new Map<string, ReadonlyArray<unknown>>()
  const queries = new Map<string, ReadonlyArray<unknown>>()
  const responses = new Map<string, Json>()
  for (const { method, path, payload: payloadSchema, query, response, requestMediaType, responseMediaType, isKeyed } of operations) {
    const payloadSchemas = [...(payloads.get(`${method} ${path}`) ?? []), toJsonSchema(payloadSchema)]
    payloads.set(`${method} ${path}`, payloadSchemas)
    const querySchemas = [...(queries.get(`${method} ${path}`) ?? []), toJsonSchema(query)]
    queries.set(`${method} ${path}`, querySchemas)
    const payload = payloadSchemas.length === 1 ? payloadSchemas[0] : { anyOf: payloadSchemas }
    const content = {
      ...responses.get(`${method} ${path}`),
      ...(responseMediaType === undefined ? jsonContent(toJsonSchema(response)) : { [responseMediaType]: { schema: binary } }),
    }
    responses.set(`${method} ${path}`, content)
    const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }))
    const operation = {
      operationId: getOperationId(method, path),
      parameters: [
        ...pathParameters,
        ...listQueryParameters(method === "get" ? payloadSchemas : querySchemas),
        ...(isKeyed ? [idempotencyKey] : []),
      ],
      ...(method === "get"
        ? {}
        : { requestBody: { content: requestMediaType === undefined ? jsonContent(payload) : { [requestMediaType]: { schema: files } } } }),
      responses: { 200: { description: "The request succeeded.", content }, ...errorResponses },
    }
    paths[path] = { ...paths[path], [method]: operation }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Conversation Admin", version: "1" },
    paths,
    components: { schemas: { ...schemas, Refusal: toJsonSchema(ValidationErrorBody) } },
  }
}

/** Names an operation for generated clients: `getApiCommunityChatScriptsId` for GET `/api/{community}/chat-scripts/{id}`. */
const getOperationId = (method: string, path: string): string =>
  method + path.replace(/[^A-Za-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase())

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "A repeated request with the same key, user and body is executed once and gets the first response again.",
  schema: { type: "string", pattern: idempotencyKeyPattern.source },
} as const

const jsonContent = (schema: unknown): Json => ({ "application/json": { schema } })
const buildErrorResponse = (description: string, schema: unknown): Json => ({ description, content: jsonContent(schema) })
const binary = { type: "string", format: "binary" } as const
const files = { type: "object", additionalProperties: binary } as const

const withMessage = { type: "object", required: ["message"], properties: { message: { type: "string" } } } as const
const errorResponses = {
  ...Object.fromEntries(
    Object.entries({
      400: "The request is malformed.",
      401: "Nobody is signed in.",
      403: "Not allowed, or a wrong or used token.",
      404: "Not found, or the caller may not know that it exists.",
      409: "Someone else saved first.",
      413: "The body is too large.",
      429: "Too many requests; Retry-After says how many seconds to wait.",
      503: "The database cannot be reached.",
    }).map(([status, description]) => [status, buildErrorResponse(description, withMessage)]),
  ),
  422: buildErrorResponse("The input is invalid.", { $ref: "#/components/schemas/Refusal" }),
} as const

/** Returns the parameters of a query with one of these schemas; if several describe a parameter, the first one wins. */
const listQueryParameters = (payloads: ReadonlyArray<unknown>): ReadonlyArray<Json> => {
  const parameters = new Map<string, Json>()
  for (const payload of payloads) {
    const { properties = {}, required = [] } = isJson(payload) ? payload : {}
    for (const [name, schema] of Object.entries(isJson(properties) ? properties : {}))
      if (!parameters.has(name))
        parameters.set(name, { name, in: "query", required: Array.isArray(required) && required.includes(name), schema })
  }
  return [...parameters.values()]
}

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
