// Builds endpoint handlers from the contract: authorizes the caller, decodes the request, and encodes the response.

import type { Readable } from "node:stream"
import * as Schema from "effect/Schema"
import type { FastifyReply, FastifyRequest } from "fastify"
import { getRightsLevel, hasRight, type Right } from "../../../domain/accounts/rights.ts"
import type { User } from "../../../domain/accounts/user.ts"
import { type Community, isSlug } from "../../../domain/communities/community.ts"
import type { Finding } from "../../../domain/findings/finding.ts"
import { decodeUntrusted } from "../../../domain/schema/schema-decoder.ts"
import { isUuid } from "../../../domain/text/text-input.ts"
import type { Endpoint, PathParams } from "../../contract/endpoint.ts"
import { findSession, type Session } from "../accounts/sessions.ts"
import type { ServerContext } from "../server-context.ts"
import { forbidden, notFound, unauthorized, validationFailed } from "./http-error.ts"

/**
 * Whether a request comes from the console's own pages, which is required of every request that changes something. A
 * program that sends neither header, such as curl, carries no browser's cookies and may pass.
 */
export const isSameOriginRequest = ({ headers }: Pick<FastifyRequest, "headers">, publicOrigin: string | null): boolean => {
  const { origin, host, "sec-fetch-site": site } = headers
  if (site !== undefined && site !== "same-origin" && site !== "none") return false
  if (origin === undefined) return true
  return origin === publicOrigin || (URL.canParse(origin) && host !== undefined && new URL(origin).host === host)
}

/** A response that is not JSON, or JSON that is serialized already. */
export class RawResponse {
  readonly type: string
  readonly body: string | Buffer | Readable
  readonly headers: Readonly<Record<string, string>>
  constructor(type: string, body: string | Buffer | Readable, headers: Readonly<Record<string, string>> = {}) {
    this.type = type
    this.body = body
    this.headers = headers
  }
}

