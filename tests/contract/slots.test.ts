// Slots limit how much work runs at the same time.
import { expect, test } from "vitest"
import { createSlots } from "../../adapters/server/http/slots.ts"

test("slots pass from one caller to the next in the order in which they asked", async () => {
  const slots = createSlots(1)
  const order: Array<string> = []
  const release = await slots.acquire()
  const others = ["second", "third"].map(async (name) => {
    const releaseOther = await slots.acquire()
    order.push(name)
    releaseOther()
  })
  expect([slots.countWaiting(), order]).toEqual([2, []])
  release()
  release()
  await Promise.all(others)
  expect([order, slots.isIdle()]).toEqual([["second", "third"], true])
})

test("a caller that needs more slots than there are gets all of them, and no other caller overtakes it", async () => {
  const slots = createSlots(2)
  const release = await slots.acquire()
  const [all, next] = [slots.acquire(3), slots.acquire()]
  expect(slots.countWaiting()).toBe(2)
  release()
  const releaseAll = await all
  expect(slots.countWaiting()).toBe(1)
  releaseAll()
  const releaseNext = await next
  expect(slots.isIdle()).toBe(false)
  releaseNext()
  expect(slots.isIdle()).toBe(true)
})

test("work that fails returns its slot", async () => {
  const slots = createSlots(1)
  await expect(slots.run(() => Promise.reject(new Error("it failed")))).rejects.toThrow("it failed")
  expect([await slots.run(async () => "done"), slots.isIdle()]).toEqual(["done", true])
})

test("a caller that aborts while it waits leaves the queue, and those behind it get their slots", async () => {
  const slots = createSlots(2)
  const release = await slots.acquire()
  const left = new AbortController()
  const aborted = slots.acquire(2, left.signal)
  const next = slots.acquire()
  left.abort(new Error("it left"))
  await expect(aborted).rejects.toThrow("it left")
  const releaseNext = await next
  expect(slots.countWaiting()).toBe(0)
  release()
  releaseNext()
  expect(slots.isIdle()).toBe(true)
})

test("a caller that aborts after it got its slots keeps them until it returns them", async () => {
  const slots = createSlots(1)
  const left = new AbortController()
  const release = await slots.acquire(1, left.signal)
  const next = slots.acquire()
  left.abort()
  expect(slots.countWaiting()).toBe(1)
  release()
  const releaseNext = await next
  releaseNext()
  expect(slots.isIdle()).toBe(true)
})
