// A respondent's conversation, against a server that plays by the domain's engine: nothing is told twice or left out, nothing that was
// given is lost or taken twice, whatever becomes of the network, of the page, and of the order in which things happen.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createActor, fromCallback, fromPromise, SimulatedClock } from "xstate"
import { type ChatFailure, ChatFailureError } from "../../domain/chat/chat-failure.ts"
import { maxAnswerLength } from "../../domain/questions/answer-limits.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { conversationMachine } from "../../machines/conversation/conversation-machine.ts"
import {
  isOutcomeDelayed,
  type PickedFile,
  redirectAddress,
  type StoredAnswer,
  type TranscriptLine,
} from "../../machines/conversation/conversation-transcript.ts"
import { type FakeChatServer, fakeChatServer } from "./fake-chat-server.ts"

type Instruction = AuthoredScript["instructions"][number]

const base = (order: number, delay: number) => ({
  uuid: `i${order}`,
  order,
  label: null,
  condition: null,
  typing_delay: delay,
  messages: [{ uuid: `m${order}`, locale: "en", content: `<p>${order}</p>` }],
  question: null,
  action: null,
})
const message = (order: number, delay = 1): Instruction => ({ ...base(order, delay), type: "message" })
const question = (order: number): Instruction => ({
  ...base(order, 2),
  type: "question",
  question: { uuid: `q${order}`, type: "open", skipable: true, choices: [], options: { minimum: 1, maximum: 5 } },
})
const photo = (order: number): Instruction => ({
  ...base(order, 0),
  type: "question",
  question: { uuid: `q${order}`, type: "file", skipable: true, choices: [], options: {} },
})
const waitingAction = (order: number): Instruction => ({
  ...base(order, 0),
  type: "action",
  action: { type: "askAI", params: {} },
})
const end = (order: number, url = ""): Instruction => ({
  ...base(order, 0),
  type: "end",
  action: { type: "end", params: { endType: "finished", endAction: url === "" ? "close" : "redirect", message: "", url } },
})
const script = (...instructions: ReadonlyArray<Instruction>) => ({ language: "en" as const, instructions })

/** What a device keeps. */
type Device = { pass: boolean; answer: StoredAnswer | null; readonly isFull?: true }
const newDevice = (): Device => ({ pass: false, answer: null })

/** What becomes of a call. One that is `lost` reaches the server, and its answer does not come back; one that is `held` comes to no end. */
type Fate = "ok" | "cut" | "lost" | "held" | ChatFailure

type Around = {
  readonly device?: Device
  /** The fates of the calls, in their order. */
  readonly network?: ReadonlyArray<Fate>
}

const bases = { stats: "https://stats.example" }

/** Opens the page on a device; `left` are the addresses that it left for. */
const openPage = (server: FakeChatServer, { device = newDevice(), network = [] }: Around = {}) => {
  const clock = new SimulatedClock()
  const fates = [...network]
  const left: Array<string | null> = []
  const calls: Array<string> = []
  let tell: (event: { readonly type: "page.online" | "page.hide" }) => void = () => undefined
  const call = async <Output>(name: string, run: () => Output): Promise<Output> => {
    calls.push(name)
    const fate = fates.shift() ?? "ok"
    if (fate === "cut") throw new ChatFailureError({ type: "unreachable" })
    if (fate === "held") return new Promise<never>(() => undefined)
    if (typeof fate === "object") throw new ChatFailureError(fate)
    const output = run()
    if (fate === "lost") throw new ChatFailureError({ type: "unreachable" })
    return output
  }
  const machine = conversationMachine.provide({
    actors: {
      openConversation: fromPromise(() => call("open", server.open)),
      submitAnswer: fromPromise(({ input }) => call("answer", () => server.give(input))),
      pollTurns: fromPromise(({ input }) => call("watch", () => server.watch(input.after))),
      uploadFile: fromPromise(({ input: { file } }) => call("file", () => ({ name: `kept-${file.name}`, label: file.name }))),
      storeAnswer: fromPromise(async ({ input }) => {
        if (device.isFull === true) throw new Error("the device keeps nothing more")
        device.answer = input
      }),
      deleteStoredConversation: fromPromise(async () => {
        device.pass = false
        device.answer = null
      }),
      redirect: fromPromise(async ({ input }) => {
        left.push(input)
      }),
      reloadPage: fromPromise(async () => {
        left.push("this page")
      }),
      pageEvents: fromCallback(({ sendBack }) => {
        tell = sendBack
      }),
    },
  })
  const actor = createActor(machine, { clock, input: { isNew: !device.pass, kept: device.answer, bases } }).start()
  device.pass = true
  const settle = async () => {
    for (let i = 0; i < 12; i++) await Promise.resolve()
  }
  return {
    device,
    calls,
    left,
    actor,
    goOnline: () => tell({ type: "page.online" }),
    hide: () => tell({ type: "page.hide" }),
    state: () => actor.getSnapshot(),
    /** Lets calls come to their ends, and so many milliseconds pass. */
    pass: async (milliseconds = 0) => {
      await settle()
      clock.increment(milliseconds)
      await settle()
    },
    close: () => actor.stop(),
  }
}
type Page = ReturnType<typeof openPage>

