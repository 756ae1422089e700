// Checks many files with one thread per core. Results are returned in order, and only a few batches are in memory at a time.
import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import type { CheckedFile } from "./check-reports.ts"
import type { InputFile } from "./input-files.ts"

const batchSize = 32
/** Maximum number of batches that are started before the next one to return is done. */
const maxBatchesAhead = 8

/** The module of a thread, next to this one in the sources and in the bundle. */
const threadUrl = new URL(import.meta.url.endsWith(".ts") ? "./check-thread.ts" : "./thread.cjs", import.meta.url)

export type CheckOptions = {
  /** Whether findings have lines and columns. */
  readonly withLines: boolean
  /** Whether the checksum may be missing or wrong, as while a file is edited by hand. */
  readonly isUnsealed: boolean
}

export type CheckTask = { readonly files: ReadonlyArray<InputFile>; readonly options: CheckOptions }

export async function* checkInThreads(files: ReadonlyArray<InputFile>, options: CheckOptions): AsyncGenerator<CheckedFile> {
  const batches = Array.from({ length: Math.ceil(files.length / batchSize) }, (_, i) => files.slice(i * batchSize, (i + 1) * batchSize))
  const workers = Array.from({ length: Math.min(availableParallelism(), batches.length) }, () => new Worker(threadUrl))
  const idle = [...workers]
  const waitingBatches: Array<(worker: Worker) => void> = []
  const check = async (batch: ReadonlyArray<InputFile>): Promise<ReadonlyArray<CheckedFile>> => {
    const worker = idle.pop() ?? (await new Promise<Worker>((assign) => waitingBatches.push(assign)))
    const checked = await runTask(worker, { files: batch, options })
    const assignNext = waitingBatches.shift()
    if (assignNext === undefined) idle.push(worker)
    else assignNext(worker)
    return checked
  }
  try {
    const running = batches.slice(0, maxBatchesAhead).map(check)
    for (const i of batches.keys()) {
      const checked = await running.shift()
      const nextBatch = batches[i + maxBatchesAhead]
      if (nextBatch !== undefined) running.push(check(nextBatch))
      yield* checked ?? []
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

const runTask = (worker: Worker, task: CheckTask): Promise<ReadonlyArray<CheckedFile>> =>
  new Promise((resolve, reject) => {
    worker.once("error", reject)
    worker.once("message", (checked: ReadonlyArray<CheckedFile>) => {
      worker.off("error", reject)
      resolve(checked)
    })
    worker.postMessage(task)
  })
