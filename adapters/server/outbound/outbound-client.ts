// The one client for calls to addresses that people have typed. Names are resolved once, what they resolve to is checked and pinned, no
// redirect is followed, time and size have limits (decisions "Outbound calls", reliability).

import { lookup } from "node:dns/promises"
import { request as plainRequest, validateHeaderName, validateHeaderValue } from "node:http"
import { request as secureRequest } from "node:https"
import { isIP } from "node:net"
import ipaddr from "ipaddr.js"
import type { MessageValues } from "../../../domain/catalog/catalog.ts"
import {
  type OutboundFailure,
  type OutboundFailureKey,
  outboundFailure,
  outboundFailureOfCode,
} from "../../../domain/connections/outbound-failure.ts"

// Which addresses are out in the open: not the server's own, not its network's (reliability, "the safe client").

/** Whether an IP address is one that anybody on the Internet could be sent to. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  // An IPv4 address in an IPv6 one leads to the same place.
  const address = ipaddr.process(text)
  if (cloudMetadataAddresses.has(address.toString())) return false
  // Of IPv6 only 2000::/3 is given out; in what is not, old ways to write an IPv4 address are (::127.0.0.1).
  return address.range() === "unicast" && (address.kind() === "ipv4" || address.match(allocatedIpv6))
}

/** Public by their numbers alone: inside a cloud they are its own, which tells machines about themselves. */
const cloudMetadataAddresses: ReadonlySet<string> = new Set(["168.63.129.16"])

const allocatedIpv6 = ipaddr.parseCIDR("2000::/3")

export type OutboundRequest = {
  readonly method: "GET" | "POST"
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Bytes of its answer that are wanted, where the status is what counts: what comes after them, or does not come, makes no difference. */
  readonly wants?: number
}
export type OutboundResponse = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** There was no answer; `why` says it to a person. */
export class OutboundError extends Error {
  readonly reason: OutboundFailure
  constructor(why: OutboundFailure) {
    super(why.message)
    this.reason = why
  }
}

const failure = <K extends OutboundFailureKey>(key: K, ...values: MessageValues<K>): OutboundError =>
  new OutboundError(outboundFailure(key, ...values))

/** Asks, and gives the answer whatever its status; rejects with an `OutboundError` where there is none. */
export type SendOutbound = (request: OutboundRequest) => Promise<OutboundResponse>

/** The addresses that a name stands for now; rejects where it stands for none. */
type Resolve = (host: string) => Promise<ReadonlyArray<{ readonly address: string; readonly family: number }>>

type Limits = {
  readonly isPrivateAllowed: boolean
  readonly milliseconds?: number
  readonly bytes?: number
  /** Where names are looked up, if not where this machine does. */
  readonly resolve?: Resolve
}

const byThisMachine: Resolve = (host) => lookup(host, { all: true })

const megabyte = 1024 * 1024

/** Milliseconds that a call takes at most, all in all, and bytes that its answer has at most. */
const defaultLimits = { milliseconds: 10_000, bytes: megabyte } as const

export const createOutboundClient =
  ({
    isPrivateAllowed,
    milliseconds = defaultLimits.milliseconds,
    bytes = defaultLimits.bytes,
    resolve = byThisMachine,
  }: Limits): SendOutbound =>
  async (request) => {
    const url = addressOf(request.url)
    const time = AbortSignal.timeout(milliseconds)
    const late = failure("unanswered.time", { seconds: milliseconds / 1000 })
    validateHeaders(request.headers ?? {})
    const come: PartialResponse = {}
    const answered = async () => {
      const to = await resolveAndPin(url, { isPrivateAllowed, resolve })
      // Node throws at once where headers do not go together.
      return send(request, url, to, { time, late, bytes, come }).catch((error: unknown) => {
        throw error instanceof OutboundError ? error : toOutboundError(url, error instanceof Error ? error : new Error(String(error)))
      })
    }
    // Whatever the other side does: the time is over when it is over.
    return Promise.race([answered(), rejecting(time, late)]).catch((error: unknown) => {
      if (request.wants === undefined || come.sofar === undefined) throw error
      return come.sofar()
    })
  }

