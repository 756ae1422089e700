// Many files, checked by as many threads as the machine has cores; they come in order, and memory holds a few batches however many
// there are.
import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import type { CheckedFile } from "./check-reports.ts"
import type { InputFile } from "./input-files.ts"

const batchSize = 32
/** Batches that may be done before the one that is to come next. */
const batchesAhead = 8

/** What a thread runs, beside this module in the sources and in the bundle. */
const thread = new URL(import.meta.url.endsWith(".ts") ? "./check-thread.ts" : "./thread.cjs", import.meta.url)

export type CheckTask = { readonly files: ReadonlyArray<InputFile>; readonly withLines: boolean }

export async function* checkInThreads(
  files: ReadonlyArray<InputFile>,
  { withLines }: { readonly withLines: boolean },
): AsyncGenerator<CheckedFile> {
  const batches = Array.from({ length: Math.ceil(files.length / batchSize) }, (_, i) => files.slice(i * batchSize, (i + 1) * batchSize))
  const workers = Array.from({ length: Math.min(availableParallelism(), batches.length) }, () => new Worker(thread))
  const idle = [...workers]
  const waiting: Array<(worker: Worker) => void> = []
  const check = async (batch: ReadonlyArray<InputFile>): Promise<ReadonlyArray<CheckedFile>> => {
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

const ask = (worker: Worker, task: CheckTask): Promise<ReadonlyArray<CheckedFile>> =>
  new Promise((done, fail) => {
    worker.once("error", fail)
    worker.once("message", (checked: ReadonlyArray<CheckedFile>) => {
      worker.off("error", fail)
      done(checked)
    })
    worker.postMessage(task)
  })