/** Lets time pass until something is asked or it is over. */
const untilAsked = async (page: Page): Promise<void> => {
  for (let i = 0; i < 200 && !page.state().hasTag("awaiting-answer") && !page.state().matches("over"); i++) await page.pass(1000)
}

const textOf = (line: TranscriptLine): string => (line.type === "told" ? line.told.uuid : `=${String(line.value)}${line.isSent ? "" : "?"}`)
const transcript = (page: Page) => page.state().context.lines.map(textOf)
const asTold = (server: FakeChatServer) =>
  server.turns.flatMap(({ answer, effects }) => [
    ...(answer === null ? [] : [`=${String(answer.value)}`]),
    ...effects.flatMap((it) => (it.type === "end" ? [] : [it.uuid])),
  ])

describe("a conversation", () => {
  test("lines come one after another, each after its delay, with something being typed meanwhile", async () => {
    const page = openPage(fakeChatServer(script(message(0, 1), message(1, 2), question(2), end(3))))
    await page.pass()
    expect([transcript(page), page.state().hasTag("typing")]).toEqual([[], true])
    await page.pass(1000)
    expect(transcript(page)).toEqual(["i0"])
    await page.pass(1999)
    expect(transcript(page)).toEqual(["i0"])
    await page.pass(1)
    expect(transcript(page)).toEqual(["i0", "i1"])
    await page.pass(2000)
    expect([transcript(page), page.state().hasTag("typing"), page.state().hasTag("awaiting-answer")]).toEqual([
      ["i0", "i1", "i2"],
      false,
      true,
    ])
  })

  test("an answer stands in the transcript while it is on its way, and once when it has arrived", async () => {
    const page = openPage(fakeChatServer(script(question(0), question(1), end(2))))
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "yes" })
    expect(transcript(page)).toEqual(["i0", "=yes?"])
    await untilAsked(page)
    expect(transcript(page)).toEqual(["i0", "=yes", "i1"])
    expect(page.state().context.answer).toBe(null)
  })

  test("a refused answer is asked for again, with what is wrong; the next one takes that away", async () => {
    const page = openPage(fakeChatServer(script(question(0), end(1))))
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "much too long" })
    await untilAsked(page)
    expect([transcript(page), page.state().context.refusal]).toEqual([["i0"], { key: "answer.long", values: { most: 5 } }])
    page.actor.send({ type: "answer.submit", given: "short" })
    await untilAsked(page)
    expect([page.state().matches("over"), page.state().context.refusal]).toEqual([true, null])
  })

  test("an answer that is more than the server takes is not sent again and again", async () => {
    const page = openPage(fakeChatServer(script(question(0), end(1))), { network: ["ok", { type: "too-large" }] })
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "yes" })
    await page.pass()
    expect([page.state().hasTag("awaiting-answer"), page.state().context.refusal, page.state().context.answer]).toEqual([
      true,
      { key: "answer.long", values: { most: maxAnswerLength } },
      null,
    ])
  })

  test("a text that no question takes is told to be too long before it is sent, and stays, also after a reload", async () => {
    const server = fakeChatServer(script(question(0), end(1)))
    const page = openPage(server)
    await untilAsked(page)
    const text = "x".repeat(maxAnswerLength + 1)
    page.actor.send({ type: "answer.submit", given: text })
    await page.pass()
    expect([page.calls, page.state().context.refusal]).toEqual([["open"], { key: "answer.long", values: { most: maxAnswerLength } }])
    page.hide()
    await page.pass()
    page.close()
    const again = openPage(server, { device: page.device })
    await untilAsked(again)
    expect([again.state().context.draft?.given, again.calls]).toEqual([text, ["open"]])
  })

  test.each(["much too long", [1, 2], true])("[E9] %j, which was refused, is there to be mended, also after a reload", async (given) => {
    const server = fakeChatServer(script(question(0), end(1)))
    const first = openPage(server, { network: ["ok", "cut"] })
    await untilAsked(first)
    first.actor.send({ type: "answer.submit", given })
    await first.pass()
    first.close()
    const again = openPage(server, { device: first.device })
    await untilAsked(again)
    expect([again.state().context.draft?.given, again.state().context.refusal?.key]).toEqual([given, expect.stringMatching(/^answer\./)])
    again.hide()
    await again.pass()
    again.close()
    const third = openPage(server, { device: first.device })
    await untilAsked(third)
    expect([third.state().context.draft?.given, third.calls]).toEqual([given, ["open"]])
    expect(third.state().context.refusal?.key).toMatch(/^answer\./)
  })

  test("[E9] what is wrong with an answer is said before it is sent, offline too, and still after a reload", async () => {
    const server = fakeChatServer(script(question(0), end(1)))
    const page = openPage(server, { network: ["ok", "cut", "cut", "cut"] })
    await untilAsked(page)
    const refusal = { key: "answer.long", values: { most: 5 } }
    page.actor.send({ type: "answer.submit", given: "much too long" })
    expect([page.state().hasTag("awaiting-answer"), page.state().context.refusal, transcript(page)]).toEqual([true, refusal, ["i0"]])
    await page.pass()
    expect(page.calls).toEqual(["open"])
    page.close()
    const again = openPage(server, { device: page.device })
    await untilAsked(again)
    expect([again.state().context.draft?.given, again.state().context.refusal]).toEqual(["much too long", refusal])
    again.actor.send({ type: "answer.submit", given: "short" })
    await untilAsked(again)
    expect([again.state().matches("over"), server.answers]).toEqual([true, [{ uuid: "i0", value: "short" }]])
  })

  test("[E9] on a device that keeps nothing an answer is sent all the same, and one that is refused can be mended", async () => {
    const server = fakeChatServer(script(question(0), end(1)))
    const page = openPage(server, { device: { ...newDevice(), isFull: true } })
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "much too long" })
    await page.pass()
    page.actor.send({ type: "answer.edit", given: "sho" })
    page.hide()
    await page.pass()
    page.actor.send({ type: "answer.submit", given: "short" })
    await untilAsked(page)
    expect([page.state().matches("over"), server.answers]).toEqual([true, [{ uuid: "i0", value: "short" }]])
  })

  test("[E1] what is wrong with an answer is found in the language of its conversation, as the server finds it", async () => {
    const amount = { ...question(0), question: { uuid: "q0", type: "numeric" as const, options: { precision: 0, maximum: 10 } } }
    const server = fakeChatServer({ language: "nl", instructions: [amount, end(1)] })
    const page = openPage(server)
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "1.000" })
    await page.pass()
    expect([page.calls, page.state().context.refusal?.key]).toEqual([["open"], "answer.largest"])
  })

  test("what the server will never take for an opening is not sent again and again", async () => {
    for (const trouble of [{ type: "too-large" }, { type: "refused", refusal: { key: "answer.shape", values: {} } }] as const) {
      const page = openPage(fakeChatServer(script(question(0), end(1))), { network: [trouble] })
      await page.pass(60_000)
      expect([page.state().value, page.calls]).toEqual(["missing", ["open"]])
    }
  })

  test("[E9] what only the server had against an answer is said after a reload, too", async () => {
    const server = fakeChatServer(script(question(0), end(1)))
    const refusal = { key: "answer.date", values: {} }
    const page = openPage(server, { network: ["ok", { type: "refused", refusal }] })
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "short" })
    await page.pass()
    expect(page.state().context.refusal).toEqual(refusal)
    page.hide()
    await page.pass()
    page.close()
    const again = openPage(server, { device: page.device })
    await untilAsked(again)
    expect([again.state().context.draft?.given, again.state().context.refusal, again.calls]).toEqual(["short", refusal, ["open"]])
  })

  test("[E9] an answer that does not arrive is sent again after growing pauses, at once when the network is back, and taken once", async () => {
    const server = fakeChatServer(script(question(0), question(1), end(2)))
    const page = openPage(server, { network: ["ok", "cut", "lost", "cut"] })
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "yes" })
    await page.pass()
    expect([page.state().hasTag("retrying"), page.calls.length]).toEqual([true, 2])
    await page.pass(1000)
    expect(page.calls.length).toBe(3)
    await page.pass(1999)
    expect(page.calls.length).toBe(3)
    await page.pass(1)
    expect(page.calls.length).toBe(4)
    page.goOnline()
    await page.pass()
    expect(page.calls.length).toBe(5)
    await untilAsked(page)
    expect([page.calls.length, server.answers, transcript(page)]).toEqual([5, [{ uuid: "i0", value: "yes" }], ["i0", "=yes", "i1"]])
  })

  test("too many calls are paused as long as the server says", async () => {
    const page = openPage(fakeChatServer(script(question(0), end(1))), { network: [{ type: "too-soon", seconds: 7 }] })
    await page.pass()
    await page.pass(6999)
    expect(page.state().value).toBe("openFailed")
    await page.pass(1)
    expect(page.state().context.opened).not.toBe(null)
  })

  test("[E9] who comes back sees at once all that was said; an answer that was not sent is sent", async () => {
    const server = fakeChatServer(script(message(0), question(1), question(2), end(3)))
    const first = openPage(server, { network: ["ok", "cut", "cut"] })
    await untilAsked(first)
    first.actor.send({ type: "answer.submit", given: "yes" })
    await first.pass()
    first.close()
    const again = openPage(server, { device: first.device, network: ["ok", "cut"] })
    await again.pass()
    expect([transcript(again), again.state().hasTag("retrying")]).toEqual([["i0", "i1", "=yes?"], true])
    await untilAsked(again)
    expect([transcript(again), server.answers.length]).toEqual([["i0", "i1", "=yes", "i2"], 1])
    again.close()
    const third = openPage(server, { device: again.device })
    await third.pass()
    expect([transcript(third), third.state().hasTag("awaiting-answer")]).toEqual([["i0", "i1", "=yes", "i2"], true])
  })

  test("[E9] of two windows whose respondent answers one question in both, the second says that its answer came too late, until its next one", async () => {
    const server = fakeChatServer(script(question(0), question(1), end(2)))
    const [one, other] = [openPage(server), openPage(server)]
    await Promise.all([untilAsked(one), untilAsked(other)])
    one.actor.send({ type: "answer.submit", given: "yes" })
    await untilAsked(one)
    other.actor.send({ type: "answer.submit", given: "no" })
    await untilAsked(other)
    expect([transcript(other), other.state().context.isOvertaken, one.state().context.isOvertaken]).toEqual([
      ["i0", "=yes", "i1"],
      true,
      false,
    ])
    other.actor.send({ type: "answer.submit", given: "maybe" })
    await untilAsked(other)
    expect([server.answers.map(({ value }) => value), other.state().context.isOvertaken]).toEqual([["yes", "maybe"], false])
  })

  test("[E9] an answer that a device kept, and that another device was ahead of meanwhile, is said to be too late when the chat is opened there again", async () => {
    const server = fakeChatServer(script(question(0), question(1), end(2)))
    const first = openPage(server, { network: ["ok", "cut"] })
    await untilAsked(first)
    first.actor.send({ type: "answer.submit", given: "no" })
    await first.pass()
    first.close()
    const elsewhere = openPage(server)
    await untilAsked(elsewhere)
    elsewhere.actor.send({ type: "answer.submit", given: "yes" })
    await untilAsked(elsewhere)
    const again = openPage(server, { device: first.device, network: ["ok", "cut"] })
    await untilAsked(again)
    expect([again.calls, again.state().context.isOvertaken, transcript(again)]).toEqual([
      ["open", "answer", "answer"],
      true,
      ["i0", "=yes", "i1"],
    ])
    again.close()
    // Also where it came to its end meanwhile.
    elsewhere.actor.send({ type: "answer.submit", given: "maybe" })
    await elsewhere.pass(10_000)
    const last = openPage(server, { device: first.device })
    await last.pass(10_000)
    expect([last.state().matches("over"), last.state().context.isOvertaken, last.device.answer]).toEqual([true, true, null])
    expect(server.answers.map(({ value }) => value)).toEqual(["yes", "maybe"])
  })

  test("[E9] an answer that had arrived, of which the device did not hear, is not sent again and nothing is said of it", async () => {
    const server = fakeChatServer(script(question(0), question(1), end(2)))
    const first = openPage(server, { network: ["ok", "lost"] })
    await untilAsked(first)
    first.actor.send({ type: "answer.submit", given: "yes" })
    await first.pass()
    first.close()
    const again = openPage(server, { device: first.device })
    await untilAsked(again)
    expect([again.calls, again.state().context.isOvertaken, transcript(again)]).toEqual([["open"], false, ["i0", "=yes", "i1"]])
  })

  test("[E9] what was written and not given yet is there again, and sent only when it is given", async () => {
    const server = fakeChatServer(script(question(0), question(1), end(2)))
    const first = openPage(server)
    await untilAsked(first)
    first.actor.send({ type: "answer.edit", given: "y" })
    first.hide()
    await first.pass()
    first.actor.send({ type: "answer.edit", given: "yes" })
    first.hide()
    await first.pass()
    first.close()
    const again = openPage(server, { device: first.device })
    await again.pass(60_000)
    expect([transcript(again), again.state().context.draft?.given, server.answers]).toEqual([["i0"], "yes", []])
    again.hide()
    again.actor.send({ type: "answer.submit", given: "yes" })
    await untilAsked(again)
    expect([transcript(again), again.state().context.draft]).toEqual([["i0", "=yes", "i1"], null])
  })

  test("[E9] nothing stays on the device after the end", async () => {
    const page = openPage(fakeChatServer(script(question(0), end(1))))
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "yes" })
    await untilAsked(page)
    expect([page.state().matches("over"), page.device]).toEqual([true, { pass: false, answer: null }])
  })

  test.each([
    { type: "missing", later: "removed" },
    { type: "closed", later: "closed" },
  ] as const)(
    "one that is $type says so at its opening, that it is $later where it was open, and leaves nothing on the device",
    async ({ type, later: then }) => {
      const atOpening = openPage(fakeChatServer(script(question(0), end(1))), { network: [{ type }] })
      await atOpening.pass()
      const later = openPage(fakeChatServer(script(question(0), end(1))), { network: ["ok", { type }] })
      await untilAsked(later)
      later.actor.send({ type: "answer.submit", given: "yes" })
      await later.pass()
      expect([atOpening.state().value, later.state().value]).toEqual([type, then])
      for (const { device } of [atOpening, later]) expect(device).toEqual({ pass: false, answer: null })
      for (const { actor, pass } of [atOpening, later]) {
        actor.send({ type: "chat.begin" })
        await pass()
      }
      expect([atOpening.left, later.left]).toEqual([[], type === "missing" ? ["this page"] : []])
    },
  )

  test("[E9] one that goes back to preparation says so, forgets nothing, and goes on once it is live again, opened anew or not", async () => {
    const server = fakeChatServer(script(question(0), question(1), end(2)))
    const page = openPage(server, { network: ["ok", "ok", { type: "paused" }] })
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "yes" })
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "no" })
    await page.pass()
    expect([page.state().hasTag("retrying"), page.state().context.trouble, transcript(page)]).toEqual([
      true,
      { type: "paused" },
      ["i0", "=yes", "i1", "=no?"],
    ])
    const again = openPage(server, { device: structuredClone(page.device), network: [{ type: "paused" }] })
    await again.pass()
    expect([again.state().value, again.state().context.trouble]).toEqual(["openFailed", { type: "paused" }])
    expect(again.device).toEqual({ pass: true, answer: { uuid: "i1", given: "no", isGiven: true, refusal: null } })
    await page.pass(1000)
    expect(page.state().matches("over")).toBe(true)
    await again.pass(1000)
    expect([again.state().matches("over"), server.answers.length]).toEqual([true, 2])
  })

  test("[E11] an ending that leads elsewhere is left for after a while to read it; one that does not stays", async () => {
    const page = openPage(fakeChatServer(script(end(0, "https://example.org/thanks"))))
    await page.pass()
    expect([redirectAddress(page.state().context), page.left]).toEqual(["https://example.org/thanks", []])
    await page.pass(3000)
    expect(page.left).toEqual(["https://example.org/thanks"])
    const stays = openPage(fakeChatServer(script(end(0))))
    await stays.pass(60_000)
    expect([stays.state().matches("over"), stays.left]).toEqual([true, []])
  })

  test("an outcome is asked for until it is there, ever less often", async () => {
    const server = fakeChatServer(script(waitingAction(0), end(1)))
    const page = openPage(server)
    await page.pass()
    const asked = async (seconds: number) => {
      const before = page.calls.length
      for (let i = 0; i < seconds; i++) await page.pass(1000)
      return page.calls.length - before
    }
    expect([page.state().hasTag("awaiting-outcome"), isOutcomeDelayed(page.state().context)]).toEqual([true, false])
    const [early, late] = [await asked(60), await asked(600)]
    expect([page.state().hasTag("awaiting-outcome"), isOutcomeDelayed(page.state().context)]).toEqual([true, true])
    expect(early).toBeGreaterThanOrEqual(5)
    expect(late).toBeLessThanOrEqual(21)
    server.finishAction("done")
    await untilAsked(page)
    expect(page.state().matches("over")).toBe(true)
  })

  test("that an outcome takes long is said at the second look, and of the next outcome anew", async () => {
    const server = fakeChatServer(script(waitingAction(0), waitingAction(1), end(2)))
    const page = openPage(server)
    const isSaid = () => isOutcomeDelayed(page.state().context)
    await page.pass()
    expect([page.state().hasTag("awaiting-outcome"), isSaid()]).toEqual([true, false])
    await page.pass(1000)
    expect([page.state().hasTag("awaiting-outcome"), isSaid()]).toEqual([true, true])
    server.finishAction("done")
    await page.pass(2000)
    expect([page.state().hasTag("awaiting-outcome"), page.state().context.waiting?.uuid, isSaid()]).toEqual([true, "i1", false])
  })

  test("an outcome that cannot be asked for is asked for at once when the network is back, of which nothing is said any more", async () => {
    const server = fakeChatServer(script(waitingAction(0), end(1)))
    const page = openPage(server, { network: ["ok", "cut"] })
    await page.pass()
    await page.pass(1000)
    expect([page.state().value, page.state().context.trouble]).toEqual(["pollFailed", { type: "unreachable" }])
    page.goOnline()
    await page.pass()
    expect([page.calls, page.state().hasTag("awaiting-outcome"), page.state().context.trouble]).toEqual([
      ["open", "watch", "watch"],
      true,
      null,
    ])
  })

  test("[E9] its first answer, given without a network, is sent when it is opened again", async () => {
    const server = fakeChatServer(script(message(0), question(1), end(2)), { isBegun: false })
    const page = openPage(server, { network: ["ok", "cut"] })
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "a" })
    await page.pass()
    page.close()
    expect(server.isBegun()).toBe(false)
    const again = openPage(server, { device: page.device })
    for (let i = 0; i < 20 && !again.state().matches("over"); i++) await again.pass(5000)
    expect(server.answers).toEqual([{ uuid: "i1", value: "a" }])
    expect(transcript(again)).toEqual(asTold(server))
  })

  test("[E10] opening a personal link begins nothing; the first answer does", async () => {
    const server = fakeChatServer(script(message(0), question(1), end(2)), { isBegun: false })
    const page = openPage(server)
    await untilAsked(page)
    expect([server.isBegun(), page.calls]).toEqual([false, ["open"]])
    page.actor.send({ type: "answer.submit", given: "yes" })
    await page.pass()
    expect(server.isBegun()).toBe(true)
  })

  test.each([
    ["waits for an action", [waitingAction(0), end(1)]],
    ["asks nothing", [message(0), end(1)]],
  ] as const)("[E10] a personal link that %s is begun by its respondent's word only", async (_, instructions) => {
    const server = fakeChatServer(script(...instructions), { isBegun: false })
    const page = openPage(server)
    await page.pass(120_000)
    expect([server.isBegun(), page.state().value]).toEqual([false, "awaitingStart"])
    page.actor.send({ type: "chat.begin" })
    await page.pass()
    server.finishAction(null)
    await untilAsked(page)
    expect([server.isBegun(), page.state().matches("over")]).toEqual([true, true])
  })

  describe("files", () => {
    const picked = (name: string): PickedFile => ({
      name,
      size: 1,
      type: "image/png",
      arrayBuffer: async () => new ArrayBuffer(1),
    })
    const kept = (...names: ReadonlyArray<string>) => names.map((name) => ({ name: `kept-${name}`, label: name }))
    const begin = async (...network: ReadonlyArray<Fate>) => {
      const server = fakeChatServer(script(photo(0), end(1)))
      const page = openPage(server, { network: ["ok", ...network] })
      await untilAsked(page)
      return { server, page, files: () => page.state().context.files, trouble: () => page.state().context.trouble }
    }

    test("are sent when they are picked, one after another, and answered with; what went wrong is told and can be tried again", async () => {
      const { server, page, files, trouble } = await begin({ type: "too-large" })
      page.actor.send({ type: "files.add", files: [picked("a.png")] })
      page.actor.send({ type: "answer.submit", given: ["not-yet.png"] })
      await page.pass()
      expect([trouble(), files(), server.answers]).toEqual([{ type: "too-large" }, [], []])
      page.actor.send({ type: "files.add", files: [picked("a.png"), picked("b.png")] })
      await page.pass()
      expect([trouble(), files(), page.calls]).toEqual([null, kept("a.png", "b.png"), ["open", "file", "file", "file"]])
      page.actor.send({ type: "file.remove", name: "kept-b.png" })
      expect(files()).toEqual(kept("a.png"))
      page.actor.send({ type: "answer.submit", given: ["kept-a.png"] })
      await untilAsked(page)
      expect([server.answers, files()]).toEqual([[{ uuid: "i0", value: ["kept-a.png"] }], []])
    })

    test("that are refused are told, and the others that were picked with them are sent", async () => {
      const refusal = { key: "answer.file-kind", values: { kinds: "png" } }
      const { page, files, trouble } = await begin("ok", { type: "refused", refusal }, "ok", "cut")
      page.actor.send({ type: "files.add", files: ["a.png", "b.txt", "c.png"].map(picked) })
      await page.pass()
      expect([files(), trouble()]).toEqual([kept("a.png", "c.png"), { type: "refused", refusal }])
      // Without a network none of the others would come, either.
      page.actor.send({ type: "files.add", files: ["d.png", "e.png"].map(picked) })
      await page.pass()
      expect([files(), trouble(), page.calls.length]).toEqual([kept("a.png", "c.png"), { type: "unreachable" }, 5])
    })

    test("[E9] that were sent and not answered with yet are there again, those that were taken back are not", async () => {
      const { server, page } = await begin()
      page.actor.send({ type: "files.add", files: [picked("a.png"), picked("b.png")] })
      await page.pass()
      page.hide()
      await page.pass()
      page.close()
      const again = openPage(server, { device: page.device })
      await untilAsked(again)
      expect(again.state().context.files).toEqual(kept("a.png", "b.png"))
      for (const name of ["kept-a.png", "kept-b.png"]) again.actor.send({ type: "file.remove", name })
      again.hide()
      await again.pass()
      again.close()
      const third = openPage(server, { device: page.device })
      await untilAsked(third)
      expect(third.state().context.files).toEqual([])
    })

    test("[E9] that came before the page was gone are there again, though the next was still on its way", async () => {
      const { server, page } = await begin("ok", "held")
      page.actor.send({ type: "files.add", files: [picked("a.png"), picked("b.png")] })
      await page.pass()
      page.hide()
      page.close()
      const again = openPage(server, { device: page.device })
      await untilAsked(again)
      expect(again.state().context.files).toEqual(kept("a.png"))
    })

    test("on their way keep nobody from passing the question over", async () => {
      const { server, page, files } = await begin("held")
      page.actor.send({ type: "files.add", files: [picked("a.png")] })
      await page.pass()
      page.actor.send({ type: "answer.submit", given: ["a.png"] })
      await page.pass()
      expect(server.answers).toEqual([])
      page.actor.send({ type: "answer.submit", given: null })
      await page.pass()
      expect([server.answers, files()]).toEqual([[{ uuid: "i0", value: null }], []])
    })

    test("for a question that was answered in another window are let go of, which is said, and the chat goes on", async () => {
      const server = fakeChatServer(script(photo(0), question(1), end(2)))
      const page = openPage(server, { network: ["ok", { type: "overtaken" }] })
      await untilAsked(page)
      server.give({ uuid: "i0", given: ["other.png"], after: 1 })
      page.actor.send({ type: "files.add", files: [picked("a.png"), picked("b.png")] })
      await page.pass()
      await untilAsked(page)
      const { isOvertaken, picked: left, files, waiting } = page.state().context
      expect([page.calls, isOvertaken, left, files, waiting?.uuid]).toEqual([["open", "file", "watch"], true, [], [], "i1"])
    })

    test("stay when the answer that they were is refused", async () => {
      const { page, files } = await begin("ok", { type: "refused", refusal: { key: "answer.file", values: {} } })
      page.actor.send({ type: "files.add", files: [picked("a.png")] })
      await page.pass()
      page.actor.send({ type: "answer.submit", given: ["kept-a.png"] })
      await page.pass()
      expect([page.state().hasTag("awaiting-answer"), files()]).toEqual([true, kept("a.png")])
    })

    test("that come on a device that keeps nothing are sent one after another all the same, and answered with", async () => {
      const page = openPage(fakeChatServer(script(photo(0), end(1))), { device: { ...newDevice(), isFull: true } })
      await untilAsked(page)
      page.actor.send({ type: "files.add", files: [picked("a.png"), picked("b.png")] })
      await page.pass()
      expect([page.state().hasTag("awaiting-answer"), page.state().context.files]).toEqual([true, kept("a.png", "b.png")])
    })

    test("[E9] are there again when the answer that they were is refused after a reload", async () => {
      const { server, page } = await begin("ok", "cut")
      page.actor.send({ type: "files.add", files: [picked("a.png")] })
      await page.pass()
      page.actor.send({ type: "answer.submit", given: ["kept-id/a.png"] })
      await page.pass()
      page.close()
      const network: ReadonlyArray<Fate> = ["ok", { type: "refused", refusal: { key: "answer.file", values: {} } }]
      const again = openPage(server, { device: page.device, network })
      await untilAsked(again)
      expect(again.state().context.files).toEqual([{ name: "kept-id/a.png", label: "a.png" }])
    })
  })
})

