// The calls about participants and their conversations (spec/3-community §7 "Participant links", "Export", "Chat data and files").
import * as Schema from "effect/Schema"
import { Conversation } from "../../domain/conversations/conversation.ts"
import { maxBatchSize } from "../../domain/links/participant-links.ts"
import { Instruction } from "../../domain/script/instruction.ts"
import { endpoint, endpointWithQuery, PageQuery, QueryFlag } from "./endpoint.ts"
import { Nothing } from "./sign-in-contract.ts"

/** What making a link came to; `conversation` is the token of the link, `code` that of its short form. */
export const LinkResult = Schema.Struct({
  user: Schema.NullOr(Schema.String),
  found: Schema.Boolean,
  identifier: Schema.NullOr(Schema.Struct({ key: Schema.String, value: Schema.String })),
  conversation: Schema.String,
  code: Schema.NullOr(Schema.String),
})

const links = Schema.Struct({ status: Schema.Literal("ok"), process: Schema.Array(LinkResult) })

/** With it, links have a short form too. */
const short = Schema.optionalKey(QueryFlag)

/** So many links for nobody in particular. */
export const createLinks = endpointWithQuery({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/get-links",
  query: Schema.Struct({
    amount: Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: maxBatchSize })),
    short,
  }),
  payload: Nothing,
  answer: links,
})

const line = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1000)))

export const LinkRecipient = Schema.Struct({
  profile: Schema.Struct({
    uuid: line,
    first_name: line,
    last_name: line,
    date_of_birth: line,
    phone: line,
    email: line,
    external_id: line,
  }),
  conversation: Schema.Struct({ metadata: Schema.Record(Schema.String, Schema.String) }),
})

/** A link for each person of a list. */
export const createLinksForPeople = endpointWithQuery({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/get-unique-links",
  query: Schema.Struct({ short }),
  payload: Schema.Array(LinkRecipient).check(Schema.isMaxLength(maxBatchSize)),
  answer: links,
})

const day = Schema.optionalKey(Schema.String)
/** `filledonly`: without those who answered nothing; `from` and `to`: ISO dates or instants between which they started. */
const conversationFilter = { filledonly: Schema.optionalKey(QueryFlag), from: day, to: day } as const

export const countConversations = endpoint({
  method: "get",
  path: "/api/{community}/{id}/export/count",
  payload: Schema.Struct(conversationFilter),
  answer: Schema.Struct({ count: Schema.Int }),
})

/** What respondents have by now: conversations that were begun, those of them with an answer, and links that nobody opened yet. */
export const countResponses = endpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/holdings",
  payload: Nothing,
  answer: Schema.Struct({ conversations: Schema.Int, answered: Schema.Int, links: Schema.Int }),
})

/** How many conversations of each chat of a community have an answer, by the chat's id; a chat without any is not among them. */
export const countAnsweredConversations = endpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/answers",
  payload: Nothing,
  answer: Schema.Record(Schema.String, Schema.Int),
})

/** Conversations that were begun on each of the last days of a calendar (`zone`, a name of the IANA's): those on which some were. */
export const countConversationsByDay = endpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/days",
  payload: Schema.Struct({ zone: Schema.optionalKey(Schema.String) }),
  answer: Schema.Struct({ items: Schema.Array(Schema.Struct({ day: Schema.String, count: Schema.Int })) }),
})

/** The keys that the metadata of the conversations have (decisions X11). */
export const listMetadataKeys = endpoint({
  method: "get",
  path: "/api/{community}/{id}/export/meta",
  payload: Nothing,
  answer: Schema.Array(Schema.String),
})

export const AnsweredRevision = Schema.Struct({ revision: Schema.Int, language: Schema.String, instructions: Schema.Array(Instruction) })

/** The revisions that have conversations, with what they ask: columns come from these (decisions X2). */
export const listAnsweredRevisions = endpoint({
  method: "get",
  path: "/api/{community}/{id}/export/revisions",
  payload: Nothing,
  answer: Schema.Struct({ items: Schema.Array(AnsweredRevision) }),
})

/** A page in the order in which they were begun: `after` (the answer's own) costs the same for every page, `offset` does not. */
export const exportConversations = endpoint({
  method: "get",
  path: "/api/{community}/{id}/export",
  payload: Schema.Struct({
    ...conversationFilter,
    ...PageQuery.fields,
    limit: Schema.optionalKey(Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 5000 }))),
    after: Schema.optionalKey(Schema.String),
  }),
  answer: Schema.Struct({ items: Schema.Array(Conversation), after: Schema.NullOr(Schema.String) }),
})

const clearToken = Schema.Struct({ clearToken: Schema.String })
const cleared = Schema.Struct({ status: Schema.Literal("ok") })
const usedToken = Schema.Struct({ csrf: Schema.String })

export const getClearStatisticsToken = endpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/clear-stats",
  payload: Nothing,
  answer: clearToken,
})
export const clearStatistics = endpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/clear-stats",
  payload: usedToken,
  answer: cleared,
})
/**
 * The token with which a chat's conversations are cut loose from who gave them (decisions P2), and how much there is to it:
 * conversations that stay without their people, and what goes, links that nobody opened, files and deliveries.
 */
export const getAnonymizeToken = endpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/anonymise",
  payload: Nothing,
  answer: Schema.Struct({
    clearToken: Schema.String,
    conversations: Schema.Int,
    links: Schema.Int,
    files: Schema.Int,
    deliveries: Schema.Int,
  }),
})
/** There is no way back. */
export const anonymize = endpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/anonymise",
  payload: usedToken,
  answer: cleared,
})

export const getClearDataToken = endpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/clear-data",
  payload: Nothing,
  answer: clearToken,
})
export const clearData = endpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/clear-data",
  payload: usedToken,
  answer: cleared,
})
