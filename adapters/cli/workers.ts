// Many files, checked by as many threads as the machine has cores; they come in order, and memory holds a few batches however many
// there are.
import { availableParallelism } from "node:os"
import { parentPort, Worker } from "node:worker_threads"
import { checkOne } from "./checked.ts"
import type { Checked } from "./report.ts"

const batchSize = 32
/** Batches that may be done before the one that is to come next. */
const batchesAhead = 8

type Task = { readonly files: ReadonlyArray<string>; readonly withLines: boolean }

/** `entry` is the module that a thread runs: this program, which then calls `serve`. */
export async function* checkedByThreads(
  files: ReadonlyArray<string>,
  { entry, withLines }: { readonly entry: string; readonly withLines: boolean },
): AsyncGenerator<Checked> {
  const batches = Array.from({ length: Math.ceil(files.length / batchSize) }, (_, i) => files.slice(i * batchSize, (i + 1) * batchSize))
  const workers = Array.from({ length: Math.min(availableParallelism(), batches.length) }, () => new Worker(new URL(entry)))
  const idle = [...workers]
  const waiting: Array<(worker: Worker) => void> = []
  const check = async (batch: ReadonlyArray<string>): Promise<ReadonlyArray<Checked>> => {
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

/** The thread's side: answers each task with what it found. */
export const serve = (): void => {
  const port = parentPort
  if (port === null) throw new Error("only a thread serves")
  port.on("message", (task: Task) => {
    // A rejection ends the thread, and with that the check: `ask` hears of it as an error.
    void checkAll(task).then((checked) => port.postMessage(checked))
  })
}

const checkAll = async ({ files, withLines }: Task): Promise<ReadonlyArray<Checked>> => {
  const checked: Array<Checked> = []
  for (const file of files) checked.push(await checkOne(file, { withLines }))
  return checked
}
