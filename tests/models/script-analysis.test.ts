// The page's side of the worker that checks scripts: results, cancellation and failures.
import { beforeEach, expect, test } from "vitest"
import { connectScriptAnalyses, type ScriptAnalysisClient } from "../../adapters/browser/script-analysis.ts"
import { createScriptDecoder, createScriptEncoder, type TransferredScript } from "../../adapters/browser/script-transfer.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { instruction } from "../arbitraries/answerable.ts"

type Posted = {
  readonly call: number
  readonly script: TransferredScript
  readonly task: { readonly name: string; readonly places?: ReadonlyArray<number> }
}

/** A worker whose replies the test sends. */
class FakeWorker extends EventTarget {
  readonly posted: Array<Posted> = []
  isTerminated = false
  postMessage(request: Posted) {
    this.posted.push(request)
  }
  terminate() {
    this.isTerminated = true
  }
  reply(call: number, reply: object) {
    this.dispatchEvent(new MessageEvent("message", { data: { call, ...reply } }))
  }
}

let workers: Array<FakeWorker>
let client: ScriptAnalysisClient
beforeEach(() => {
  workers = []
  client = connectScriptAnalyses(() => {
    workers.push(new FakeWorker())
    // The client uses only what FakeWorker has.
    return workers.at(-1) as unknown as Worker
  })
})

const script = (name: string, instructions: AuthoredScript["instructions"] = []): AuthoredScript => ({
  name,
  public_name: "",
  language: "en",
  instructions,
})
const outcomeOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => ({ error }))
const { signal: never } = new AbortController()

test("calls get their own results, in whatever order the worker finishes them", async () => {
  const [check, proof] = [client.check(script("a"), never), client.prove({ script: script("a"), places: [0] }, never)]
  const flow = client.buildFlow(script("a"), never)
  const [worker] = workers
  const tasks = [{ name: "check" }, { name: "prove", places: [0] }, { name: "buildFlow" }]
  expect([workers.length, worker?.posted.map(({ task }) => task)]).toEqual([1, tasks])
  worker?.reply(worker.posted[2]?.call ?? 0, { output: { nodes: [], edges: [] } })
  worker?.reply(worker.posted[1]?.call ?? 0, { output: { _tag: "Unknown" } })
  worker?.reply(worker.posted[0]?.call ?? 0, { output: [] })
  expect([await check, await proof, await flow]).toEqual([[], { _tag: "Unknown" }, { nodes: [], edges: [] }])
})

test("a canceled call ends its worker, and the other calls start again in a new one", async () => {
  const controller = new AbortController()
  const check = outcomeOf(client.check(script("old"), controller.signal))
  const proof = client.prove({ script: script("old"), places: [0] }, never)
  controller.abort("changed")
  expect(await check).toEqual({ error: "changed" })
  expect(workers.map(({ isTerminated, posted }) => [isTerminated, posted.map(({ task }) => task.name)])).toEqual([
    [true, ["check", "prove"]],
    [false, ["prove"]],
  ])
  workers[1]?.reply(workers[1].posted[0]?.call ?? 0, { output: { _tag: "Unknown" } })
  expect(await proof).toEqual({ _tag: "Unknown" })
})

test("a worker receives an instruction once and keeps it as the same object through moves, removals and edits of others", () => {
  const [a, b, c] = [instruction(0, { label: "a" }), instruction(1, { label: "b" }), instruction(2, { label: "c" })] as const
  const edited = { ...b, label: "edited" }
  const lists = [[a, b, c], [c, a], [c, edited, a], [], [a]]
  const [encode, decode] = [createScriptEncoder(), createScriptDecoder()]
  const sent = lists.map((list) => encode(script("any", list)))
  expect(sent.map(({ instructions }) => instructions)).toEqual([[a, b, c], [2, 0], [0, edited, 1], [], [a]])
  const received = sent.map((it) => decode(structuredClone(it)))
  expect(received).toEqual(lists.map((list) => script("any", list)))
  const of = (list: number, index: number) => received[list]?.instructions[index]
  expect([of(1, 0) === of(0, 2), of(1, 1) === of(0, 0), of(2, 2) === of(0, 0)]).toEqual([true, true, true])
})

test("a worker that replaces another receives whole scripts", () => {
  const list = [instruction(0, { label: "a" })]
  const controller = new AbortController()
  void outcomeOf(client.check(script("first", list), never))
  void outcomeOf(client.check(script("second", list), controller.signal))
  expect(workers[0]?.posted.map(({ script: { instructions } }) => instructions)).toEqual([list, [0]])
  controller.abort()
  expect(workers[1]?.posted.map(({ script: { instructions } }) => instructions)).toEqual([list])
})

test("a call that was canceled before it began starts nothing, and one canceled afterwards ends nothing", async () => {
  expect(await outcomeOf(client.check(script("a"), AbortSignal.abort("changed")))).toEqual({ error: "changed" })
  expect(workers).toEqual([])
  const controller = new AbortController()
  const check = client.check(script("b"), controller.signal)
  workers[0]?.reply(workers[0].posted[0]?.call ?? 0, { output: [] })
  expect(await check).toEqual([])
  controller.abort()
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([false])
})

test("a worker that fails to load rejects its calls as unreachable, and the next call starts another", async () => {
  const check = outcomeOf(client.check(script("a"), never))
  workers[0]?.dispatchEvent(new Event("error"))
  expect(await check).toMatchObject({ error: { _tag: "Unreachable" } })
  const next = client.check(script("a"), never)
  workers[1]?.reply(workers[1].posted[0]?.call ?? 0, { output: [] })
  expect(await next).toEqual([])
})

test("an error of an analysis rejects only its call", async () => {
  const check = outcomeOf(client.check(script("a"), never))
  workers[0]?.reply(workers[0].posted[0]?.call ?? 0, { error: "RangeError: too deep" })
  expect(await check).toEqual({ error: new Error("RangeError: too deep") })
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([false])
})
