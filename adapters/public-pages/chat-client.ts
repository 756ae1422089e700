// API client of the chat page, built on fetch alone to keep the page small. Errors are thrown as the domain's chat failures.
import { type AnswerRefusal, type ChatFailure, ChatFailureError } from "../../domain/chat/chat-failure.ts"
import type { AnswerReceipt, ConversationUpdate, OpenedConversation } from "../../domain/chat/respondent-view.ts"
import { transferTimeoutMs } from "../../domain/conversations/conversation-limits.ts"
import { isRecord } from "../../domain/json/json-value.ts"
import { isServerError, notOpenYetMessage, type ServerErrorBody } from "../contract/error-body.ts"

/** Returns why an answer was rejected: a catalog key and those of its values that are texts or numbers. */
export const parseRefusal = (key: string, values: unknown): AnswerRefusal => ({
  key,
  values: isRecord(values) ? pickPrintable(values) : {},
})

const pickPrintable = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "string" || typeof value === "number" ? [[name, value]] : [])),
  )

export type OpenRequest = {
  readonly anonymous?: { readonly community: string; readonly script: string; readonly start?: string }
}
/** Parameters of the page's URL for a conversation that has not started. */
type UrlParameters = { readonly language?: string; readonly metadata?: Readonly<Record<string, string>> }
/** What is sent until a conversation has started; an anonymous one is only stored then. */
type StartParameters = UrlParameters & OpenRequest

type PickedFile = { readonly name: string; readonly type: string; readonly arrayBuffer: () => Promise<ArrayBuffer> }

/** A request without a response in this time is aborted and counts as `unreachable`, which is retried. */
const timeoutsMs = { call: 20_000, file: transferTimeoutMs } as const

/** Creates the client for the conversation of one access key. URL parameters are sent until the conversation has started. */
export const createChatClient = (baseUrl: string, accessKey: string, urlParameters: UrlParameters) => {
  let parametersToSend: StartParameters = urlParameters
  const post = (path: string, fields: object, signal: AbortSignal) => {
    const body = JSON.stringify({ pass: accessKey, ...parametersToSend, ...fields })
    return sendRequest(`${baseUrl}/api/${path}`, signal, timeoutsMs.call, { "content-type": "application/json" }, body)
  }
  const parseUpdate = <T extends ConversationUpdate>(json: unknown, isExpected: (json: unknown) => json is T): T => {
    const update = expectShape(json, isExpected)
    parametersToSend = {}
    return update
  }
  return {
    open: async (request: OpenRequest, signal: AbortSignal): Promise<OpenedConversation> => {
      const opened = expectShape(await post("open", request, signal), isOpenedConversation)
      const { anonymous } = request
      const { start } = opened
      const begin = anonymous === undefined ? {} : { anonymous: { ...anonymous, ...(start !== undefined && { start }) } }
      parametersToSend = opened.isBegun ? {} : { ...urlParameters, ...begin }
      return opened
    },
    giveAnswer: async (
      answer: { readonly uuid: string; readonly given: unknown; readonly after: number },
      signal: AbortSignal,
    ): Promise<AnswerReceipt> => parseUpdate(await post("answer", answer, signal), isAnswerReceipt),
    poll: async (it: { readonly after: number }, signal: AbortSignal): Promise<ConversationUpdate> =>
      parseUpdate(await post("watch", it, signal), isConversationUpdate),
    /** Uploads a file and returns the `name` by which an answer refers to it. */
    uploadFile: async (uuid: string, file: PickedFile, signal: AbortSignal) => {
      // A file belongs to a stored conversation.
      if (parametersToSend.anonymous !== undefined) parseUpdate(await post("watch", { after: 0 }, signal), isConversationUpdate)
      const form = new FormData()
      form.set("pass", accessKey)
      form.set("uuid", uuid)
      form.set("file", new Blob([await readContent(file)], { type: file.type }), file.name)
      const { name } = expectShape(await sendRequest(`${baseUrl}/api/files`, signal, timeoutsMs.file, {}, form), isUploadResponse)
      return { name, label: file.name }
    },
  }
}

/** A file that cannot be read (moved or deleted since it was picked) is rejected alone; the others are still sent. */
const readContent = async (file: PickedFile): Promise<ArrayBuffer> => {
  try {
    return await file.arrayBuffer()
  } catch (error) {
    throw new ChatFailureError({ type: "refused", refusal: { key: "answer.file", values: {} } }, error)
  }
}

const sendRequest = async (
  url: string,
  callerSignal: AbortSignal,
  timeoutMs: number,
  headers: Readonly<Record<string, string>>,
  body: string | FormData,
): Promise<unknown> => {
  try {
    const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(timeoutMs)])
    const response = await fetch(url, {
      method: "POST",
      headers: { accept: "application/json", ...headers },
      body,
      signal,
      credentials: "omit",
    })
    const json: unknown = await response.json().catch(() => null)
    if (response.ok) return json
    throw toChatFailure(response, json)
  } catch (error) {
    throw error instanceof ChatFailureError ? error : new ChatFailureError({ type: "unreachable" }, error)
  }
}

/** Error responses of a proxy, for example during a restart of the server, count as `unreachable` and are retried. */
const toChatFailure = (response: Response, json: unknown): ChatFailureError => {
  const { status, headers } = response
  switch (status) {
    case 413:
      return new ChatFailureError({ type: "too-large" })
    case 429:
      return new ChatFailureError({ type: "too-soon", seconds: Number(headers.get("retry-after")) || 10 })
    default:
      return new ChatFailureError(isServerError(response, json) ? failureFromStatus(status, json) : { type: "unreachable" })
  }
}

const failureFromStatus = (status: number, body: ServerErrorBody): ChatFailure => {
  switch (status) {
    case 404:
      return { type: "missing" }
    case 409:
      return { type: "already-answered" }
    case 410:
      return { type: "closed" }
    case 423:
      return { type: body.message === notOpenYetMessage ? "not-open-yet" : "paused" }
    case 400:
    case 415:
    case 422:
      return { type: "refused", refusal: parseRefusal(body.message, body.values) }
    default:
      return { type: "unreachable" }
  }
}

/** The server is trusted, so only enough of its response is checked to tell it from a proxy's. */
const expectShape = <T>(json: unknown, isExpected: (json: unknown) => json is T): T => {
  if (!isExpected(json)) throw new ChatFailureError({ type: "unreachable" })
  return json
}
const isConversationUpdate = (json: unknown): json is ConversationUpdate =>
  isRecord(json) && Array.isArray(json["turns"]) && typeof json["total"] === "number" && "waiting" in json
const isAnswerReceipt = (json: unknown): json is AnswerReceipt =>
  isConversationUpdate(json) && typeof Reflect.get(json, "isOvertaken") === "boolean"
const isOpenedConversation = (json: unknown): json is OpenedConversation =>
  isConversationUpdate(json) && isRecord(Reflect.get(json, "community"))
const isUploadResponse = (json: unknown): json is { readonly name: string } => isRecord(json) && typeof json["name"] === "string"
