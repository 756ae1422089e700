// The calls of the respondents' chat. Their paths stand under the base of the chat (contract "Settings", `CHAT_URL`), apart from the
// console's: they carry no cookie. Who has the pass of a conversation takes part in it: the token or the short code of a link, or, for an
// anonymous chat, a token that the page made itself. It stands in bodies only, since addresses are logged.
import * as Schema from "effect/Schema"
import { AnswerReceipt, ConversationUpdate, OpenedConversation } from "../../domain/chat/respondent-view.ts"
import { isIsoDate } from "../../domain/date/calendar-date.ts"
import { accessKeyPattern } from "../../domain/links/access-key.ts"
import { Language } from "../../domain/script/language.ts"
import { LiveStatistics } from "../../domain/statistics/statistics-scope.ts"
import { endpoint } from "./endpoint.ts"

const AccessKey = Schema.String.check(Schema.isPattern(accessKeyPattern))

/** What the address says of a conversation, where this deed begins it: the language, and other parameters (decisions E7). */
const address = { language: Schema.optionalKey(Language), metadata: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)) }

/**
 * Opens a conversation, or opens it again: the same pass always leads to the same one. With `anonymous` one is begun for a pass that is
 * new. 404: there is none, or its chat is not live; 410: the chat is closed; 423, to
 * who has a conversation of it: it is in preparation, and may be live again.
 */
export const openChat = endpoint({
  method: "post",
  path: "/chat/api/open",
  payload: Schema.Struct({
    pass: AccessKey,
    anonymous: Schema.optionalKey(Schema.Struct({ community: Schema.String, script: Schema.String })),
    ...address,
  }),
  answer: OpenedConversation,
})

/** How many turns the page has already. */
const after = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))

/**
 * Gives an answer (null skips). Sent again it is taken once: what is no longer waited for changes nothing. An answer that breaks a rule of
 * its question: 422 with the catalogue's key as `message` and its `values`; the question stands. Where the question has another answer by
 * then, that one stays, and it is said so.
 */
export const giveAnswer = endpoint({
  method: "post",
  path: "/chat/api/answer",
  payload: Schema.Struct({ pass: AccessKey, uuid: Schema.String, given: Schema.Unknown, after, ...address }),
  answer: AnswerReceipt,
})

/** Begins a conversation that only was opened, and tells how far it has come meanwhile. */
export const pollChat = endpoint({
  method: "post",
  path: "/chat/api/watch",
  payload: Schema.Struct({ pass: AccessKey, after, ...address }),
  answer: ConversationUpdate,
})

/**
 * Keeps a file (fields `pass` and `uuid` of the question's instruction, then the file as `file`), to be answered with by its `name`. 409: the
 * question was answered meanwhile.
 */
export const uploadFile = endpoint({
  method: "post",
  path: "/chat/api/files",
  payload: Schema.Struct({}),
  answer: Schema.Struct({ name: Schema.String }),
  takes: "multipart/form-data",
})

// The call of the live statistics' page. Like those of the chat its path stands under a base of its own (`STATS_URL`), and carries no cookie.

const day = Schema.optionalKey(Schema.String.check(Schema.makeFilter(isIsoDate)))

/** What was answered between two days (UTC), both included. 404: there is no such chat, or it is deleted. */
export const readStatistics = endpoint({
  method: "get",
  path: "/stats/api/{slug}/{script}",
  payload: Schema.Struct({ from: day, until: day }),
  answer: LiveStatistics,
})
