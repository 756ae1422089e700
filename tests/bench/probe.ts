// Runs inside a measured page: clicks, waits until the result is visible, and times the paint after it.

declare global {
  interface Window {
    readonly probe: Probe
  }
}

/** An element to wait for or to click: the first match of `selector` that contains `text` in its value or text, if given. */
export type Sight = { readonly selector: string; readonly text?: string }

type Probe = {
  /** Milliseconds from the page's start until `sight` was painted. */
  readonly shown: (sight: Sight) => Promise<number>
  /** Milliseconds from a click on `trigger` until `sight` was painted. */
  readonly timed: (trigger: Sight, sight: Sight) => Promise<number>
  /** Starts to record the milliseconds from each key press until the paint after it. */
  readonly watchKeys: () => void
  /** Returns what was recorded since the last call. */
  readonly takeKeys: () => ReadonlyArray<number>
}

/** Passed to `page.addInitScript`, so it refers to nothing outside itself. */
export const installProbe = (): void => {
  const painted = () => new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))
  const find = ({ selector, text }: Sight) =>
    [...document.querySelectorAll<HTMLElement>(selector)].find(
      (found) => text === undefined || (found instanceof HTMLInputElement ? found.value : (found.textContent ?? "")).includes(text),
    )
  const shown = (sight: Sight) =>
    new Promise<number>((done) => {
      const look = () => {
        if (find(sight) !== undefined) void painted().then(done)
        else requestAnimationFrame(look)
      }
      look()
    })
  const keys: Array<number> = []
  const note = (event: KeyboardEvent) => void painted().then((now) => keys.push(now - event.timeStamp))
  const probe: Probe = {
    shown,
    timed: async (trigger, sight) => {
      const target = find(trigger)
      if (target === undefined) throw new Error(`nothing to click at ${trigger.selector}`)
      const start = performance.now()
      target.click()
      return (await shown(sight)) - start
    },
    // Adding the same listener again has no effect.
    watchKeys: () => document.addEventListener("keydown", note, true),
    takeKeys: () => keys.splice(0),
  }
  Object.defineProperty(window, "probe", { value: probe })
}
