// A conversation as exports list it and deliveries send it (spec/3-community §3 "Conversation export row").
import * as Schema from "effect/Schema"
import { open } from "../open.ts"

export const conversationStatuses = ["finished", "pending", "expired"] as const

const instant = Schema.NullOr(Schema.String)

/**
 * Instants are ISO 8601. `answers` stand under the uuid of their instruction: a choice as its value or uuid, several as a list of them,
 * numbers as numbers, everything else as text. `revision` is that of the script that the conversation began with.
 */
export const Conversation = open({
  cuuid: Schema.String,
  uuid: Schema.NullOr(Schema.String),
  status: Schema.Literals(conversationStatuses),
  startedAt: instant,
  updatedAt: instant,
  syncedAt: instant,
  finishedAt: instant,
  revision: Schema.optionalKey(Schema.Int),
  metadata: Schema.Record(Schema.String, Schema.Unknown),
  answers: Schema.Record(Schema.String, Schema.Unknown),
  actions: Schema.Record(Schema.String, Schema.Unknown),
})
export type Conversation = typeof Conversation.Type
