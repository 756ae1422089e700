// Something to wait for that may have come already: whoever was rung for before listening hears it at once.

export type Bell = {
  readonly ring: () => void
  /** Resolves once it has rung since it was last listened to, after so many milliseconds, or when the signal says so. One listens at a time. */
  readonly heard: (enough: AbortSignal, longest?: number) => Promise<void>
}

export const bell = (): Bell => {
  let hasRung = false
  let wake = () => {}
  return {
    ring: () => {
      hasRung = true
      wake()
    },
    heard: async (enough, longest) => {
      if (!hasRung && !enough.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        enough.addEventListener("abort", wake, { once: true })
        const timer = longest === undefined ? undefined : setTimeout(wake, longest)
        await promise
        clearTimeout(timer)
        enough.removeEventListener("abort", wake)
      }
      hasRung = false
    },
  }
}
