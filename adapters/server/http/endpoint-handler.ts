// Builds endpoint handlers from the contract: authorizes the caller, decodes the request and encodes the response, so
// that a handler only sees valid input that its caller may use.

import type { Readable } from "node:stream"
import * as Schema from "effect/Schema"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { User } from "../../../domain/accounts/user.ts"
import type { Finding } from "../../../domain/check/finding.ts"
import { type Community, isSlug } from "../../../domain/communities/community.ts"
import { hasRight, type Right, rightsLevelOf } from "../../../domain/communities/rights.ts"
import { decodeUnknown } from "../../../domain/schema/schema-decoder.ts"
import { isUuid } from "../../../domain/uuid.ts"
import type { Endpoint, PathParams } from "../../contract/endpoint.ts"
import { findSession, type Session } from "../accounts/sessions.ts"
import type { ServerContext } from "../server-context.ts"
import { forbidden, notFound, unauthorized, validationFailed } from "./http-error.ts"
import type { DescribedEndpoint } from "./openapi.ts"

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

/** An endpoint that can be routed and described. `answer` returns what is sent: a JSON value or a `RawResponse`. */
export type EndpointHandler = {
  readonly to: DescribedEndpoint
  /** A second contract on the same method and path, which `answer` handles too. */
  readonly or?: DescribedEndpoint
  /** Maximum bytes of the body, if other than the default. */
  readonly bodyLimit?: number
  /** Marks a GET that changes something: like other methods it is rejected from other origins. */
  readonly changes?: boolean
  /** Takes an `Idempotency-Key`, as every PUT does; `by itself`: the handler implements it. */
  readonly creates?: boolean | "by itself"
  /**
   * Rejects unless the caller is authorized. `answer` includes this check; it is separate for replays of an earlier
   * response.
   */
  readonly authorize: (context: ServerContext, request: FastifyRequest) => Promise<unknown>
  readonly answer: (context: ServerContext, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

type ParsedRequest<Path extends string, Payload, Query> = {
  readonly params: PathParams<Path>
  readonly payload: Payload
  readonly query: Query
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
type EndpointOptions = Pick<EndpointHandler, "bodyLimit" | "changes" | "creates">

/** Builds a handler. `who` authorizes the caller, or rejects; what it returns about the caller is passed to `handle`. */
const buildHandler = <Path extends string, Payload, Answer, Query, Who extends object>(
  to: Endpoint<Path, Payload, Answer, Query>,
  traits: EndpointOptions,
  who: (context: ServerContext, request: FastifyRequest) => Promise<Who>,
  handle: (context: ServerContext, asked: ParsedRequest<Path, Payload, Query> & Who) => Promise<Answer | RawResponse>,
): EndpointHandler => {
  const admit = async (context: ServerContext, request: FastifyRequest): Promise<Who> => {
    requireSameOrigin(context, to, traits, request)
    return who(context, request)
  }
  return {
    to,
    creates: to.method === "put",
    ...traits,
    authorize: admit,
    answer: async (context, request, reply) => {
      const admitted = await admit(context, request)
      return encodeAnswer(to, await handle(context, { ...parseRequest(to, request, reply), ...admitted }))
    },
  }
}

/** An endpoint without authorization. */
export const publicEndpoint = <Path extends string, Payload, Answer, Query>(
  to: Endpoint<Path, Payload, Answer, Query>,
  handle: (context: ServerContext, asked: ParsedRequest<Path, Payload, Query>) => Promise<Answer | RawResponse>,
  traits: EndpointOptions = {},
): EndpointHandler => buildHandler(to, traits, async () => ({}), handle)

/** An endpoint for signed-in users; with `right`, for those who have it on the whole platform. */
export const userEndpoint = <Path extends string, Payload, Answer, Query>(
  to: Endpoint<Path, Payload, Answer, Query>,
  right: Right | null,
  handle: (
    context: ServerContext,
    asked: ParsedRequest<Path, Payload, Query> & { readonly user: User; readonly session: Session },
  ) => Promise<Answer | RawResponse>,
  traits: EndpointOptions = {},
): EndpointHandler => {
  const who = async (context: ServerContext, request: FastifyRequest) => {
    const session = await requireSession(context, request)
    const { user } = session
    if (right !== null && !hasRight(user, right, null)) throw forbidden()
    requireUuidParams(request)
    return { user, session }
  }
  return buildHandler(to, traits, who, handle)
}

type InCommunity<Path extends string, Payload, Query> = ParsedRequest<Path, Payload, Query> & {
  readonly user: User
  readonly community: Community
}

/** Finds the community of a request; throws a 404. */
type FindsCommunity = (context: ServerContext, user: User, request: FastifyRequest) => Promise<Community>

/**
 * An endpoint about one community. A caller without any right there gets a 404, as if the community did not exist [U6].
 * The handler's queries must filter by `community.uuid`.
 */
const communityHandler =
  <Slotted extends string>(find: FindsCommunity) =>
  <Path extends Slotted, Payload, Answer, Query>(
    to: Endpoint<Path, Payload, Answer, Query>,
    right: Right,
    handle: (context: ServerContext, asked: InCommunity<Path, Payload, Query>) => Promise<Answer | RawResponse>,
    traits: EndpointOptions = {},
  ): EndpointHandler => {
    const who = async (context: ServerContext, request: FastifyRequest) => {
      const { user } = await requireSession(context, request)
      const community = await find(context, user, request)
      if (rightsLevelOf(user, community.slug) === null) throw notFound()
      if (!hasRight(user, right, community.slug)) throw forbidden()
      requireUuidParams(request)
      return { user, community }
    }
    return buildHandler(to, traits, who, handle)
  }

/** An endpoint whose path has the community's slug. */
export const communityEndpoint = communityHandler<`${string}{community}${string}`>(async (context, user, request) => {
  const slug = paramsOf(request)["community"] ?? ""
  if (rightsLevelOf(user, slug) === null) throw notFound()
  return findCommunityBySlug(context, user, slug)
})

/** An endpoint whose path has the community's uuid as `{id}`. */
export const communityByIdEndpoint = communityHandler<`${string}{id}${string}`>(async (context, user, request) => {
  requireUuidParams(request)
  return findCommunityById(context, user, paramsOf(request)["id"] ?? "")
})

/** An endpoint whose path has the uuid of a script or connection of the community as `{id}`. */
const ownedByIdEndpoint = (things: "scripts" | "connections") =>
  communityHandler<`${string}{id}${string}`>(async ({ database: { db } }, _user, request) => {
    requireUuidParams(request)
    const its = db
      .selectFrom(things)
      .select("community_id")
      .where("id", "=", paramsOf(request)["id"] ?? "")
    const found = await db.selectFrom("communities").select(["id as uuid", "name", "slug"]).where("id", "=", its).executeTakeFirst()
    if (found === undefined) throw notFound()
    return found
  })

export const scriptByIdEndpoint = ownedByIdEndpoint("scripts")
export const connectionByIdEndpoint = ownedByIdEndpoint("connections")

/** Encodes a response by its contract. */
const encodeAnswer = <Answer>({ answer }: Endpoint<string, unknown, Answer>, given: Answer | RawResponse): unknown =>
  given instanceof RawResponse ? given : Schema.encodeSync(answer)(given)

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
  const { id, userId, script, person } = paramsOf(request)
  for (const given of [id, userId, script, person]) if (given !== undefined && !isUuid(given)) throw notFound()
}

/** A member's communities are part of the session; for platform administrators they are looked up. */
const findCommunityBySlug = async ({ database }: ServerContext, user: User, slug: string): Promise<Community> => {
  const own = user.communityEntries.find(({ community }) => community.slug === slug)
  if (own) return own.community
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
  const own = user.communityEntries.find(({ community }) => community.uuid === id.toLowerCase())
  if (own) return own.community
  const found = await database.db.selectFrom("communities").select(["id as uuid", "name", "slug"]).where("id", "=", id).executeTakeFirst()
  if (found === undefined) throw notFound()
  return found
}

const paramsOf = ({ params }: FastifyRequest): Readonly<Record<string, string | undefined>> => textsIn(params)
const queryOf = ({ query }: FastifyRequest): object => (typeof query === "object" && query !== null ? { ...query } : {})

const textsIn = (values: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string"))

const parseRequest = <Path extends string, Payload, Query>(
  to: Endpoint<Path, Payload, unknown, Query>,
  request: FastifyRequest,
  reply: FastifyReply,
): ParsedRequest<Path, Payload, Query> => {
  const given = queryOf(request)
  const payload = decodeUnknown(to.payload, to.method === "get" ? given : (request.body ?? {}))
  const query = decodeUnknown(to.query, given)
  if (payload.findings !== undefined || query.findings !== undefined)
    throw invalidShape([...(query.findings ?? []), ...(payload.findings ?? [])])
  // The router has matched the path, so all its parameters are present.
  return { params: textsIn(request.params) as PathParams<Path>, payload: payload.value, query: query.value, request, reply }
}

const invalidShape = (findings: ReadonlyArray<Finding>) =>
  validationFailed(...findings.slice(0, 50).map(({ pointer, message }) => ({ field: pointer.slice(1), message: message.slice(0, 500) })))
