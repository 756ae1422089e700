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
    session: createActor(sessionMachine, { input: { nobody: true } }),
    flash: () => undefined,
    communitiesChanged: () => undefined,
  }
  wireEditor(outside)
  wireEditor(outside)
  const { held = [], pending = [] } = await navigator.locks.query()
  expect([...held, ...pending].filter(({ name }) => name?.startsWith("tab "))).toHaveLength(1)
})
