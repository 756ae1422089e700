// Endpoints of respondents' links and of conversations: counts, export, clearing and anonymization.
import * as Schema from "effect/Schema"
import { isLinkMetadataTooLong, maxLinkMetadataLength } from "../../domain/chat/conversation-metadata.ts"
import { Conversation } from "../../domain/conversations/conversation.ts"
import { maxBatchSize } from "../../domain/links/participant-links.ts"
import { InstructionSchema } from "../../domain/script/instruction.ts"
import { defineEndpoint, defineEndpointWithQuery, PageQuery, QueryFlag } from "./endpoint.ts"
import { EmptyObject } from "./sign-in-contract.ts"

/** A created link: `conversation` is the access token, `code` the short code. `found`: the recipient already had a profile. */
export const LinkResult = Schema.Struct({
  user: Schema.NullOr(Schema.String),
  found: Schema.Boolean,
  identifier: Schema.NullOr(Schema.Struct({ key: Schema.String, value: Schema.String })),
  conversation: Schema.String,
  code: Schema.NullOr(Schema.String),
})

const links = Schema.Struct({ status: Schema.Literal("ok"), process: Schema.Array(LinkResult) })

/** Whether to create short links as well. */
const short = Schema.optionalKey(QueryFlag)

/** Creates `amount` links without a recipient. */
export const createLinks = defineEndpointWithQuery({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/get-links",
  query: Schema.Struct({
    amount: Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: maxBatchSize })),
    short,
  }),
  payload: EmptyObject,
  response: links,
})

const profileField = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1000)))

const linkMetadata = Schema.Record(Schema.String, Schema.String).check(
  Schema.makeFilter((metadata) => !isLinkMetadataTooLong(metadata) || `The metadata has more than ${maxLinkMetadataLength} characters.`),
)

/** [L2] A recipient of a link. Profile fields have up to 1,000 characters; `metadata` is given to the conversation. */
export const LinkRecipient = Schema.Struct({
  profile: Schema.Struct({
    uuid: profileField,
    first_name: profileField,
    last_name: profileField,
    date_of_birth: profileField,
    phone: profileField,
    email: profileField,
    external_id: profileField,
  }),
  conversation: Schema.Struct({ metadata: linkMetadata }),
})

/** [L4] Creates a link for each recipient. */
export const createLinksForPeople = defineEndpointWithQuery({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/get-unique-links",
  query: Schema.Struct({ short }),
  payload: Schema.Array(LinkRecipient).check(Schema.isMaxLength(maxBatchSize)),
  response: links,
})

const timeBound = Schema.optionalKey(Schema.String)
/** `filledonly`: only conversations with an answer; `from` and `to`: ISO dates or instants between which they started. */
const conversationFilter = { filledonly: Schema.optionalKey(QueryFlag), from: timeBound, to: timeBound } as const

/** Counts the conversations that an export with the same filter would contain. */
export const countConversations = defineEndpoint({
  method: "get",
  path: "/api/{community}/{id}/export/count",
  payload: Schema.Struct(conversationFilter),
  response: Schema.Struct({ count: Schema.Int }),
})

/** Counts the conversations of a script, those with an answer, and the links that nobody has opened yet. */
export const countResponses = defineEndpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/holdings",
  payload: EmptyObject,
  response: Schema.Struct({ conversations: Schema.Int, answered: Schema.Int, links: Schema.Int }),
})

/** Returns the number of answered conversations per chat of a community, by chat id. Chats without any are omitted. */
export const countAnsweredConversations = defineEndpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/answers",
  payload: EmptyObject,
  response: Schema.Record(Schema.String, Schema.Int),
})

/** Counts conversations per day over the last 14 days, in the time zone `zone` (IANA). Days without any are omitted. */
export const countConversationsByDay = defineEndpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/days",
  payload: Schema.Struct({ zone: Schema.optionalKey(Schema.String) }),
  response: Schema.Struct({ items: Schema.Array(Schema.Struct({ day: Schema.String, count: Schema.Int })) }),
})

/** [X11] Lists the most frequent metadata keys of the conversations, up to 1,000. */
export const listMetadataKeys = defineEndpoint({
  method: "get",
  path: "/api/{community}/{id}/export/meta",
  payload: EmptyObject,
  response: Schema.Array(Schema.String),
})

/** A revision of a script that has conversations. */
export const AnsweredRevision = Schema.Struct({
  revision: Schema.Int,
  language: Schema.String,
  instructions: Schema.Array(InstructionSchema),
})

/** [X2] Lists the revisions that have conversations. An export derives its columns from their instructions. */
export const listAnsweredRevisions = defineEndpoint({
  method: "get",
  path: "/api/{community}/{id}/export/revisions",
  payload: EmptyObject,
  response: Schema.Struct({ items: Schema.Array(AnsweredRevision) }),
})

/**
 * Returns a page of conversations in the order in which they started. `after` is the cursor from the previous response; unlike `offset`,
 * it is equally fast for every page. In the response, `after` is null on the last page. A page of long answers has fewer conversations than `limit`.
 */
export const exportConversations = defineEndpoint({
  method: "get",
  path: "/api/{community}/{id}/export",
  payload: Schema.Struct({
    ...conversationFilter,
    ...PageQuery.fields,
    limit: Schema.optionalKey(Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 5000 }))),
    after: Schema.optionalKey(Schema.String),
  }),
  response: Schema.Struct({ items: Schema.Array(Conversation), after: Schema.NullOr(Schema.String) }),
})

const clearToken = Schema.Struct({ clearToken: Schema.String })
const cleared = Schema.Struct({ status: Schema.Literal("ok") })
const usedToken = Schema.Struct({ csrf: Schema.String })

export const getClearStatisticsToken = defineEndpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/clear-stats",
  payload: EmptyObject,
  response: clearToken,
})
export const clearStatistics = defineEndpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/clear-stats",
  payload: usedToken,
  response: cleared,
})
/**
 * [P2] Creates the token for `anonymize`, with the number of `conversations` that lose their respondent and of the
 * unopened `links`, `files` and `deliveries` that will be deleted.
 */
export const getAnonymizeToken = defineEndpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/anonymise",
  payload: EmptyObject,
  response: Schema.Struct({
    clearToken: Schema.String,
    conversations: Schema.Int,
    links: Schema.Int,
    files: Schema.Int,
    deliveries: Schema.Int,
  }),
})
/** [P2] Anonymizes the conversations of a closed chat. This cannot be undone. */
export const anonymize = defineEndpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/anonymise",
  payload: usedToken,
  response: cleared,
})

/** Creates the token for `clearData`, with the number of answered conversations, files and unopened links that will be erased. */
export const getClearDataToken = defineEndpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/clear-data",
  payload: EmptyObject,
  response: Schema.Struct({ clearToken: Schema.String, answers: Schema.Int, files: Schema.Int, links: Schema.Int }),
})
/** Erases the data of a chat; 409 with the current counts if they differ from those returned with the token. */
export const clearData = defineEndpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/clear-data",
  payload: usedToken,
  response: cleared,
})
