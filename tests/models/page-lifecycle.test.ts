// The lifecycle of the browser page, as reported to the machines.
import { afterEach, expect, test, vi } from "vitest"
import { confirmBeforeUnload, watchPage } from "../../adapters/browser/browser-page.ts"

/** A fake page. `happens` dispatches an event and returns whether a listener prevented its default. */
const page = () => {
  const its = { document: Object.assign(new EventTarget(), { visibilityState: "visible" }), window: new EventTarget() }
  for (const [name, value] of Object.entries(its)) vi.stubGlobal(name, value)
  return {
    ...its,
    happens: (on: keyof typeof its, type: string): boolean => !its[on].dispatchEvent(new Event(type, { cancelable: true })),
  }
}
afterEach(() => vi.unstubAllGlobals())

test("reports each time that the page is hidden or the network is back, but not that the page is visible, until it is stopped", () => {
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

test("asks before the page closes until every request for confirmation is released", () => {
  const { happens } = page()
  expect(happens("window", "beforeunload")).toBe(false)
  const [one, other] = [confirmBeforeUnload(), confirmBeforeUnload()]
  one()
  expect(happens("window", "beforeunload")).toBe(true)
  other()
  expect(happens("window", "beforeunload")).toBe(false)
})
