// A thread of the tool: answers each task with what it found.
import { parentPort } from "node:worker_threads"
import { checkInputFile } from "./check-command.ts"
import type { CheckedFile } from "./check-reports.ts"
import type { CheckTask } from "./check-thread-pool.ts"

const checkAll = async ({ files, withLines }: CheckTask): Promise<ReadonlyArray<CheckedFile>> => {
  const checked: Array<CheckedFile> = []
  for (const file of files) checked.push(await checkInputFile(file, { withLines }))
  return checked
}

parentPort?.on("message", (task: CheckTask) => {
  // A rejection ends the thread, and with that the check: who asked hears of it as an error.
  void checkAll(task).then((checked) => parentPort?.postMessage(checked))
})
