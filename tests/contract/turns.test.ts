// Work that arrives together is spread over several turns of the event loop.
import fastify from "fastify"
import { create } from "qrcode"
import { expect, test } from "vitest"
import { drawTotpImage } from "../../adapters/server/accounts/totp-image.ts"
import { replayedPerTurn, replayInParts } from "../../adapters/server/conversations/conversation-replay.ts"
import { registerJsonBodyParser } from "../../adapters/server/http/json-body.ts"
import { createTurns } from "../../adapters/server/http/turns.ts"
import { compiledPerTurn, prepareScript } from "../../adapters/server/scripts/script-revisions.ts"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { iterateTurns, recordEvent, startRecord } from "../../domain/chat/conversation-record.ts"
import { questionInstruction } from "../arbitraries/answerable.ts"
import { longScriptInstruction } from "../bench/long-script.ts"
import { startTurnCounter } from "../fixtures/turn-counter.ts"

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

test("each turn parses one large body, or any number of small ones", async () => {
  const app = fastify()
  registerJsonBodyParser(app)
  let counter = startTurnCounter()
  counter.stop()
  app.post("/", async () => {
    counter.note()
    return {}
  })
  const countTurnsOf = async (payload: object) => {
    counter = startTurnCounter()
    const responses = await Promise.all(Array.from({ length: 5 }, () => app.inject({ method: "POST", url: "/", payload })))
    counter.stop()
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
    return counter.perTurn().length
  }
  expect(await countTurnsOf({ text: "x".repeat(10_000) })).toBe(5)
  expect(await countTurnsOf({ text: "x" })).toBeLessThan(5)
  await app.close()
})

test("each turn draws one QR code of those that are requested together", async () => {
  const counter = startTurnCounter()
  const addresses = Array.from({ length: 5 }, (_, i) => `otpauth://totp/person-${i}`)
  const images = await Promise.all(addresses.map((address) => drawTotpImage(address).finally(counter.note)))
  counter.stop()
  expect(counter.perTurn()).toEqual([1, 1, 1, 1, 1])
  for (const [i, image] of images.entries()) {
    const svg = Buffer.from(image.replace("data:image/svg+xml;base64,", ""), "base64").toString()
    const { size } = create(addresses[i] ?? "").modules
    expect(svg).toContain(`viewBox="0 0 ${size + 2} ${size + 2}"`)
  }
})

test("each turn compiles at most the given number of instructions of a long script", async () => {
  const turns = startTurnCounter()
  const instructions = Array.from({ length: 3 * compiledPerTurn }, (_, i) => {
    const { condition, ...others } = longScriptInstruction(i)
    let isRead = false
    return {
      ...others,
      get condition(): string | null {
        if (!isRead) turns.note()
        isRead = true
        return condition ?? null
      },
    }
  })
  const { chat } = await prepareScript({ name: "Long", public_name: "Long", language: "nl", instructions })
  turns.stop()
  expect([chat.list.length, turns.perTurn()]).toEqual([instructions.length, [compiledPerTurn, compiledPerTurn, compiledPerTurn]])
})

test("each turn replays at most the given number of events of a long conversation", async () => {
  const count = 3 * replayedPerTurn - 1
  const instructions = Array.from({ length: count }, (_, i) => questionInstruction(i, null, { uuid: `q${i}`, type: "nps" }))
  const chat = compileScript({ language: "en", instructions })
  const record = instructions.reduce(
    (before, { uuid }) => {
      const next = recordEvent(chat, before, { type: "answer", uuid, given: 5 })
      return next?.type === "taken" ? next.record : before
    },
    startRecord(chat, { seed: "s" }).record,
  )
  const turns = startTurnCounter()
  const events = record.events.map((event) => {
    let isRead = false
    return {
      ...event,
      get uuid(): string {
        if (!isRead) turns.note()
        isRead = true
        return event.uuid
      },
    }
  })
  const replayed = await replayInParts(chat, { ...record, events })
  turns.stop()
  expect(replayed).toEqual([...iterateTurns(chat, record)])
  expect([replayed.length, turns.perTurn()]).toEqual([count + 1, [replayedPerTurn - 1, replayedPerTurn, replayedPerTurn]])
})
