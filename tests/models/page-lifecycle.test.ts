// What befalls a page, as machines are told of it.
import { afterEach, expect, test, vi } from "vitest"
import { confirmBeforeUnload, watchPage } from "../../adapters/browser/browser-page.ts"

/** A page that is told what happens to it; whether a listener kept that from happening. */
const page = () => {
  const its = { document: Object.assign(new EventTarget(), { visibilityState: "visible" }), window: new EventTarget() }
  for (const [name, value] of Object.entries(its)) vi.stubGlobal(name, value)
  return {
    ...its,
    happens: (on: keyof typeof its, type: string): boolean => !its[on].dispatchEvent(new Event(type, { cancelable: true })),
  }
}
afterEach(() => vi.unstubAllGlobals())

test("that it hides, which may be its end, is told however it does; that it comes back is not, but that the network does", () => {
  const told: Array<string> = []
  const { document, happens } = page()
  const end = watchPage(({ type }) => told.push(type))
  happens("document", "visibilitychange")
  expect(told).toEqual([])
  document.visibilityState = "hidden"
  happens("document", "visibilitychange")
  happens("window", "pagehide")
  happens("window", "online")
  expect(told.splice(0)).toEqual(["page.hide", "page.hide", "page.online"])
  end()
  happens("document", "visibilitychange")
  happens("window", "pagehide")
  happens("window", "online")
  expect(told).toEqual([])
})

test("that it closes is asked about as long as something would be lost", () => {
  const { happens } = page()
  expect(happens("window", "beforeunload")).toBe(false)
  const [one, other] = [confirmBeforeUnload(), confirmBeforeUnload()]
  one()
  expect(happens("window", "beforeunload")).toBe(true)
  other()
  expect(happens("window", "beforeunload")).toBe(false)
})
