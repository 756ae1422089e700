// Connects the page to the link generator in its worker: `serveLinkGenerator` runs in the worker,
// `connectLinkGenerator` on the page. Each call has a number, can report progress and can be canceled.
import * as Schema from "effect/Schema"
import { Failure, isFailure } from "../../../domain/failures/failure.ts"
import type { LinkGenerator } from "./link-generator.ts"

type Operation = keyof LinkGenerator
type Input<Name extends Operation> = Parameters<LinkGenerator[Name]>[0]
type Output<Name extends Operation> = Awaited<ReturnType<LinkGenerator[Name]>>

type OperationRequest = {
  readonly [Name in Operation]: { readonly call: number; readonly operation: Name; readonly input: Input<Name> }
}[Operation]
type CancelRequest = { readonly call: number; readonly operation: "cancel" }
type Reply =
  | { readonly call: number; readonly type: "progress"; readonly bytes: number }
  | { readonly call: number; readonly type: "done"; readonly output: unknown }
  /** `failure` is encoded by its schema; null stands for a bug, described by `message`. */
  | { readonly call: number; readonly type: "failed"; readonly failure: unknown; readonly message: string }

/** Performs the operations that the page requests. Called once, in the worker. */
export const serveLinkGenerator = (generator: LinkGenerator): void => {
  const calls = new Map<number, AbortController>()
  const send = (reply: Reply) => postMessage(reply)
  addEventListener("message", (event: MessageEvent) => {
    const request: OperationRequest | CancelRequest = event.data
    const { call } = request
    if (request.operation === "cancel") return calls.get(call)?.abort()
    const controller = new AbortController()
    calls.set(call, controller)
    const reportProgress = (bytes: number) => send({ call, type: "progress", bytes })
    perform(generator, request, controller.signal, reportProgress)
      .then(
        (output) => send({ call, type: "done", output }),
        (error: unknown) =>
          send({
            call,
            type: "failed",
            failure: isFailure(error) ? Schema.encodeSync(Failure)(error) : null,
            message: String(error),
          }),
      )
      .finally(() => calls.delete(call))
  })
}

const perform = (
  generator: LinkGenerator,
  request: OperationRequest,
  signal: AbortSignal,
  reportProgress: (bytes: number) => void,
): Promise<unknown> => {
  switch (request.operation) {
    case "read":
      return generator.read(request.input, signal, reportProgress)
    case "check":
      return generator.check(request.input)
    case "plan":
      return generator.plan(request.input)
    case "make":
      return generator.make(request.input, signal)
    case "page":
      return generator.page(request.input)
    case "file":
      return generator.file(request.input)
  }
}

export type LinkGeneratorClient = {
  /** Rejects with a `Failure` of the domain, or with the signal's reason. */
  readonly ask: <Name extends Operation>(
    operation: Name,
    input: Input<Name>,
    signal: AbortSignal,
    reportProgress?: (bytes: number) => void,
  ) => Promise<Output<Name>>
  readonly close: () => void
}

/** Connects to a link generator in a worker. If the worker fails, its pending calls are rejected. */
export const connectLinkGenerator = (worker: Worker): LinkGeneratorClient => {
  const pending = new Map<number, { readonly handleReply: (event: MessageEvent) => void; readonly fail: (message: string) => void }>()
  let lastCall = 0
  worker.addEventListener("message", (event: MessageEvent) => pending.get(event.data.call)?.handleReply(event))
  worker.addEventListener("error", ({ message }) => {
    for (const { fail } of pending.values()) fail(message)
  })
  return {
    ask: (operation, input, signal, reportProgress = () => undefined) =>
      new Promise((resolve, reject) => {
        const call = ++lastCall
        const post = (request: object) => worker.postMessage({ call, ...request })
        const listener = new AbortController()
        const finish = () => {
          pending.delete(call)
          listener.abort()
        }
        const cancel = () => {
          finish()
          post({ operation: "cancel" })
          reject(signal.reason)
        }
        signal.addEventListener("abort", cancel, { signal: listener.signal })
        pending.set(call, {
          handleReply: ({ data }) => {
            const reply: Reply = data
            if (reply.type === "progress") return reportProgress(reply.bytes)
            finish()
            if (reply.type === "done") return resolve(data.output)
            reject(reply.failure === null ? new Error(reply.message) : Schema.decodeUnknownSync(Failure)(reply.failure))
          },
          fail: (message) => {
            finish()
            reject(new Error(message))
          },
        })
        post({ operation, input })
      }),
    close: () => worker.terminate(),
  }
}
