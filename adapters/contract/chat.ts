// The calls of the respondents' chat. Their paths stand under the base of the chat (contract "Settings", `CHAT_URL`), apart from the
// console's: they carry no cookie. Who has the pass of a conversation takes part in it: the token or the short code of a link, or, for an
// anonymous chat, a token that the page made itself. It stands in bodies only, since addresses are logged.
import * as Schema from "effect/Schema"
import { Ending } from "../../domain/chat/state.ts"
import { SideMenu } from "../../domain/communities/side-menu.ts"
import { Question } from "../../domain/questions/question.ts"
import { Language } from "../../domain/script/language.ts"
import { StylePayload } from "../../domain/style/style-file.ts"
import { endpoint } from "./endpoint.ts"

const Pass = Schema.String.check(Schema.isPattern(/^[\w-]{10,64}$/))

/** `html` is allowed markup, `delay` the seconds before it is shown. */
const shown = { uuid: Schema.String, name: Schema.String, html: Schema.String, delay: Schema.Finite }
const Score = Schema.Struct({ total: Schema.Finite, answered: Schema.Int, average: Schema.NullOr(Schema.Finite) })

/**
 * To be carried out in their order (domain/chat/effect.ts). Of an action a respondent sees that it is done, not what it calls; one that
 * `waits` holds the chat up until its outcome is there, which `watch` tells.
 */
export const ChatEffect = Schema.Union([
  Schema.Struct({ type: Schema.Literal("show"), as: Schema.Literals(["message", "image", "video"]), ...shown }),
  Schema.Struct({ type: Schema.Literal("score"), score: Score, ...shown }),
  Schema.Struct({ type: Schema.Literal("ask"), question: Question, ...shown }),
  Schema.Struct({
    type: Schema.Literal("act"),
    action: Schema.String,
    waits: Schema.Boolean,
    amount: Schema.NullOr(Schema.Finite),
    ...shown,
  }),
  Schema.Struct({ type: Schema.Literal("end"), ending: Ending }),
])
export type ChatEffect = typeof ChatEffect.Type

/** What was given, as it is kept (null: skipped), and what came of it. The first turn of a conversation, and those of actions, have no answer. */
export const Turn = Schema.Struct({
  answer: Schema.NullOr(Schema.Struct({ uuid: Schema.String, value: Schema.Unknown })),
  effects: Schema.Array(ChatEffect),
})
export type Turn = typeof Turn.Type

/**
 * Where a conversation is. `turns` are those from `after` on, of `total` there are; `progress` goes from 0 to 1. What is waited for is an
 * answer to the question of that uuid, or an action's outcome; nothing is once it has ended.
 */
const progressed = {
  turns: Schema.Array(Turn),
  total: Schema.Int,
  waiting: Schema.NullOr(Schema.Struct({ for: Schema.Literals(["answer", "action"]), uuid: Schema.String })),
  progress: Schema.Finite,
}
export const Progressed = Schema.Struct(progressed)
export type Progressed = typeof Progressed.Type

/** A conversation as a page begins with it. `isBegun`: it was started by a deed of its respondent; opening a personal link is none. */
export const Opened = Schema.Struct({
  ...progressed,
  community: Schema.Struct({ name: Schema.String, slug: Schema.String }),
  script: Schema.Struct({ uuid: Schema.String, title: Schema.String }),
  language: Language,
  isBegun: Schema.Boolean,
  style: StylePayload,
  sideMenu: SideMenu,
})
export type Opened = typeof Opened.Type

/** The language that a conversation is begun in, where this deed begins it. */
const language = Schema.optionalKey(Language)

/**
 * Opens a conversation, or opens it again: the same pass always leads to the same one. With `anonymous` one is begun for a pass that is
 * new; `metadata` are the parameters of the page's address. 404: there is none, or its chat is not live; 410: the chat is closed.
 */
export const openChat = endpoint({
  method: "post",
  path: "/chat/api/open",
  payload: Schema.Struct({
    pass: Pass,
    anonymous: Schema.optionalKey(Schema.Struct({ community: Schema.String, script: Schema.String })),
    language,
    metadata: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  }),
  answer: Opened,
})

/** How many turns the page has already. */
const after = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))

/**
 * Gives an answer (null skips). Sent again it is taken once: what is no longer waited for changes nothing. An answer that breaks a rule of
 * its question: 422 with the catalogue's key as `message` and its `values`; the question stands.
 */
export const giveAnswer = endpoint({
  method: "post",
  path: "/chat/api/answer",
  payload: Schema.Struct({ pass: Pass, uuid: Schema.String, given: Schema.Unknown, after, language }),
  answer: Progressed,
})

/** Begins a conversation that only was opened, and tells how far it has come meanwhile. */
export const watchChat = endpoint({
  method: "post",
  path: "/chat/api/watch",
  payload: Schema.Struct({ pass: Pass, after, language }),
  answer: Progressed,
})

/** Keeps a file (fields `pass` and `uuid` of the question's instruction, then the file as `file`), to be answered with by its `name`. */
export const keepFile = endpoint({
  method: "post",
  path: "/chat/api/files",
  payload: Schema.Struct({}),
  answer: Schema.Struct({ name: Schema.String }),
  takes: "multipart/form-data",
})
