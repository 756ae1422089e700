// The editor's wiring, which is created each time an editor is opened.
import ky from "ky"
import { expect, test } from "vitest"
import { createActor, fromCallback } from "xstate"
import { sessionMachine } from "../../machines/session/session-machine.ts"
import { wireEditor } from "../../ui/console/editor/editor-wiring.ts"
import { createConnectPort } from "../../ui/kit/connect-port.ts"

test("a page holds the lock of one tab, however often an editor is opened in it", async () => {
  const fill = createConnectPort(() => undefined)
  const outside = {
    api: ky.create({}),
    fill,
    send: fill,
    holdWork: fromCallback(() => undefined),
    holdUnkept: fromCallback(() => undefined),
    session: createActor(sessionMachine, { input: { isSignedOut: true } }),
    flash: () => undefined,
    communitiesChanged: () => undefined,
  }
  const countTabs = async () => {
    const { held = [], pending = [] } = await navigator.locks.query()
    return [...held, ...pending].filter(({ name }) => name?.startsWith("tab ")).length
  }
  // Other test files of this process hold locks, too.
  const before = await countTabs()
  expect(before).toBeGreaterThan(0)
  wireEditor(outside)
  wireEditor(outside)
  expect(await countTabs()).toBe(before)
})
