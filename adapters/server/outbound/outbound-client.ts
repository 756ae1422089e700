// The only client for URLs that users type: names are resolved once, checked and pinned; redirects, time and size are
// limited.

import { lookup } from "node:dns/promises"
import { request as plainRequest, validateHeaderName, validateHeaderValue } from "node:http"
import { request as secureRequest } from "node:https"
import { isIP } from "node:net"
import ipaddr from "ipaddr.js"
import type { MessageValues } from "../../../domain/catalog/catalog.ts"
import {
  createOutboundFailure,
  createOutboundFailureFromCode,
  type OutboundFailure,
  type OutboundFailureKey,
} from "../../../domain/connections/outbound-failure.ts"

/** Whether an IP address is on the public Internet: neither this server's own nor one of its network. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  // An IPv4 address mapped to IPv6 leads to the same host.
  const address = ipaddr.process(text)
  if (cloudMetadataAddresses.has(address.toString())) return false
  // Only 2000::/3 of IPv6 is allocated; the rest includes old notations of IPv4 addresses (::127.0.0.1).
  return address.range() === "unicast" && (address.kind() === "ipv4" || address.match(allocatedIpv6))
}

/** Addresses in a public range at which a cloud serves metadata to its machines. */
const cloudMetadataAddresses: ReadonlySet<string> = new Set(["168.63.129.16"])

const allocatedIpv6 = ipaddr.parseCIDR("2000::/3")

export type OutboundRequest = {
  readonly method: "GET" | "POST"
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Maximum bytes of the response to read, if only its status matters: what follows, or fails to arrive, is ignored. */
  readonly wants?: number
}
export type OutboundResponse = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** There was no response; `reason` explains it to a person. */
export class OutboundError extends Error {
  readonly reason: OutboundFailure
  constructor(reason: OutboundFailure) {
    super(reason.message)
    this.reason = reason
  }
}

const failure = <K extends OutboundFailureKey>(key: K, ...values: MessageValues<K>): OutboundError =>
  new OutboundError(createOutboundFailure(key, ...values))

/** Sends a request and returns the response, whatever its status; rejects with an `OutboundError` if there is none. */
export type SendOutbound = (request: OutboundRequest) => Promise<OutboundResponse>

/** Resolves a host name to its addresses; rejects if it has none. */
type Resolve = (host: string) => Promise<ReadonlyArray<{ readonly address: string; readonly family: number }>>

type Limits = {
  readonly isPrivateAllowed: boolean
  readonly milliseconds?: number
  readonly bytes?: number
  /** Replaces this machine's resolver. */
  readonly resolve?: Resolve
}

const resolveWithSystem: Resolve = (host) => lookup(host, { all: true })

const megabyte = 1024 * 1024

/** Maximum duration of a request in all, and maximum bytes of its response. */
const defaultLimits = { milliseconds: 10_000, bytes: megabyte } as const

export const createOutboundClient =
  ({
    isPrivateAllowed,
    milliseconds = defaultLimits.milliseconds,
    bytes = defaultLimits.bytes,
    resolve = resolveWithSystem,
  }: Limits): SendOutbound =>
  async (request) => {
    const url = parseRequestUrl(request.url)
    const timeoutSignal = AbortSignal.timeout(milliseconds)
    const timeoutError = failure("unanswered.time", { seconds: milliseconds / 1000 })
    validateHeaders(request.headers ?? {})
    const partial: PartialResponse = {}
    const sendPinned = async () => {
      const pinned = await resolveAndPin(url, { isPrivateAllowed, resolve })
      // Node throws synchronously for conflicting headers.
      return send(request, url, pinned, { timeoutSignal, timeoutError, bytes, partial }).catch((error: unknown) => {
        throw error instanceof OutboundError ? error : toOutboundError(url, error instanceof Error ? error : new Error(String(error)))
      })
    }
    // The time limit holds whatever the other side does.
    return Promise.race([sendPinned(), rejectOnAbort(timeoutSignal, timeoutError)]).catch((error: unknown) => {
      if (request.wants === undefined || partial.read === undefined) throw error
      return partial.read()
    })
  }

