// How far a long check is, for who sits at a terminal.

/** Files from which on it is shown. */
const many = 200
/** Milliseconds between two showings. */
const pause = 100

type Progress = { readonly show: (done: number) => void; readonly clear: () => void }

export const progressOf = (total: number): Progress => {
  if (total <= many || !process.stderr.isTTY) return { show: () => {}, clear: () => {} }
  let last = 0
  return {
    show: (done) => {
      const now = performance.now()
      if (now - last < pause) return
      last = now
      process.stderr.write(`\r${done} of ${total} files`)
    },
    clear: () => {
      process.stderr.write("\r\u001b[K")
    },
  }
}
