// What a connector is told of a conversation (spec/2-editor §3 "send2con"; decisions A14).
import type { Conversation } from "../conversations/conversation.ts"
import type { EmojiLabels } from "../conversations/stored-answer.ts"
import { isRecord } from "../json.ts"
import type { Instruction } from "../script/instruction.ts"
import type { Action } from "./action.ts"
import { readObject } from "./json-object.ts"
import { answersByName, type Payload } from "./send-to-api/payload.ts"

export type ConnectorParams = Extract<Action, { readonly type: "send2con" }>["params"]

/** The mapper that a connector's answers go through: "default value 'default'" (spec/2-editor §3). */
export const mapperOf = ({ mapper }: ConnectorParams): string => (mapper ?? "").trim() || "default"

type Script = { readonly instructions: ReadonlyArray<Instruction> }

/**
 * [A14] What is delivered: JSON, the same for the same conversation. Its record is what the mapper makes of the answers; `defaults` stand in
 * for what is not answered, `overrides` take the place of what is. Total: defaults and overrides that are no objects say nothing.
 */
export const connectorPayload = (
  params: ConnectorParams,
  script: Script,
  { cuuid, uuid, metadata, ...conversation }: Conversation,
  emojiLabels: EmojiLabels,
): Payload => ({
  mapper: mapperOf(params),
  conversation: cuuid,
  respondent: uuid,
  metadata,
  record: {
    ...objectOf(params.defaults),
    ...Object.fromEntries(Object.entries(answersByName(script, conversation, emojiLabels)).filter(([, value]) => saysSomething(value))),
    ...objectOf(params.overrides),
  },
})

const objectOf = (value: unknown): Payload => (typeof value === "string" ? readObject(value) : isRecord(value) ? value : undefined) ?? {}

const saysSomething = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0)
