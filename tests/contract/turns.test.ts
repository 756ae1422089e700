// Work that arrives together is spread over several turns of the event loop.
import fastify from "fastify"
import { create } from "qrcode"
import { expect, test } from "vitest"
import { drawTotpImage } from "../../adapters/server/accounts/totp-image.ts"
import { registerJsonBodyParser } from "../../adapters/server/http/json-body.ts"
import { createTurns } from "../../adapters/server/http/turns.ts"

test("each turn runs at most the given number of pieces of work, in the order in which they arrived", async () => {
  const log: Array<number | string> = []
  const runInTurn = createTurns(2)
  for (const i of [1, 2, 3, 4, 5]) runInTurn(() => log.push(i))
  for (const turn of ["a", "b", "c"]) {
    await new Promise((later) => setImmediate(later))
    log.push(turn)
  }
  runInTurn(() => log.push(6))
  await new Promise((later) => setImmediate(later))
  expect(log).toEqual([1, 2, "a", 3, 4, "b", 5, "c", 6])
})

test("work that throws does not end the queue", async () => {
  const log: Array<number> = []
  const errors: Array<unknown> = []
  const listeners = process.listeners("uncaughtException")
  process.removeAllListeners("uncaughtException")
  process.on("uncaughtException", (error) => errors.push(error))
  const runInTurn = createTurns(3)
  runInTurn(() => {
    throw new Error("broken")
  })
  runInTurn(() => log.push(1))
  for (let turn = 0; turn < 3; turn++) await new Promise((later) => setImmediate(later))
  runInTurn(() => log.push(2))
  for (let turn = 0; turn < 3; turn++) await new Promise((later) => setImmediate(later))
  process.removeAllListeners("uncaughtException")
  for (const listener of listeners) process.on("uncaughtException", listener)
  expect([log, errors]).toEqual([[1, 2], [new Error("broken")]])
})

/** Counts turns of the event loop until `stop` is called. */
const startCountingTurns = () => {
  let turn = 0
  let isCounting = true
  const countTurn = () => {
    turn++
    if (isCounting) setImmediate(countTurn)
  }
  countTurn()
  return {
    current: () => turn,
    stop: () => {
      isCounting = false
    },
  }
}

test("of bodies that arrive together, a turn parses one, or any number of small ones", async () => {
  const app = fastify()
  registerJsonBodyParser(app)
  const counter = startCountingTurns()
  const turns: Array<number> = []
  app.post("/", async () => {
    turns.push(counter.current())
    return {}
  })
  const countTurnsOf = async (payload: object) => {
    turns.length = 0
    const responses = await Promise.all(Array.from({ length: 5 }, () => app.inject({ method: "POST", url: "/", payload })))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
    return new Set(turns).size
  }
  expect(await countTurnsOf({ text: "x".repeat(10_000) })).toBe(5)
  expect(await countTurnsOf({ text: "x" })).toBeLessThan(5)
  counter.stop()
  await app.close()
})

test("of QR codes that are asked for together, a turn draws one", async () => {
  const counter = startCountingTurns()
  const addresses = Array.from({ length: 5 }, (_, i) => `otpauth://totp/person-${i}`)
  const drawn = await Promise.all(addresses.map(async (address) => ({ image: await drawTotpImage(address), turn: counter.current() })))
  counter.stop()
  expect(new Set(drawn.map(({ turn }) => turn)).size).toBe(5)
  for (const [i, { image }] of drawn.entries()) {
    const svg = Buffer.from(image.replace("data:image/svg+xml;base64,", ""), "base64").toString()
    const { size } = create(addresses[i] ?? "").modules
    expect(svg).toContain(`viewBox="0 0 ${size + 2} ${size + 2}"`)
  }
})
