// The calls of the respondents' page (adapters/contract/public-page-contract.ts), with nothing but fetch: the page has to be small. What goes wrong is
// thrown as one of the domain's troubles.
import { type AnswerRefusal, type ChatFailure, ChatFailureError } from "../../domain/chat/chat-failure.ts"
import type { AnswerReceipt, ConversationUpdate, OpenedConversation } from "../../domain/chat/respondent-view.ts"
import { transferTimeoutMs } from "../../domain/conversations/conversation-limits.ts"
import { isRecord } from "../../domain/json/json-parser.ts"
import { isServerError, type ServerErrorBody } from "../contract/server-error.ts"

// What was wrong with an answer, read from what a server says or a device holds of it.

/** The refusal of this key; of its values those that can be told. */
export const parseRefusal = (key: string, values: unknown): AnswerRefusal => ({ key, values: isRecord(values) ? written(values) : {} })

const written = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "string" || typeof value === "number" ? [[name, value]] : [])),
  )

export type OpenRequest = {
  readonly anonymous?: { readonly community: string; readonly script: string }
}
/** What the page's address says of a conversation. */
type UrlParameters = { readonly language?: string; readonly metadata?: Readonly<Record<string, string>> }

type File = { readonly name: string; readonly type: string; readonly arrayBuffer: () => Promise<ArrayBuffer> }

/** Milliseconds: what has not been answered by then is given up, and tried again. */
const timeoutsMs = { call: 20_000, file: transferTimeoutMs } as const

/** The calls for the conversation of one pass, at the chat's base; what the `address` says is sent until it is begun, which is with that. */
export const createChatClient = (base: string, pass: string, address: UrlParameters) => {
  let parametersToSend: UrlParameters = address
  const post = (path: string, body: object, signal: AbortSignal) => {
    const sent = JSON.stringify({ pass, ...parametersToSend, ...body })
    return sendRequest(`${base}/api/${path}`, signal, timeoutsMs.call, { "content-type": "application/json" }, sent)
  }
  const reached = <T extends ConversationUpdate>(json: unknown, is: (json: unknown) => json is T): T => {
    const it = expectShape(json, is)
    parametersToSend = {}
    return it
  }
  return {
    open: async (opening: OpenRequest, signal: AbortSignal): Promise<OpenedConversation> => {
      const opened = expectShape(await post("open", opening, signal), isOpened)
      if (opened.isBegun) parametersToSend = {}
      return opened
    },
    giveAnswer: async (
      answer: { readonly uuid: string; readonly given: unknown; readonly after: number },
      signal: AbortSignal,
    ): Promise<AnswerReceipt> => reached(await post("answer", answer, signal), isHeard),
    poll: async (it: { readonly after: number }, signal: AbortSignal): Promise<ConversationUpdate> =>
      reached(await post("watch", it, signal), isProgressed),
    /** Sends a file; it is answered with by its `name`. */
    uploadFile: async (uuid: string, file: File, signal: AbortSignal) => {
      const form = new FormData()
      form.set("pass", pass)
      form.set("uuid", uuid)
      form.set("file", new Blob([await contentOf(file)], { type: file.type }), file.name)
      const { name } = expectShape(await sendRequest(`${base}/api/files`, signal, timeoutsMs.file, {}, form), isNamed)
      return { name, label: file.name }
    },
  }
}

/** One that cannot be read, as when it was moved meanwhile, is refused by itself: the others that were picked are still sent. */
const contentOf = async (file: File): Promise<ArrayBuffer> => {
  try {
    return await file.arrayBuffer()
  } catch (error) {
    throw new ChatFailureError({ type: "refused", refusal: { key: "answer.file", values: {} } }, error)
  }
}

const sendRequest = async (
  address: string,
  left: AbortSignal,
  milliseconds: number,
  headers: Readonly<Record<string, string>>,
  body: string | FormData,
): Promise<unknown> => {
  try {
    const signal = AbortSignal.any([left, AbortSignal.timeout(milliseconds)])
    const response = await fetch(address, {
      method: "POST",
      headers: { accept: "application/json", ...headers },
      body,
      signal,
      credentials: "omit",
    })
    const json: unknown = await response.json().catch(() => null)
    if (response.ok) return json
    throw refused(response, json)
  } catch (error) {
    throw error instanceof ChatFailureError ? error : new ChatFailureError({ type: "unreachable" }, error)
  }
}

/** What the server says nothing to came from something between, as a proxy does while the server begins anew: it is tried again. */
const refused = (response: Response, json: unknown): ChatFailureError => {
  const { status, headers } = response
  switch (status) {
    case 413:
      return new ChatFailureError({ type: "too-large" })
    case 429:
      return new ChatFailureError({ type: "too-soon", seconds: Number(headers.get("retry-after")) || 10 })
    default:
      return new ChatFailureError(isServerError(response, json) ? troubleFromStatus(status, json) : { type: "unreachable" })
  }
}

const troubleFromStatus = (status: number, refusal: ServerErrorBody): ChatFailure => {
  switch (status) {
    case 404:
      return { type: "missing" }
    case 409:
      return { type: "overtaken" }
    case 410:
      return { type: "closed" }
    case 423:
      return { type: "paused" }
    case 400:
    case 415:
    case 422:
      return { type: "refused", refusal: parseRefusal(refusal.message, refusal.values) }
    default:
      return { type: "unreachable" }
  }
}

/** The server is this page's own: enough of its answer is looked at to tell it from the answer of something between. */
const expectShape = <T>(json: unknown, is: (json: unknown) => json is T): T => {
  if (!is(json)) throw new ChatFailureError({ type: "unreachable" })
  return json
}
const isProgressed = (json: unknown): json is ConversationUpdate =>
  isRecord(json) && Array.isArray(json["turns"]) && typeof json["total"] === "number" && "waiting" in json
const isHeard = (json: unknown): json is AnswerReceipt => isProgressed(json) && typeof Reflect.get(json, "isOvertaken") === "boolean"
const isOpened = (json: unknown): json is OpenedConversation => isProgressed(json) && isRecord(Reflect.get(json, "community"))
const isNamed = (json: unknown): json is { readonly name: string } => isRecord(json) && typeof json["name"] === "string"
