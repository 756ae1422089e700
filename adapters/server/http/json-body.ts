// Parses JSON bodies, rejecting malformed or too deeply nested ones before anything walks them.
import type { FastifyInstance } from "fastify"
import { badRequest, HttpError } from "./http-error.ts"

/** Maximum nesting; the deepest body of the API has about twelve levels. */
const maxDepth = 200

export const registerJsonBodyParser = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, bytes, done) => {
    try {
      done(null, parseBody(decodeUtf8(bytes)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

const decodeUtf8 = (bytes: Buffer | string): string => {
  try {
    return typeof bytes === "string" ? bytes : utf8.decode(bytes)
  } catch {
    throw badRequest("The body is not UTF-8.")
  }
}

const parseBody = (text: string): unknown => {
  if (text.trim() === "") return undefined
  if (measureDepth(text) > maxDepth) throw badRequest(`The body nests deeper than ${maxDepth} levels.`)
  const value = parseJson(text)
  // A lone surrogate has no UTF-8 encoding and would be stored as another character. Only an escape can produce one.
  if (/\\ud[89a-f]/i.test(text) && !isWellFormed(value)) throw new HttpError(422, { message: "A text has characters that cannot be kept." })
  return value
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest("The body is not JSON.")
  }
}

const isWellFormedText = (text: string): boolean => !/\p{Surrogate}/u.test(text)

const isWellFormed = (value: unknown): boolean => {
  if (typeof value === "string") return isWellFormedText(value)
  if (typeof value !== "object" || value === null) return true
  return Object.entries(value).every(([key, part]) => isWellFormedText(key) && isWellFormed(part))
}

const measureDepth = (text: string): number => {
  let depth = 0
  let maxDepthSeen = 0
  let isInString = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (isInString) {
      if (code === 92) i++
      else if (code === 34) isInString = false
    } else if (code === 34) isInString = true
    else if (code === 123 || code === 91) maxDepthSeen = Math.max(maxDepthSeen, ++depth)
    else if (code === 125 || code === 93) depth--
  }
  return maxDepthSeen
}
