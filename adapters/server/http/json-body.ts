// Reads and parses JSON bodies. Malformed, too deeply nested or too long ones are rejected while they arrive, before anything walks them.
import type { Readable } from "node:stream"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { maxOrdinaryBytes, maxRequestValues } from "../../../domain/conversations/conversation-limits.ts"
import { maxJsonDepth } from "../../../domain/schema/json-parser.ts"
import { badRequest, HttpError } from "./http-error.ts"
import { createJsonScanner, type JsonScan } from "./json-scan.ts"
import { createTurns } from "./turns.ts"

/**
 * Each turn of the event loop parses and decodes at most one body above this size: a hostile body takes some milliseconds, and many can
 * arrive together.
 */
const maxSmallBytes = 8 * 1024

/** How many bodies that break off are handled in one turn of the event loop: hundreds of connections can be lost together. */
export const maxBrokenPerTurn = 16

/** How many bytes of a body one turn of the event loop reads, which takes about a millisecond; the system may have received megabytes. */
const scannedPerTurn = 128 * 1024

declare module "fastify" {
  interface FastifyContextConfig {
    /** Maximum number of values in the JSON body. */
    maxValues?: number
    /** Whether a large body is left to the thread for large requests. */
    leavesLargeBodies?: boolean
  }
}

/** Maximum nesting: a body holds a script, which may nest as deeply as in a file, as one of its fields. */
const maxBodyDepth = maxJsonDepth + 1

/** The bytes of a large body, measured but not parsed. */
export class UnparsedBody {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

export const registerJsonBodyParser = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  const waitForTurn = createTurns(1)
  app.addContentTypeParser("application/json", async (request: FastifyRequest, payload: Readable) => {
    const { config, bodyLimit } = request.routeOptions
    const { bytes, scan } = await readBody(payload, {
      declaredBytes: Number(request.headers["content-length"] ?? Number.NaN),
      maxBytes: bodyLimit,
      maxValues: config.maxValues ?? maxRequestValues.anonymous,
    })
    if (config.leavesLargeBodies === true && bytes.length > maxOrdinaryBytes) return new UnparsedBody(bytes)
    if (bytes.length > maxSmallBytes) await new Promise<void>(waitForTurn)
    return parseBody(decodeUtf8(bytes), scan)
  })
}

type BodyLimits = { readonly declaredBytes: number; readonly maxBytes: number; readonly maxValues: number }

const waitForBroken = createTurns(maxBrokenPerTurn)

const tooLarge = () => new HttpError(413, { message: "The body is larger than the server accepts." })

/**
 * Reads a body. One that breaks a limit is read to its end without being stored, so that its sender reads the response; one with too many bytes
 * is not read further.
 */
const readBody = (payload: Readable, limits: BodyLimits): Promise<{ readonly bytes: Buffer; readonly scan: JsonScan }> =>
  new Promise((resolve, reject) => {
    if (limits.declaredBytes > limits.maxBytes) return reject(tooLarge())
    const scanBytes = createJsonScanner()
    let scan = scanBytes(new Uint8Array())
    const stored = storeBytes(limits.declaredBytes)
    let length = 0
    let bytesOfTurn = 0
    let problem: HttpError | null = null
    const readChunk = (chunk: Buffer) => {
      length += chunk.length
      if (length > limits.maxBytes) end(tooLarge())
      else if (problem === null) {
        scan = scanBytes(chunk)
        problem = findProblem(scan, limits)
        if (problem === null) stored.add(chunk)
        else stored.drop()
      }
      bytesOfTurn += chunk.length
      if (bytesOfTurn < scannedPerTurn) return
      bytesOfTurn = 0
      payload.pause()
      setImmediate(() => payload.resume())
    }
    const end = (error?: Error) => {
      payload.off("data", readChunk).off("end", end).off("error", breakOff)
      const failure = error ?? problem
      if (failure === null) resolve({ bytes: stored.read(), scan })
      else reject(failure)
    }
    const breakOff = (error: Error) => waitForBroken(() => end(error))
    payload.on("data", readChunk).on("end", end).on("error", breakOff)
  })

type StoredBytes = { readonly add: (chunk: Buffer) => void; readonly drop: () => void; readonly read: () => Buffer }

/** Stores the bytes of a body. A large one of a declared length gets its memory at once: collecting its chunks would take twice as much, and time to free. */
const storeBytes = (declaredBytes: number): StoredBytes => {
  let whole = declaredBytes > maxOrdinaryBytes ? Buffer.allocUnsafeSlow(declaredBytes) : null
  let chunks: Array<Buffer> = []
  let length = 0
  return {
    add: (chunk) => {
      if (whole === null) chunks.push(chunk)
      else length += chunk.copy(whole, length)
    },
    drop: () => {
      whole = null
      chunks = []
    },
    read: () => (whole === null ? Buffer.concat(chunks) : length === whole.length ? whole : whole.subarray(0, length)),
  }
}

const findProblem = ({ depth, valueCount }: JsonScan, { maxValues }: BodyLimits): HttpError | null => {
  if (depth > maxBodyDepth) return badRequest(`The body nests deeper than ${maxBodyDepth} levels.`)
  return valueCount > maxValues ? badRequest(`The body holds more than ${maxValues} values.`) : null
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

const decodeUtf8 = (bytes: Buffer): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest("The body is not UTF-8.")
  }
}

const parseBody = (text: string, { hasLoneSurrogate }: JsonScan): unknown => {
  if (text.trim() === "") return undefined
  const value = parseJson(text)
  // A lone surrogate has no UTF-8 encoding and would be stored as another character.
  if (hasLoneSurrogate) throw new HttpError(422, { message: "A text has characters that cannot be stored." })
  return value
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest("The body is not JSON.")
  }
}