/** An endpoint that can be routed and described. `handle` returns what is sent: a JSON value or a `RawResponse`. */
export type EndpointHandler = {
  readonly endpoint: DescribedEndpoint
  /** A second contract on the same method and path, which `handle` handles too. */
  readonly alternative?: DescribedEndpoint
  /** Maximum bytes of the body, if other than the default. */
  readonly bodyLimit?: number
  /** Counts the bytes of what is stored that it works on. A large request is one of which these or the body are many. */
  readonly countStoredBytes?: CountStoredBytes
  /** Whether it reads much of what is stored: each user makes a few of these calls at a time (`longReadLimits`). */
  readonly isLongRead?: boolean
  /** Whether anyone may call it, without a session. */
  readonly isPublic?: boolean
  /** Marks a GET that changes something: like other methods it is rejected from other origins. */
  readonly changes?: boolean
  /** Takes an `Idempotency-Key`, as every PUT does; `by itself`: the handler implements it. */
  readonly creates?: boolean | "by itself"
  /**
   * Rejects unless the caller is authorized; returns the user if the caller is one. `handle` includes this check; it is separate for replays of an earlier
   * response, and because a body is read only of an authorized caller.
   */
  readonly authorize: (context: ServerContext, request: FastifyRequest) => Promise<{ readonly user?: User }>
  readonly handle: (context: ServerContext, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

type ParsedRequest<Path extends string, Payload, Query> = {
  readonly params: PathParams<Path>
  readonly payload: Payload
  readonly query: Query
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
type CountStoredBytes = (context: ServerContext, params: Readonly<Record<string, string>>) => Promise<number>

type EndpointOptions = Pick<EndpointHandler, "bodyLimit" | "changes" | "creates" | "countStoredBytes" | "isLongRead">

/** Builds a handler. `authorizeCaller` authorizes the caller, or rejects; what it returns about the caller is passed to `handle`. */
const buildHandler = <Path extends string, Payload, ResponseBody, Query, Caller extends { readonly user?: User }>(
  endpoint: Endpoint<Path, Payload, ResponseBody, Query>,
  options: EndpointOptions,
  authorizeCaller: (context: ServerContext, request: FastifyRequest) => Promise<Caller>,
  handle: (context: ServerContext, parsed: ParsedRequest<Path, Payload, Query> & Caller) => Promise<ResponseBody | RawResponse>,
): EndpointHandler => {
  const authorize = async (context: ServerContext, request: FastifyRequest): Promise<Caller> => {
    requireSameOrigin(context, endpoint, options, request)
    return authorizeCaller(context, request)
  }
  return {
    endpoint,
    creates: endpoint.method === "put",
    ...options,
    authorize,
    handle: async (context, request, reply) => {
      const caller = await authorize(context, request)
      return encodeResponse(endpoint, await handle(context, { ...parseRequest(endpoint, request, reply), ...caller }))
    },
  }
}

/** An endpoint without authorization. */
export const publicEndpoint = <Path extends string, Payload, ResponseBody, Query>(
  to: Endpoint<Path, Payload, ResponseBody, Query>,
  handle: (context: ServerContext, parsed: ParsedRequest<Path, Payload, Query>) => Promise<ResponseBody | RawResponse>,
  options: EndpointOptions = {},
): EndpointHandler => ({ ...buildHandler(to, options, async () => ({}), handle), isPublic: true })

/** An endpoint for signed-in users; with `right`, for those who have it on the whole platform. */
export const userEndpoint = <Path extends string, Payload, ResponseBody, Query>(
  to: Endpoint<Path, Payload, ResponseBody, Query>,
  right: Right | null,
  handle: (
    context: ServerContext,
    parsed: ParsedRequest<Path, Payload, Query> & { readonly user: User; readonly session: Session },
  ) => Promise<ResponseBody | RawResponse>,
  options: EndpointOptions = {},
): EndpointHandler => {
  const authorizeCaller = async (context: ServerContext, request: FastifyRequest) => {
    const session = await requireSession(context, request)
    const { user } = session
    if (right !== null && !hasRight(user, right, null)) throw forbidden()
    requireUuidParams(request)
    return { user, session }
  }
  return buildHandler(to, options, authorizeCaller, handle)
}

type CommunityRequest<Path extends string, Payload, Query> = ParsedRequest<Path, Payload, Query> & {
  readonly user: User
  readonly community: Community
}

/** Finds the community of a request; throws a 404. */
type FindCommunity = (context: ServerContext, user: User, request: FastifyRequest) => Promise<Community>

/**
 * An endpoint about one community. A caller without any right there gets a 404, as if the community did not exist [U6].
 * The handler's queries must filter by `community.uuid`.
 */
const createCommunityEndpoint =
  <PathPattern extends string>(findCommunity: FindCommunity) =>
  <Path extends PathPattern, Payload, ResponseBody, Query>(
    to: Endpoint<Path, Payload, ResponseBody, Query>,
    right: Right,
    handle: (context: ServerContext, parsed: CommunityRequest<Path, Payload, Query>) => Promise<ResponseBody | RawResponse>,
    options: EndpointOptions = {},
  ): EndpointHandler => {
    const authorizeCaller = async (context: ServerContext, request: FastifyRequest) => {
      const { user } = await requireSession(context, request)
      const community = await findCommunity(context, user, request)
      if (getRightsLevel(user, community.slug) === null) throw notFound()
      if (!hasRight(user, right, community.slug)) throw forbidden()
      requireUuidParams(request)
      return { user, community }
    }
    return buildHandler(to, options, authorizeCaller, handle)
  }

/** An endpoint whose path has the community's slug. */
export const communityEndpoint = createCommunityEndpoint<`${string}{community}${string}`>(async (context, user, request) => {
  const slug = getParams(request)["community"] ?? ""
  if (getRightsLevel(user, slug) === null) throw notFound()
  return findCommunityBySlug(context, user, slug)
})

/** An endpoint whose path has the community's uuid as `{id}`. */
export const communityByIdEndpoint = createCommunityEndpoint<`${string}{id}${string}`>(async (context, user, request) => {
  requireUuidParams(request)
  return findCommunityById(context, user, getParams(request)["id"] ?? "")
})

/** An endpoint whose path has the uuid of a script or connection of the community as `{id}`. */
const ownedByIdEndpoint = (table: "scripts" | "connections") =>
  createCommunityEndpoint<`${string}{id}${string}`>(async ({ database: { db } }, _user, request) => {
    requireUuidParams(request)
    const communityId = db
      .selectFrom(table)
      .select("community_id")
      .where("id", "=", getParams(request)["id"] ?? "")
    const found = await db.selectFrom("communities").select(["id as uuid", "name", "slug"]).where("id", "=", communityId).executeTakeFirst()
    if (found === undefined) throw notFound()
    return found
  })

export const scriptByIdEndpoint = ownedByIdEndpoint("scripts")
export const connectionByIdEndpoint = ownedByIdEndpoint("connections")

/** Encodes a response by its contract. */
const encodeResponse = <ResponseBody>({ response }: Endpoint<string, unknown, ResponseBody>, value: ResponseBody | RawResponse): unknown =>
  value instanceof RawResponse ? value : Schema.encodeSync(response)(value)

/** Returns the session of a request; throws a 401. */
export const requireSession = async (
  context: Pick<ServerContext, "database" | "cookies" | "now">,
  request: FastifyRequest,
): Promise<Session> => {
  const id = context.cookies.read(request, "session")
  const session = id === undefined ? undefined : await findSession(context.database, id, context.now())
  if (session === undefined || !session.twoFactorComplete) throw unauthorized()
  return session
}

const requireSameOrigin = (
  { publicOrigin }: ServerContext,
  { method }: DescribedEndpoint,
  { changes = method !== "get" }: EndpointOptions,
  request: FastifyRequest,
) => {
  if (changes && !isSameOriginRequest(request, publicOrigin)) throw forbidden("This request comes from another site.")
}

const requireUuidParams = (request: FastifyRequest): void => {
  const { id, userId, script, person } = getParams(request)
  for (const param of [id, userId, script, person]) if (param !== undefined && !isUuid(param)) throw notFound()
}

/** A member's communities are part of the session; for platform administrators they are looked up. */
const findCommunityBySlug = async ({ database }: ServerContext, user: User, slug: string): Promise<Community> => {
  const membership = user.communityEntries.find(({ community }) => community.slug === slug)
  if (membership) return membership.community
  if (!isSlug(slug)) throw notFound()
  const found = await database.db
    .selectFrom("communities")
    .select(["id as uuid", "name", "slug"])
    .where("slug", "=", slug)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return found
}

const findCommunityById = async ({ database }: ServerContext, user: User, id: string): Promise<Community> => {
  const membership = user.communityEntries.find(({ community }) => community.uuid === id.toLowerCase())
  if (membership) return membership.community
  const found = await database.db.selectFrom("communities").select(["id as uuid", "name", "slug"]).where("id", "=", id).executeTakeFirst()
  if (found === undefined) throw notFound()
  return found
}

const getParams = ({ params }: FastifyRequest): Readonly<Record<string, string | undefined>> => pickStrings(params)
const getQuery = ({ query }: FastifyRequest): object => (typeof query === "object" && query !== null ? { ...query } : {})

/** Returns the parameters of a matched path. */
export const pickStrings = (values: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string"))

const parseRequest = <Path extends string, Payload, Query>(
  to: Endpoint<Path, Payload, unknown, Query>,
  request: FastifyRequest,
  reply: FastifyReply,
): ParsedRequest<Path, Payload, Query> => {
  const rawQuery = getQuery(request)
  const payload = decodeUntrusted(to.payload, to.method === "get" ? rawQuery : (request.body ?? {}), maxReportedViolations)
  const query = decodeUntrusted(to.query, rawQuery, maxReportedViolations)
  if (payload.findings !== undefined || query.findings !== undefined)
    throw buildShapeError([...(query.findings ?? []), ...(payload.findings ?? [])])
  // The router has matched the path, so all its parameters are present.
  return { params: pickStrings(request.params) as PathParams<Path>, payload: payload.value, query: query.value, request, reply }
}

/** Violations in the response to a malformed request; a client corrects the first ones and sends it again. */
const maxReportedViolations = 50

const buildShapeError = (findings: ReadonlyArray<Finding>) =>
  validationFailed(
    ...findings
      .slice(0, maxReportedViolations)
      .map(({ pointer, message }) => ({ field: pointer.slice(1), message: message.slice(0, 500) })),
  )

export type DescribedEndpoint = Pick<Endpoint<string, unknown, unknown>, "method" | "path" | "requestMediaType" | "responseMediaType"> & {
  readonly payload: Schema.Top
  readonly query: Schema.Top
  readonly response: Schema.Top
}
