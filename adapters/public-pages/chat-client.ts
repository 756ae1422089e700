// The calls of the respondents' page (adapters/contract/public-page-contract.ts), with nothing but fetch: the page has to be small. What goes wrong is
// thrown as one of the domain's troubles.
import { type Refusal, type Trouble, Troubled } from "../../domain/chat/chat-failure.ts"
import type { Heard, Opened, Progressed } from "../../domain/chat/respondent-view.ts"
import { arrivesWithin } from "../../domain/conversations/conversation-limits.ts"
import { isRecord } from "../../domain/json/json-parser.ts"
import { isOwnRefusal, type OwnRefusal } from "../contract/server-error.ts"

// What was wrong with an answer, read from what a server says or a device holds of it.

/** The refusal of this key; of its values those that can be told. */
export const readRefusal = (key: string, values: unknown): Refusal => ({ key, values: isRecord(values) ? written(values) : {} })

const written = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "string" || typeof value === "number" ? [[name, value]] : [])),
  )

export type Opening = {
  readonly anonymous?: { readonly community: string; readonly script: string }
}
/** What the page's address says of a conversation. */
type Address = { readonly language?: string; readonly metadata?: Readonly<Record<string, string>> }

type File = { readonly name: string; readonly type: string; readonly arrayBuffer: () => Promise<ArrayBuffer> }

/** Milliseconds: what has not been answered by then is given up, and tried again. */
const patience = { call: 20_000, file: arrivesWithin } as const

/** The calls for the conversation of one pass, at the chat's base; what the `address` says is sent until it is begun, which is with that. */
export const chatCalls = (base: string, pass: string, address: Address) => {
  let beginsWith: Address = address
  const post = (path: string, body: object, signal: AbortSignal) => {
    const sent = JSON.stringify({ pass, ...beginsWith, ...body })
    return made(`${base}/api/${path}`, signal, patience.call, { "content-type": "application/json" }, sent)
  }
  const reached = <T extends Progressed>(json: unknown, is: (json: unknown) => json is T): T => {
    const it = told(json, is)
    beginsWith = {}
    return it
  }
  return {
    open: async (opening: Opening, signal: AbortSignal): Promise<Opened> => {
      const opened = told(await post("open", opening, signal), isOpened)
      if (opened.isBegun) beginsWith = {}
      return opened
    },
    giveAnswer: async (
      answer: { readonly uuid: string; readonly given: unknown; readonly after: number },
      signal: AbortSignal,
    ): Promise<Heard> => reached(await post("answer", answer, signal), isHeard),
    watch: async (it: { readonly after: number }, signal: AbortSignal): Promise<Progressed> =>
      reached(await post("watch", it, signal), isProgressed),
    /** Sends a file; it is answered with by its `name`. */
    keepFile: async (uuid: string, file: File, signal: AbortSignal) => {
      const form = new FormData()
      form.set("pass", pass)
      form.set("uuid", uuid)
      form.set("file", new Blob([await contentOf(file)], { type: file.type }), file.name)
      const { name } = told(await made(`${base}/api/files`, signal, patience.file, {}, form), isNamed)
      return { name, label: file.name }
    },
  }
}

/** One that cannot be read, as when it was moved meanwhile, is refused by itself: the others that were picked are still sent. */
const contentOf = async (file: File): Promise<ArrayBuffer> => {
  try {
    return await file.arrayBuffer()
  } catch (error) {
    throw new Troubled({ type: "refused", refusal: { key: "answer.file", values: {} } }, error)
  }
}

const made = async (
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
    throw error instanceof Troubled ? error : new Troubled({ type: "unreachable" }, error)
  }
}

/** What the server says nothing to came from something between, as a proxy does while the server begins anew: it is tried again. */
const refused = (response: Response, json: unknown): Troubled => {
  const { status, headers } = response
  switch (status) {
    case 413:
      return new Troubled({ type: "too-large" })
    case 429:
      return new Troubled({ type: "too-soon", seconds: Number(headers.get("retry-after")) || 10 })
    default:
      return new Troubled(isOwnRefusal(response, json) ? ownTrouble(status, json) : { type: "unreachable" })
  }
}

const ownTrouble = (status: number, refusal: OwnRefusal): Trouble => {
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
      return { type: "refused", refusal: readRefusal(refusal.message, refusal.values) }
    default:
      return { type: "unreachable" }
  }
}

/** The server is this page's own: enough of its answer is looked at to tell it from the answer of something between. */
const told = <T>(json: unknown, is: (json: unknown) => json is T): T => {
  if (!is(json)) throw new Troubled({ type: "unreachable" })
  return json
}
const isProgressed = (json: unknown): json is Progressed =>
  isRecord(json) && Array.isArray(json["turns"]) && typeof json["total"] === "number" && "waiting" in json
const isHeard = (json: unknown): json is Heard => isProgressed(json) && typeof Reflect.get(json, "isOvertaken") === "boolean"
const isOpened = (json: unknown): json is Opened => isProgressed(json) && isRecord(Reflect.get(json, "community"))
const isNamed = (json: unknown): json is { readonly name: string } => isRecord(json) && typeof json["name"] === "string"