/** What of an answer has come: nothing before its status. */
type PartialResponse = { sofar?: () => OutboundResponse }

/** People type headers, and owners of connections give tokens that become one. What of it is wrong is not repeated: it may be a secret. */
const validateHeaders = (headers: Readonly<Record<string, string>>): void => {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    }
  } catch {
    throw failure("unanswered.header")
  }
}

const addressOf = (text: string): URL => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw failure("unanswered.address")
  if (url.username !== "" || url.password !== "") throw failure("unanswered.credentials")
  return url
}

type Pinned = { readonly address: string; readonly family: 4 | 6 }

/** What a host's name resolves to, once. Where any of it is private none of it is called: a name can lead to both. */
const resolveAndPin = async (
  { hostname }: URL,
  { isPrivateAllowed, resolve }: { readonly isPrivateAllowed: boolean; readonly resolve: Resolve },
): Promise<Pinned> => {
  const host = hostname.replace(/^\[|\]$/g, "")
  const literal = isIP(host)
  const found = literal === 0 ? await resolveName(host, resolve) : [{ address: host, family: literal }]
  const [first] = found
  if (first === undefined) throw failure("unanswered.name", { host })
  if (!isPrivateAllowed && !found.every(({ address }) => isPublicAddress(address))) throw failure("unanswered.private", { host })
  return { address: first.address, family: first.family === 6 ? 6 : 4 }
}

const resolveName = async (host: string, resolve: Resolve) => {
  try {
    return await resolve(host)
  } catch {
    throw failure("unanswered.name", { host })
  }
}

const rejecting = (signal: AbortSignal, error: Error): Promise<never> =>
  new Promise((_, fail) => signal.addEventListener("abort", () => fail(error), { once: true }))

type Bounds = { readonly time: AbortSignal; readonly late: OutboundError; readonly bytes: number; readonly come: PartialResponse }

const send = (
  { method, headers = {}, body, wants }: OutboundRequest,
  url: URL,
  { address, family }: Pinned,
  { time, late, bytes, come }: Bounds,
) =>
  new Promise<OutboundResponse>((done, fail) => {
    const start = url.protocol === "https:" ? secureRequest : plainRequest
    const request = start(url, {
      method,
      headers: { "user-agent": "conversation-admin", ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
      // Whatever the name would resolve to now, this is where it goes.
      lookup: (_host, options, give) => (options.all ? give(null, [{ address, family }]) : give(null, address, family)),
      signal: time,
      agent: false,
    })
    const refuse = (error: OutboundError) => {
      fail(error)
      request.destroy()
    }
    const broken = (error: Error) => fail(time.aborted ? late : toOutboundError(url, error))
    request.on("error", broken)
    // Nobody asked for another protocol, and without a listener nothing would be heard of it.
    request.on("upgrade", (_response, socket) => {
      socket.destroy()
      fail(failure("unanswered.protocol", { host: url.host }))
    })
    request.on("response", (response) => {
      const parts: Array<Buffer> = []
      let size = 0
      const sofar = (): OutboundResponse => ({
        status: response.statusCode ?? 0,
        headers: textsOf(response.headers),
        // Of a character that was cut off nothing is left.
        body: new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(parts), { stream: wants !== undefined }),
      })
      come.sofar = sofar
      response.on("data", (part: Buffer) => {
        size += part.length
        if (wants !== undefined && size > wants) {
          parts.push(part.subarray(0, part.length - (size - wants)))
          done(sofar())
          request.destroy()
        } else if (size > bytes) refuse(failure("unanswered.size", { megabytes: bytes / megabyte }))
        else parts.push(part)
      })
      response.on("error", broken)
      response.on("end", () => done(sofar()))
    })
    request.end(body)
  })

const textsOf = (headers: NodeJS.Dict<string | Array<string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]))

const toOutboundError = ({ host }: URL, error: Error): OutboundError =>
  new OutboundError(outboundFailureOfCode(host, "code" in error ? String(error.code) : error.name, error.message))
