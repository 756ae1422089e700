// Parses JSON bodies, rejecting malformed, too deeply nested or too long ones before anything walks them.
import type { FastifyInstance } from "fastify"
import { maxRequestValues } from "../../../domain/conversations/conversation-limits.ts"
import { badRequest, HttpError } from "./http-error.ts"

/** Maximum nesting; the deepest body of the API has about twelve levels. */
const maxDepth = 200

declare module "fastify" {
  interface FastifyContextConfig {
    /** Maximum number of values in the JSON body. */
    maxValues?: number
  }
}

export const registerJsonBodyParser = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
    try {
      done(null, parseBody(decodeUtf8(bytes), request.routeOptions.config.maxValues ?? maxRequestValues.anonymous))
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

const parseBody = (text: string, maxValues: number): unknown => {
  if (text.trim() === "") return undefined
  const { depth, valueCount, hasLoneSurrogate } = scanJson(text)
  if (depth > maxDepth) throw badRequest(`The body nests deeper than ${maxDepth} levels.`)
  if (valueCount > maxValues) throw badRequest(`The body holds more than ${maxValues} values.`)
  const value = parseJson(text)
  // A lone surrogate has no UTF-8 encoding and would be stored as another character.
  if (hasLoneSurrogate) throw new HttpError(422, { message: "A text has characters that cannot be kept." })
  return value
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest("The body is not JSON.")
  }
}

const [quote, comma, backslash, letterU] = [0x22, 0x2c, 0x5c, 0x75]
const openings: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closings: ReadonlySet<number> = new Set([0x5d, 0x7d])

type JsonScan = {
  readonly depth: number
  /** Roughly the number of values: one for each comma and each list or object. */
  readonly valueCount: number
  readonly hasLoneSurrogate: boolean
}

/** Measures a JSON text in one pass, without parsing it. */
const scanJson = (text: string): JsonScan => {
  let [depth, deepest, valueCount] = [0, 0, 0]
  let [isInString, hasLoneSurrogate] = [false, false]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) isInString = !isInString
    else if (isInString) {
      if (code !== backslash) continue
      i++
      if (text.charCodeAt(i) !== letterU) continue
      const length = measureUnicodeEscape(text, i - 1)
      hasLoneSurrogate ||= length === null
      i += (length ?? escapeLength) - 2
    } else if (code === comma) valueCount++
    else if (openings.has(code)) {
      valueCount++
      deepest = Math.max(deepest, ++depth)
    } else if (closings.has(code)) depth--
  }
  return { depth: deepest, valueCount, hasLoneSurrogate }
}

const escapeLength = 6

/** Returns the length of a `\uXXXX` escape at this index, both halves of a surrogate pair included; null for half of a pair. */
const measureUnicodeEscape = (text: string, index: number): number | null => {
  const unit = Number.parseInt(text.slice(index + 2, index + escapeLength), 16)
  if (isBetween(unit, 0xdc00, 0xdfff)) return null
  if (!isBetween(unit, 0xd800, 0xdbff)) return escapeLength
  const next = index + escapeLength
  const low = text.startsWith("\\u", next) ? Number.parseInt(text.slice(next + 2, next + escapeLength), 16) : Number.NaN
  return isBetween(low, 0xdc00, 0xdfff) ? 2 * escapeLength : null
}

const isBetween = (value: number, low: number, high: number): boolean => value >= low && value <= high
