// Analyses of scripts in a worker, so that the editor responds meanwhile: `serveScriptAnalyses` runs in the worker, `connectScriptAnalyses`
// on the page.
import type { CheckedScript } from "../../domain/check/editor-check.ts"
import type { Proof, ProofRequest } from "../../domain/check/proofs.ts"
import { Unreachable } from "../../domain/failures/failure.ts"
import type { Flow } from "../../domain/flow/flow-graph.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { createScriptDecoder, createScriptEncoder, type TransferredScript } from "./script-transfer.ts"

type Analyses = {
  readonly check: (script: AuthoredScript) => CheckedScript
  readonly prove: (request: ProofRequest) => Proof
  readonly buildFlow: (script: AuthoredScript) => Flow
}

/** `prove` tells whether one conversation can show the instructions at `places`. */
type Task = { readonly name: "check" | "buildFlow" } | { readonly name: "prove"; readonly places: ReadonlyArray<number> }
type Operation = { readonly script: AuthoredScript; readonly task: Task }
type Request = { readonly call: number; readonly script: TransferredScript; readonly task: Task }
type Reply = { readonly call: number } & ({ readonly output: unknown } | { readonly error: string })

/** Performs the analyses that the page requests. Called once, in the worker. */
export const serveScriptAnalyses = ({ check, prove, buildFlow }: Analyses): void => {
  const send = (reply: Reply) => postMessage(reply)
  const decode = createScriptDecoder()
  const run = (script: AuthoredScript, task: Task) => {
    switch (task.name) {
      case "check":
        return check(script)
      case "prove":
        return prove({ script, places: task.places })
      case "buildFlow":
        return buildFlow(script)
    }
  }
  addEventListener("message", ({ data }: MessageEvent<Request>) => {
    const { call, task } = data
    const script = decode(data.script)
    try {
      send({ call, output: run(script, task) })
    } catch (error) {
      send({ call, error: String(error) })
    }
  })
}

type PendingCall = {
  readonly operation: Operation
  readonly resolve: (output: never) => void
  readonly reject: (reason: unknown) => void
}

/** The analyses as seen by the page. They reject with `Unreachable` if the worker cannot be loaded, or with the signal's reason. */
export type ScriptAnalysisClient = {
  readonly check: (script: AuthoredScript, signal: AbortSignal) => Promise<CheckedScript>
  readonly prove: (request: ProofRequest, signal: AbortSignal) => Promise<Proof>
  readonly buildFlow: (script: AuthoredScript, signal: AbortSignal) => Promise<Flow>
}

/** Connects to the worker, which `start` starts with the first call and after each canceled one: a running analysis cannot be interrupted. */
export const connectScriptAnalyses = (start: () => Worker): ScriptAnalysisClient => {
  const pending = new Map<number, PendingCall>()
  let worker: Worker | null = null
  let encode = createScriptEncoder()
  let lastCall = 0
  const stop = () => {
    worker?.terminate()
    worker = null
  }
  const getWorker = (): Worker => {
    if (worker !== null) return worker
    const started = start()
    started.addEventListener("message", ({ data }: MessageEvent<Reply & { readonly output: never }>) => {
      const call = pending.get(data.call)
      pending.delete(data.call)
      if ("error" in data) call?.reject(new Error(String(data.error)))
      else call?.resolve(data.output)
    })
    // A worker that could not be loaded reports an event without a message.
    started.addEventListener("error", ({ message = "" }: Partial<ErrorEvent>) => {
      if (worker !== started) return
      stop()
      for (const { reject } of pending.values()) reject(new Unreachable({ message }))
      pending.clear()
    })
    worker = started
    encode = createScriptEncoder()
    return started
  }
  const post = (call: number, { script, task }: Operation): void => {
    const target = getWorker()
    const request: Request = { call, script: encode(script), task }
    target.postMessage(request)
  }
  const ask = <Output>(operation: Operation, signal: AbortSignal): Promise<Output> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const call = ++lastCall
      pending.set(call, { operation, resolve, reject })
      signal.addEventListener("abort", () => {
        if (!pending.delete(call)) return
        reject(signal.reason)
        stop()
        // The other calls start again in a new worker.
        for (const [other, { operation: restarted }] of pending) post(other, restarted)
      })
      return post(call, operation)
    })
  return {
    check: (script, signal) => ask({ script, task: { name: "check" } }, signal),
    prove: ({ script, places }, signal) => ask({ script, task: { name: "prove", places } }, signal),
    buildFlow: (script, signal) => ask({ script, task: { name: "buildFlow" } }, signal),
  }
}
