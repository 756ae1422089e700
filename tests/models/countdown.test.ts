// The countdown until something may be tried again.
import { expect, test } from "vitest"
import { createActor, SimulatedClock } from "xstate"
import { countdownMachine } from "../../machines/countdown-machine.ts"

test("the countdown rounds up to whole seconds and is done at zero", () => {
  const clock = new SimulatedClock()
  const actor = createActor(countdownMachine, { input: { seconds: 1.4 }, clock }).start()
  const left = [actor.getSnapshot().context.left]
  for (let second = 0; second < 2; second++) {
    clock.increment(1000)
    left.push(actor.getSnapshot().context.left)
  }
  expect([left, actor.getSnapshot().status]).toEqual([[2, 1, 0], "done"])
})

test("the countdown is done immediately if there is nothing to wait for", () => {
  expect(
    createActor(countdownMachine, { input: { seconds: 0 } })
      .start()
      .getSnapshot().status,
  ).toBe("done")
})
