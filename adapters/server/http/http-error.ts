// HTTP errors that handlers throw: a status, and JSON with a message.

import type { Finding, Violation } from "../../../domain/findings/finding.ts"

type Body = {
  readonly message: string
  readonly violations?: ReadonlyArray<Violation>
  readonly errors?: Readonly<Record<string, ReadonlyArray<string>>>
  readonly findings?: ReadonlyArray<Finding>
  readonly [other: string]: unknown
}

/** How many problems of each kind a response lists: those of a hostile body can take a hundred times its length. */
export const maxListedProblems = 1000

/** Thrown by handlers; error-responses.ts sends the response, with the first of many problems. */
export class HttpError extends Error {
  readonly status: number
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, body: Body, headers: Readonly<Record<string, string>> = {}) {
    super(body.message)
    this.status = status
    const { violations, findings } = body
    this.body = {
      ...body,
      ...(violations !== undefined && { violations: violations.slice(0, maxListedProblems) }),
      ...(findings !== undefined && { findings: findings.slice(0, maxListedProblems) }),
    }
    this.headers = headers
  }
}

export const badRequest = (message: string) => new HttpError(400, { message })
export const unauthorized = () => new HttpError(401, { message: "Sign in first." })
export const forbidden = (message = "This is not allowed.") => new HttpError(403, { message })
/** The same response for what does not exist, what belongs to another community, and malformed ids. */
export const notFound = () => new HttpError(404, { message: "Not found." })
export const validationFailed = (...violations: ReadonlyArray<Violation>) =>
  new HttpError(422, { message: "The input is invalid.", violations })
/** `errors`: lists of catalog keys by field. */
export const validationFailedByField = (errors: Readonly<Record<string, ReadonlyArray<string>>>) =>
  new HttpError(422, { message: "The input is invalid.", errors })
export const tooManyRequests = (seconds: number) =>
  new HttpError(429, { message: `Too many attempts; try again in ${seconds} seconds.` }, { "retry-after": String(seconds) })
export const serviceUnavailable = (message = "The database cannot be reached; try again in a moment.") =>
  new HttpError(503, { message }, { "retry-after": "5" })
/** Messages by the disk's state. */
export const diskMessages = {
  full: "The disk is full: nothing can be saved until there is room.",
  "read-only": "The disk cannot be written to: nothing can be saved until it can.",
} as const