const fate = fc.constantFrom<Fate>("ok", "ok", "cut", "lost", { type: "too-soon", seconds: 2 }, { type: "paused" })
const deed = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("give" as const), given: fc.constantFrom("a", "bc", null, "too long for it") }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("wait" as const), seconds: fc.integer({ min: 0, max: 40 }) }) },
  fc.constant({ type: "begin" } as const),
  fc.constant({ type: "online" } as const),
  fc.constant({ type: "retry" } as const),
  fc.constant({ type: "write" } as const),
  fc.constant({ type: "hide" } as const),
  fc.constant({ type: "reload" } as const),
  fc.constant({ type: "outcome" } as const),
)

test(
  "whatever the network does and whenever the page is left, each answer is taken once, and all that was told is shown once, in its order",
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(message, question, waitingAction), { maxLength: 6 }),
        fc.array(fate, { maxLength: 20 }),
        fc.array(deed, { maxLength: 25 }),
        fc.boolean(),
        async (made, network, deeds, isBegun) => {
          const server = fakeChatServer(script(...made.map((make, i) => make(i)), end(made.length)), { isBegun })
          const device = newDevice()
          let fates = [...network]
          let page = openPage(server, { device, network: fates })
          for (const it of deeds) {
            if (it.type === "give") page.actor.send({ type: "answer.submit", given: it.given })
            if (it.type === "wait") await page.pass(it.seconds * 1000)
            if (it.type === "begin") page.actor.send({ type: "chat.begin" })
            if (it.type === "online") page.goOnline()
            if (it.type === "write") page.actor.send({ type: "answer.edit", given: "written" })
            if (it.type === "hide") page.hide()
            if (it.type === "retry") page.actor.send({ type: "chat.retry" })
            if (it.type === "outcome") server.finishAction(null)
            if (it.type === "reload" && !page.state().matches("over")) {
              page.close()
              fates = fates.slice(page.calls.length)
              page = openPage(server, { device, network: fates })
            }
            await page.pass()
            const told = transcript(page).filter((line) => !line.endsWith("?"))
            expect(asTold(server).slice(0, told.length)).toEqual(told)
          }
          // In the end, on a network that works again, it goes on to its end.
          for (let i = 0; i < 300 && !page.state().matches("over"); i++) {
            if (page.state().matches("awaitingStart")) page.actor.send({ type: "chat.begin" })
            if (page.state().hasTag("awaiting-answer")) page.actor.send({ type: "answer.submit", given: null })
            server.finishAction(null)
            await page.pass(30_000)
          }
          expect(page.state().matches("over")).toBe(true)
          expect(transcript(page)).toEqual(asTold(server))
          expect(server.answers.map(({ uuid }) => uuid)).toEqual([...new Set(server.answers.map(({ uuid }) => uuid))])
          expect(device).toEqual({ pass: false, answer: null })
          page.close()
        },
      ),
      { numRuns: 100 },
    ),
  60_000,
)
