// The community's side menu in the editor, whose translations are counted with those of the script [I10].
import { expect, test } from "vitest"
import { createActor, SimulatedClock } from "xstate"
import { unreachable } from "./console-fixtures.ts"
import { editorInput, editorWithPorts, script } from "./editor-fixtures.ts"

const menu = { links: [{ content: "Privacy", url: "https://example.org" }] }

const start = (readSideMenu: () => Promise<typeof menu>) => {
  const actor = createActor(editorWithPorts({ readSideMenu }), { input: editorInput(script([])), clock: new SimulatedClock() }).start()
  const is = (state: "loading" | "loaded" | "unavailable") => actor.getSnapshot().matches({ open: { sideMenu: state } })
  return { actor, is, sideMenu: () => actor.getSnapshot().context.sideMenu }
}

test("the side menu is unknown until it is loaded, and then stored", async () => {
  const { is, sideMenu } = start(async () => menu)
  expect([is("loading"), sideMenu()]).toEqual([true, null])
  await expect.poll(() => is("loaded")).toBe(true)
  expect(sideMenu()).toEqual(menu)
})

test("a side menu that could not be loaded stays unknown, and is loaded on request", async () => {
  let attempts = 0
  const { actor, is, sideMenu } = start(async () => {
    attempts++
    if (attempts < 3) throw unreachable
    return menu
  })
  await expect.poll(() => is("unavailable")).toBe(true)
  expect(sideMenu()).toBeNull()
  actor.send({ type: "side-menu.retry" })
  expect(is("loading")).toBe(true)
  await expect.poll(() => is("unavailable")).toBe(true)
  actor.send({ type: "side-menu.retry" })
  await expect.poll(() => is("loaded")).toBe(true)
  expect([sideMenu(), attempts]).toEqual([menu, 3])
  actor.send({ type: "side-menu.retry" })
  expect([is("loaded"), attempts]).toEqual([true, 3])
})
