// Work that nobody waits for, such as a mail: it must not tell by its length what was done, and a stop of the server waits for it.

export type Later = {
  readonly run: (work: () => Promise<void>) => void
  /** Resolves when all of it is done. */
  readonly rest: () => Promise<void>
}

export const laterWork = (log: (problem: string) => void): Later => {
  const running = new Set<Promise<void>>()
  return {
    run: (work) => {
      const one = work()
        .catch((error: unknown) => log(`left for later: ${String(error)}`))
        .finally(() => running.delete(one))
      running.add(one)
    },
    rest: async () => {
      await Promise.all(running)
    },
  }
}
