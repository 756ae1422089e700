// Flash messages: good news disappears after a while, errors stay until they are dismissed.
import { expect, test } from "vitest"
import { createActor, SimulatedClock } from "xstate"
import { flashMessagesMachine } from "../../machines/flash-messages-machine.ts"

const started = () => {
  const clock = new SimulatedClock()
  const actor = createActor(flashMessagesMachine, { clock }).start()
  const shown = () => actor.getSnapshot().context.flashes.map(({ text }) => text)
  const show = (tone: "good" | "bad", text: string) => actor.send({ type: "flash.show", tone, text })
  return { clock, actor, shown, show }
}

test("hides good news five seconds after the latest message, and keeps errors", () => {
  const { clock, shown, show } = started()
  show("good", "saved")
  clock.increment(4000)
  show("bad", "cut")
  clock.increment(4000)
  expect(shown()).toEqual(["saved", "cut"])
  clock.increment(1000)
  expect(shown()).toEqual(["cut"])
  clock.increment(60_000)
  expect(shown()).toEqual(["cut"])
})

test("hides a message with its own duration after that time, whatever is shown before or after it", () => {
  const { clock, actor, shown, show } = started()
  show("bad", "cut")
  actor.send({ type: "flash.show", tone: "bad", text: "ERROR.CRM_CONNECTION", milliseconds: 3500 })
  clock.increment(1500)
  show("good", "saved")
  clock.increment(1999)
  expect(shown()).toEqual(["cut", "ERROR.CRM_CONNECTION", "saved"])
  clock.increment(1)
  expect(shown()).toEqual(["cut", "saved"])
  clock.increment(3000)
  expect(shown()).toEqual(["cut"])
})

test("dismisses a single message, and shows a repeated message once", () => {
  const { actor, shown, show } = started()
  for (const text of ["cut", "cut", "gone"]) show("bad", text)
  expect(shown()).toEqual(["cut", "gone"])
  const { id = 0 } = actor.getSnapshot().context.flashes[0] ?? {}
  actor.send({ type: "flash.dismiss", id })
  expect(shown()).toEqual(["gone"])
})
