// A thread of the tool: answers each task with what it found.
import { parentPort } from "node:worker_threads"
import { checkOne } from "./check-command.ts"
import type { Checked } from "./check-reports.ts"
import type { Task } from "./check-thread-pool.ts"

const checkAll = async ({ files, withLines }: Task): Promise<ReadonlyArray<Checked>> => {
  const checked: Array<Checked> = []
  for (const file of files) checked.push(await checkOne(file, { withLines }))
  return checked
}

parentPort?.on("message", (task: Task) => {
  // A rejection ends the thread, and with that the check: who asked hears of it as an error.
  void checkAll(task).then((checked) => parentPort?.postMessage(checked))
})
