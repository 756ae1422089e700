// Endpoints of the respondents' chat page (under CHAT_URL) and of the live statistics page (under STATS_URL). They use
// no cookie. The chat's access key is the token or short code of a link, or a token that an anonymous page generated.
// It is only sent in bodies, because URLs are logged.
import * as Schema from "effect/Schema"
import { AnswerReceipt, ConversationUpdate, OpenedConversation } from "../../domain/chat/respondent-view.ts"
import { isIsoDate } from "../../domain/date/calendar-date.ts"
import { accessKeyPattern } from "../../domain/links/respondent-urls.ts"
import { Language } from "../../domain/script/language-schema.ts"
import { LiveStatistics } from "../../domain/statistics/live-statistics.ts"
import { defineEndpoint } from "./endpoint.ts"

const AccessKey = Schema.String.check(Schema.isPattern(accessKeyPattern))

/** [E7] Parameters of the page's URL, sent until the conversation has started: language and metadata. */
const urlParameters = { language: Schema.optionalKey(Language), metadata: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)) }

/** The chat of an anonymous conversation that has not begun, with the `start` that opening it returned. */
const AnonymousStart = Schema.Struct({
  community: Schema.String,
  script: Schema.String,
  start: Schema.optionalKey(Schema.String),
})
export type AnonymousStart = typeof AnonymousStart.Type
const anonymous = Schema.optionalKey(AnonymousStart)

/**
 * Opens or reopens the conversation of an access key (`pass`). With `anonymous`, an unknown key opens a new one, which is not
 * stored: the first answer stores it, or `watch` if no question comes first.
 * 404: no such conversation or chat; 410: the chat is closed; 423: the chat is in preparation [E15].
 */
export const openChat = defineEndpoint({
  method: "post",
  path: "/chat/api/open",
  payload: Schema.Struct({
    pass: AccessKey,
    anonymous,
    ...urlParameters,
  }),
  response: OpenedConversation,
})

/** Number of turns that the page already has. */
const after = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))

/**
 * Submits an answer (null skips the question). With `anonymous`, an unknown access key starts a new conversation. Safe to repeat: an answer to a question that is no longer open changes nothing.
 * 422 for an invalid answer, with a catalog key as `message` and its `values`; the question stays open. If the question
 * already has a different answer, that answer stays and `isOvertaken` is true.
 */
export const giveAnswer = defineEndpoint({
  method: "post",
  path: "/chat/api/answer",
  payload: Schema.Struct({ pass: AccessKey, uuid: Schema.String, given: Schema.Unknown, after, anonymous, ...urlParameters }),
  response: AnswerReceipt,
})

/** Returns the turns after the first `after`, and starts the conversation if it was only opened, also an anonymous one. */
export const pollChat = defineEndpoint({
  method: "post",
  path: "/chat/api/watch",
  payload: Schema.Struct({ pass: AccessKey, after, anonymous, ...urlParameters }),
  response: ConversationUpdate,
})

/**
 * Uploads a file (form fields: `pass`, `uuid` of the question's instruction, then the file as `file`). The answer refers to it
 * by the returned `name`. 409: the question has been answered in the meantime.
 */
export const uploadFile = defineEndpoint({
  method: "post",
  path: "/chat/api/files",
  payload: Schema.Struct({}),
  response: Schema.Struct({ name: Schema.String }),
  requestMediaType: "multipart/form-data",
})

const isoDate = Schema.optionalKey(Schema.String.check(Schema.makeFilter(isIsoDate)))

/**
 * Returns the counts of answers between two days (UTC, both included), with the chat's texts in a language as far as they are
 * translated; without one, in the script's own. 404: no such chat, or it is deleted.
 */
export const readStatistics = defineEndpoint({
  method: "get",
  path: "/stats/api/{slug}/{script}",
  payload: Schema.Struct({ from: isoDate, until: isoDate, language: Schema.optionalKey(Language) }),
  response: LiveStatistics,
})
