// Waiting until something may be tried again.
import { expect, test } from "vitest"
import { createActor, SimulatedClock } from "xstate"
import { countdownMachine } from "../../machines/countdown-machine.ts"

test("whole seconds are counted down, a begun one as a whole, and then it is over", () => {
  const clock = new SimulatedClock()
  const actor = createActor(countdownMachine, { input: { seconds: 1.4 }, clock }).start()
  const left = [actor.getSnapshot().context.left]
  for (let second = 0; second < 2; second++) {
    clock.increment(1000)
    left.push(actor.getSnapshot().context.left)
  }
  expect([left, actor.getSnapshot().status]).toEqual([[2, 1, 0], "done"])
})

test("where there is nothing to wait for it is over at once", () => {
  expect(
    createActor(countdownMachine, { input: { seconds: 0 } })
      .start()
      .getSnapshot().status,
  ).toBe("done")
})
