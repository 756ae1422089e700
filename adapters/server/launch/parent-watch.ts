// A server that npm started is of no use without npm: nobody is left who would pass a signal on to it.

const intervalMs = 500

/**
 * Where npm started this process: once its parent is gone, shuts it down as if its terminal had closed. That is how a signal reaches it which
 * ends npm, but which npm does not pass on (SIGHUP, SIGKILL). A deployment starts the built server directly, which may well outlive its parent.
 * On Windows a process keeps the id of a parent that is gone, so nothing happens there.
 */
export const shutDownWithNpm = (): void => {
  if (process.env["npm_lifecycle_event"] === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.emit("SIGHUP", "SIGHUP")
  }, intervalMs).unref()
}
