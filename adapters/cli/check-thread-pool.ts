// Many files, checked by as many threads as the machine has cores; they come in order, and memory holds a few batches however many
// there are.
import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import type { Checked } from "./check-reports.ts"
import type { Source } from "./input-files.ts"

const batchSize = 32
/** Batches that may be done before the one that is to come next. */
const batchesAhead = 8

/** What a thread runs, beside this module in the sources and in the bundle. */
const thread = new URL(import.meta.url.endsWith(".ts") ? "./check-thread.ts" : "./thread.cjs", import.meta.url)

export type Task = { readonly files: ReadonlyArray<Source>; readonly withLines: boolean }

export async function* checkedByThreads(
  files: ReadonlyArray<Source>,
  { withLines }: { readonly withLines: boolean },
): AsyncGenerator<Checked> {
  const batches = Array.from({ length: Math.ceil(files.length / batchSize) }, (_, i) => files.slice(i * batchSize, (i + 1) * batchSize))
  const workers = Array.from({ length: Math.min(availableParallelism(), batches.length) }, () => new Worker(thread))
  const idle = [...workers]
  const waiting: Array<(worker: Worker) => void> = []
  const check = async (batch: ReadonlyArray<Source>): Promise<ReadonlyArray<Checked>> => {
    const worker = idle.pop() ?? (await new Promise<Worker>((free) => waiting.push(free)))
    const checked = await ask(worker, { files: batch, withLines })
    const next = waiting.shift()
    if (next === undefined) idle.push(worker)
    else next(worker)
    return checked
  }
  try {
    const running = batches.slice(0, batchesAhead).map(check)
    for (const i of batches.keys()) {
      const checked = await running.shift()
      const following = batches[i + batchesAhead]
      if (following !== undefined) running.push(check(following))
      yield* checked ?? []
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

const ask = (worker: Worker, task: Task): Promise<ReadonlyArray<Checked>> =>
  new Promise((done, fail) => {
    worker.once("error", fail)
    worker.once("message", (checked: ReadonlyArray<Checked>) => {
      worker.off("error", fail)
      done(checked)
    })
    worker.postMessage(task)
  })
