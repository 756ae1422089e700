// Analyses of scripts in a worker, so that the editor responds meanwhile: `serveScriptAnalyses` runs in the worker, `connectScriptAnalyses`
// on the page.
import type { Proof, ProofRequest } from "../../domain/check/proofs.ts"
import { Unreachable } from "../../domain/failures/failure.ts"
import type { Finding } from "../../domain/findings/finding.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"

type Analyses = {
  readonly check: (script: AuthoredScript) => ReadonlyArray<Finding>
  readonly prove: (request: ProofRequest) => Proof
}

type Operation = { readonly name: "check"; readonly input: AuthoredScript } | { readonly name: "prove"; readonly input: ProofRequest }
type Request = Operation & { readonly call: number }
type Reply = { readonly call: number } & ({ readonly output: unknown } | { readonly error: string })

/** Performs the analyses that the page requests. Called once, in the worker. */
export const serveScriptAnalyses = ({ check, prove }: Analyses): void => {
  const send = (reply: Reply) => postMessage(reply)
  addEventListener("message", ({ data }: MessageEvent<Request>) => {
    const { call } = data
    try {
      send({ call, output: data.name === "check" ? check(data.input) : prove(data.input) })
    } catch (error) {
      send({ call, error: String(error) })
    }
  })
}

type PendingCall = {
  readonly request: Request
  readonly resolve: (output: never) => void
  readonly reject: (reason: unknown) => void
}

/** The analyses as seen by the page. They reject with `Unreachable` if the worker cannot be loaded, or with the signal's reason. */
export type ScriptAnalysisClient = {
  readonly check: (script: AuthoredScript, signal: AbortSignal) => Promise<ReadonlyArray<Finding>>
  readonly prove: (request: ProofRequest, signal: AbortSignal) => Promise<Proof>
}

/** Connects to the worker, which `start` starts with the first call and after each canceled one: a running analysis cannot be interrupted. */
export const connectScriptAnalyses = (start: () => Worker): ScriptAnalysisClient => {
  const pending = new Map<number, PendingCall>()
  let worker: Worker | null = null
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
    return started
  }
  const ask = <Output>(operation: Operation, signal: AbortSignal): Promise<Output> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const call = ++lastCall
      const request = { ...operation, call }
      pending.set(call, { request, resolve, reject })
      signal.addEventListener("abort", () => {
        if (!pending.delete(call)) return
        reject(signal.reason)
        stop()
        // The other calls start again in a new worker.
        for (const { request: other } of pending.values()) getWorker().postMessage(other)
      })
      return getWorker().postMessage(request)
    })
  return {
    check: (input, signal) => ask({ name: "check", input }, signal),
    prove: (input, signal) => ask({ name: "prove", input }, signal),
  }
}
