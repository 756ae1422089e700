// What runs inside a measured page: does a deed, waits for what is to be seen, and takes the time of the paint after it.

declare global {
  interface Window {
    readonly probe: Probe
  }
}

/** What is to be seen: something at `selector`, with `text` as its value or in its text where that is given. */
export type Sight = { readonly selector: string; readonly text?: string }

type Probe = {
  /** Milliseconds from the page's start until `sight` was painted. */
  readonly shown: (sight: Sight) => Promise<number>
  /** Milliseconds from a click on `deed` until `sight` was painted. */
  readonly timed: (deed: Sight, sight: Sight) => Promise<number>
  /** Notes from now on how long each key press takes until the paint after it, in milliseconds. */
  readonly watchKeys: () => void
  /** What was noted since it was last taken. */
  readonly takeKeys: () => ReadonlyArray<number>
}

/** Given to `page.addInitScript`; refers to nothing outside itself. */
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
    timed: async (deed, sight) => {
      const target = find(deed)
      if (target === undefined) throw new Error(`nothing to click at ${deed.selector}`)
      const start = performance.now()
      target.click()
      return (await shown(sight)) - start
    },
    // The same listener again is no second one.
    watchKeys: () => document.addEventListener("keydown", note, true),
    takeKeys: () => keys.splice(0),
  }
  Object.defineProperty(window, "probe", { value: probe })
}
