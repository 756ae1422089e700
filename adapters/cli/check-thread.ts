// Worker thread of the `check` command: checks the files of each task and sends back the results.
import { parentPort } from "node:worker_threads"
import { checkInputFile } from "./check-command.ts"
import type { CheckedFile } from "./check-reports.ts"
import type { CheckTask } from "./check-thread-pool.ts"

const checkAll = async ({ files, options }: CheckTask): Promise<ReadonlyArray<CheckedFile>> => {
  const checked: Array<CheckedFile> = []
  for (const file of files) checked.push(await checkInputFile(file, options))
  return checked
}

parentPort?.on("message", (task: CheckTask) => {
  // An unhandled rejection ends the thread; the thread pool receives it as an `error` event.
  void checkAll(task).then((checked) => parentPort?.postMessage(checked))
})
