// A call of the contract with the function that answers it: who may make it is settled here, its payload is read and its answer
// written by the contract's Schemas, so that a handler sees only what it may and what makes sense.

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

// Requests that change something come from the console's own pages (reliability.md "Sign-in and sessions"). A program that sends
// neither header, as curl does, carries no browser's cookies and may pass.

export const isSameOriginRequest = ({ headers }: Pick<FastifyRequest, "headers">, publicOrigin: string | null): boolean => {
  const { origin, host, "sec-fetch-site": site } = headers
  if (site !== undefined && site !== "same-origin" && site !== "none") return false
  if (origin === undefined) return true
  return origin === publicOrigin || (URL.canParse(origin) && host !== undefined && new URL(origin).host === host)
}

// An answer that is no JSON, or JSON that was written already: its type, its bytes, its headers.

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

/** A call that can be routed and described. `answer` gives what is sent: JSON values, or something `Written`. */
export type EndpointHandler = {
  readonly to: DescribedEndpoint
  /** Another call on the same path and method, which `answer` answers as well. */
  readonly or?: DescribedEndpoint
  /** Bytes its body may have, where that is not the usual. */
  readonly bodyLimit?: number
  /** A GET that changes something is refused from other origins like any other change. */
  readonly changes?: boolean
  /** It makes something, so that it takes an `Idempotency-Key`, as every PUT does; `by itself`: it sees to that itself. */
  readonly creates?: boolean | "by itself"
  /** Lets in who may make it, or rejects. `answer` does so first; here for an answer that was made before. */
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

/** A call whose asker `admit` lets in, or rejects: what it gives of them goes on to the handler. */
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

/** A call that anybody may make. */
export const publicEndpoint = <Path extends string, Payload, Answer, Query>(
  to: Endpoint<Path, Payload, Answer, Query>,
  handle: (context: ServerContext, asked: ParsedRequest<Path, Payload, Query>) => Promise<Answer | RawResponse>,
  traits: EndpointOptions = {},
): EndpointHandler => buildHandler(to, traits, async () => ({}), handle)

/** A call of whoever is signed in; with a right, of those who have it on the whole platform. */
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

/** Finds the community that a call is about, or rejects with a 404. */
type FindsCommunity = (context: ServerContext, user: User, request: FastifyRequest) => Promise<Community>

/**
 * A call about one community, of those who have the right there. To whom has none of its own in the community, the community does
 * not exist. The handler's queries carry `community.uuid`.
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

/** The path names it by its slug. */
export const communityEndpoint = communityHandler<`${string}{community}${string}`>(async (context, user, request) => {
  const slug = paramsOf(request)["community"] ?? ""
  if (rightsLevelOf(user, slug) === null) throw notFound()
  return findCommunityBySlug(context, user, slug)
})

/** The path names it by its uuid, as `{id}`. */
export const communityByIdEndpoint = communityHandler<`${string}{id}${string}`>(async (context, user, request) => {
  requireUuidParams(request)
  return findCommunityById(context, user, paramsOf(request)["id"] ?? "")
})

/** The path names a thing of it by its uuid, as `{id}`. */
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

/** The answer as the contract writes it. */
const encodeAnswer = <Answer>({ answer }: Endpoint<string, unknown, Answer>, given: Answer | RawResponse): unknown =>
  given instanceof RawResponse ? given : Schema.encodeSync(answer)(given)

/** The session of a request, or a 401. */
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

/** Members' communities come with their session; a platform administrator's is looked up. */
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
  // The router matched the path whose slots these are.
  return { params: textsIn(request.params) as PathParams<Path>, payload: payload.value, query: query.value, request, reply }
}

const invalidShape = (findings: ReadonlyArray<Finding>) =>
  validationFailed(...findings.slice(0, 50).map(({ pointer, message }) => ({ field: pointer.slice(1), message: message.slice(0, 500) })))