/** The response received so far; unset before its status. */
type PartialResponse = { read?: () => OutboundResponse }

/** Headers come from users and from tokens of other servers. The error does not repeat them, because they may be secret. */
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

const parseRequestUrl = (text: string): URL => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw failure("unanswered.address")
  if (url.username !== "" || url.password !== "") throw failure("unanswered.credentials")
  return url
}

type Pinned = { readonly address: string; readonly family: 4 | 6 }

/** Resolves a host once. If any of its addresses is private, none is used: a name can resolve to both kinds. */
const resolveAndPin = async (
  { hostname }: URL,
  { isPrivateAllowed, resolve }: { readonly isPrivateAllowed: boolean; readonly resolve: Resolve },
): Promise<Pinned> => {
  const host = hostname.replace(/^\[|\]$/g, "")
  const literal = isIP(host)
  const addresses = literal === 0 ? await resolveName(host, resolve) : [{ address: host, family: literal }]
  const [first] = addresses
  if (first === undefined) throw failure("unanswered.name", { host })
  if (!isPrivateAllowed && !addresses.every(({ address }) => isPublicAddress(address))) throw failure("unanswered.private", { host })
  return { address: first.address, family: first.family === 6 ? 6 : 4 }
}

const resolveName = async (host: string, resolve: Resolve) => {
  try {
    return await resolve(host)
  } catch {
    throw failure("unanswered.name", { host })
  }
}

const rejectOnAbort = (signal: AbortSignal, error: Error): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(error), { once: true }))

type SendLimits = {
  readonly timeoutSignal: AbortSignal
  readonly timeoutError: OutboundError
  readonly bytes: number
  readonly partial: PartialResponse
}

const send = (
  { method, headers = {}, body, wants }: OutboundRequest,
  url: URL,
  { address, family }: Pinned,
  { timeoutSignal, timeoutError, bytes, partial }: SendLimits,
) =>
  new Promise<OutboundResponse>((resolve, reject) => {
    const start = url.protocol === "https:" ? secureRequest : plainRequest
    const request = start(url, {
      method,
      headers: { "user-agent": "conversation-admin", ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
      // The pinned address, whatever the name would resolve to now.
      lookup: (_host, options, callback) => (options.all ? callback(null, [{ address, family }]) : callback(null, address, family)),
      signal: timeoutSignal,
      agent: false,
    })
    const abort = (error: OutboundError) => {
      reject(error)
      request.destroy()
    }
    const onError = (error: Error) => reject(timeoutSignal.aborted ? timeoutError : toOutboundError(url, error))
    request.on("error", onError)
    // Upgrades are never requested; without a listener, the promise would never settle.
    request.on("upgrade", (_response, socket) => {
      socket.destroy()
      reject(failure("unanswered.protocol", { host: url.host }))
    })
    request.on("response", (response) => {
      const parts: Array<Buffer> = []
      let size = 0
      const readPartial = (): OutboundResponse => ({
        status: response.statusCode ?? 0,
        headers: flattenHeaders(response.headers),
        // A character cut off by the limit is dropped.
        body: new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(parts), { stream: wants !== undefined }),
      })
      partial.read = readPartial
      response.on("data", (part: Buffer) => {
        size += part.length
        if (wants !== undefined && size > wants) {
          parts.push(part.subarray(0, part.length - (size - wants)))
          resolve(readPartial())
          request.destroy()
        } else if (size > bytes) abort(failure("unanswered.size", { megabytes: bytes / megabyte }))
        else parts.push(part)
      })
      response.on("error", onError)
      response.on("end", () => resolve(readPartial()))
    })
    request.end(body)
  })

const flattenHeaders = (headers: NodeJS.Dict<string | Array<string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]))

const toOutboundError = ({ host }: URL, error: Error): OutboundError =>
  new OutboundError(createOutboundFailureFromCode(host, "code" in error ? String(error.code) : error.name, error.message))
