// The links desk on a worker: `serveDesk` there, `openDesk` on the page. Each call has a number, may tell how far it is, and can be called off.
import * as Schema from "effect/Schema"
import { Failure, isFailure } from "../../../domain/failure.ts"
import type { LinkGenerator } from "./link-generator.ts"

type Operation = keyof LinkGenerator
type Input<D extends Operation> = Parameters<LinkGenerator[D]>[0]
type Output<D extends Operation> = Awaited<ReturnType<LinkGenerator[D]>>

type OperationRequest = { readonly [D in Operation]: { readonly call: number; readonly deed: D; readonly input: Input<D> } }[Operation]
type CancelRequest = { readonly call: number; readonly deed: "call off" }
type Reply =
  | { readonly call: number; readonly type: "news"; readonly news: number }
  | { readonly call: number; readonly type: "done"; readonly output: unknown }
  /** `failure` as its schema encodes it; null: a bug, which `message` tells. */
  | { readonly call: number; readonly type: "failed"; readonly failure: unknown; readonly message: string }

/** Answers what the page asks. Called on a worker, once. */
export const serveLinkGenerator = (desk: LinkGenerator): void => {
  const calls = new Map<number, AbortController>()
  const reply = (it: Reply) => postMessage(it)
  addEventListener("message", (event: MessageEvent) => {
    const ask: OperationRequest | CancelRequest = event.data
    const { call } = ask
    if (ask.deed === "call off") return calls.get(call)?.abort()
    const ends = new AbortController()
    calls.set(call, ends)
    const tell = (news: number) => reply({ call, type: "news", news })
    answer(desk, ask, ends.signal, tell)
      .then(
        (output) => reply({ call, type: "done", output }),
        (error: unknown) =>
          reply({
            call,
            type: "failed",
            failure: isFailure(error) ? Schema.encodeSync(Failure)(error) : null,
            message: String(error),
          }),
      )
      .finally(() => calls.delete(call))
  })
}

const answer = (desk: LinkGenerator, ask: OperationRequest, signal: AbortSignal, tell: (news: number) => void): Promise<unknown> => {
  switch (ask.deed) {
    case "read":
      return desk.read(ask.input, signal, tell)
    case "check":
      return desk.check(ask.input)
    case "plan":
      return desk.plan(ask.input)
    case "make":
      return desk.make(ask.input, signal)
    case "page":
      return desk.page(ask.input)
    case "file":
      return desk.file(ask.input)
  }
}

export type LinkGeneratorClient = {
  /** Rejects with a `Failure` of the domain, or with the signal's reason. */
  readonly ask: <D extends Operation>(deed: D, input: Input<D>, signal: AbortSignal, tell?: (news: number) => void) => Promise<Output<D>>
  readonly close: () => void
}

/** The page's end of a desk. A worker that dies fails what was asked of it. */
export const connectLinkGenerator = (worker: Worker): LinkGeneratorClient => {
  const pending = new Map<number, { readonly take: (event: MessageEvent) => void; readonly fail: (message: string) => void }>()
  let last = 0
  worker.addEventListener("message", (event: MessageEvent) => pending.get(event.data.call)?.take(event))
  worker.addEventListener("error", ({ message }) => {
    for (const { fail } of pending.values()) fail(message)
  })
  return {
    ask: (deed, input, signal, tell = () => undefined) =>
      new Promise((resolve, reject) => {
        const call = ++last
        const post = (it: object) => worker.postMessage({ call, ...it })
        const ended = new AbortController()
        const over = () => {
          pending.delete(call)
          ended.abort()
        }
        const callOff = () => {
          over()
          post({ deed: "call off" })
          reject(signal.reason)
        }
        signal.addEventListener("abort", callOff, { signal: ended.signal })
        pending.set(call, {
          take: ({ data }) => {
            const reply: Reply = data
            if (reply.type === "news") return tell(reply.news)
            over()
            if (reply.type === "done") return resolve(data.output)
            reject(reply.failure === null ? new Error(reply.message) : Schema.decodeUnknownSync(Failure)(reply.failure))
          },
          fail: (message) => {
            over()
            reject(new Error(message))
          },
        })
        post({ deed, input })
      }),
    close: () => worker.terminate(),
  }
}
