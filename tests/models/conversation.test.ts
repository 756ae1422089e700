// A respondent's conversation: nothing is lost, repeated or out of order, despite network failures, reloads and any order of events.
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

/** What the respondent's device stores. */
type Device = { pass: boolean; answer: StoredAnswer | null; readonly isFull?: true }
const newDevice = (): Device => ({ pass: false, answer: null })

/** The outcome of a call. A `lost` call reaches the server, but its response does not come back; a `held` call never ends. */
type Fate = "ok" | "cut" | "lost" | "held" | ChatFailure

type Around = {
  readonly device?: Device
  /** The outcomes of the calls, in order. */
  readonly network?: ReadonlyArray<Fate>
}

const bases = { stats: "https://stats.example" }

/** Opens the page on a device; `left` lists the addresses it was redirected to. */
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
  const actor = createActor(machine, { clock, input: { isNew: !device.pass, storedAnswer: device.answer, bases } }).start()
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
    /** Lets pending calls finish, and advances the clock. */
    pass: async (milliseconds = 0) => {
      await settle()
      clock.increment(milliseconds)
      await settle()
    },
    close: () => actor.stop(),
  }
}
type Page = ReturnType<typeof openPage>

/** Advances the clock until an answer is awaited or the conversation is over. */
const untilAsked = async (page: Page): Promise<void> => {
  for (let i = 0; i < 200 && !page.state().hasTag("awaiting-answer") && !page.state().matches("over"); i++) await page.pass(1000)
}

const textOf = (line: TranscriptLine): string =>
  line.type === "script" ? line.effect.uuid : `=${String(line.value)}${line.isSent ? "" : "?"}`
const transcript = (page: Page) => page.state().context.lines.map(textOf)
const asTold = (server: FakeChatServer) =>
  server.turns.flatMap(({ answer, effects }) => [
    ...(answer === null ? [] : [`=${String(answer.value)}`]),
    ...effects.flatMap((it) => (it.type === "end" ? [] : [it.uuid])),
  ])

describe("a conversation", () => {
  test("[E16] shows the first message at once, and the others one after another, each after its delay, with a typing indicator meanwhile", async () => {
    const page = openPage(fakeChatServer(script(message(0, 1), message(1, 2), question(2), end(3))))
    await page.pass()
    expect([transcript(page), page.state().hasTag("typing")]).toEqual([["i0"], true])
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

  test("shows an answer in the transcript while it is being sent, and once when it has arrived", async () => {
    const page = openPage(fakeChatServer(script(question(0), question(1), end(2))))
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "yes" })
    expect(transcript(page)).toEqual(["i0", "=yes?"])
    await untilAsked(page)
    expect(transcript(page)).toEqual(["i0", "=yes", "i1"])
    expect(page.state().context.answer).toBe(null)
  })

  test("asks again after an invalid answer and shows why, until the next answer", async () => {
    const page = openPage(fakeChatServer(script(question(0), end(1))))
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "much too long" })
    await untilAsked(page)
    expect([transcript(page), page.state().context.refusal]).toEqual([["i0"], { key: "answer.long", values: { most: 5 } }])
    page.actor.send({ type: "answer.submit", given: "short" })
    await untilAsked(page)
    expect([page.state().matches("over"), page.state().context.refusal]).toEqual([true, null])
  })

  test("does not resend an answer that the server refuses as too large", async () => {
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

  test("refuses a text over the maximum length without sending it, and keeps it for editing, also after a reload", async () => {
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

  test.each(["much too long", [1, 2], true])("[E9] keeps the refused answer %j for correction, also after a reload", async (given) => {
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

  test("[E9] shows why an answer is invalid before sending it, also offline and after a reload", async () => {
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

  test("[E9] sends answers and lets refused ones be corrected on a device that cannot store anything", async () => {
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

  test("[E1] validates an answer in the language of the conversation, like the server", async () => {
    const amount = { ...question(0), question: { uuid: "q0", type: "numeric" as const, options: { precision: 0, maximum: 10 } } }
    const server = fakeChatServer({ language: "nl", instructions: [amount, end(1)] })
    const page = openPage(server)
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "1.000" })
    await page.pass()
    expect([page.calls, page.state().context.refusal?.key]).toEqual([["open"], "answer.largest"])
  })

  test("does not retry opening after a permanent failure", async () => {
    for (const failure of [{ type: "too-large" }, { type: "refused", refusal: { key: "answer.shape", values: {} } }] as const) {
      const page = openPage(fakeChatServer(script(question(0), end(1))), { network: [failure] })
      await page.pass(60_000)
      expect([page.state().value, page.calls]).toEqual(["missing", ["open"]])
    }
  })

  test("[E9] still shows a refusal by the server after a reload", async () => {
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

  test("[E9] resends an answer with growing delays, or immediately when the network is back, and it is recorded once", async () => {
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

  test("waits as long as the server says after too many calls", async () => {
    const page = openPage(fakeChatServer(script(question(0), end(1))), { network: [{ type: "too-soon", seconds: 7 }] })
    await page.pass()
    await page.pass(6999)
    expect(page.state().value).toBe("openFailed")
    await page.pass(1)
    expect(page.state().context.opened).not.toBe(null)
  })

  test("[E9] shows the whole transcript immediately after a reload, and sends an unsent answer", async () => {
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

  test("[E9] says that an answer came too late if another window answered the same question first, until the next answer", async () => {
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

  test("[E9] says that a stored answer came too late when the chat is reopened after another device answered first", async () => {
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
    // Also if the conversation ended meanwhile.
    elsewhere.actor.send({ type: "answer.submit", given: "maybe" })
    await elsewhere.pass(10_000)
    const last = openPage(server, { device: first.device })
    await last.pass(10_000)
    expect([last.state().matches("over"), last.state().context.isOvertaken, last.device.answer]).toEqual([true, true, null])
    expect(server.answers.map(({ value }) => value)).toEqual(["yes", "maybe"])
  })

  test("[E9] neither resends nor reports an answer that arrived although its response was lost", async () => {
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

  test("[E9] restores an unsent answer after a reload, and sends it only when it is submitted", async () => {
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

  test("[E9] leaves nothing on the device after the end", async () => {
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
    "is shown as $type when it is opened, or as $later once it was open, and leaves nothing on the device",
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

  test("[E9] pauses when the chat goes back to preparation, and resumes without loss once it is live again, also after a reload", async () => {
    const server = fakeChatServer(script(question(0), question(1), end(2)))
    const page = openPage(server, { network: ["ok", "ok", { type: "paused" }] })
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "yes" })
    await untilAsked(page)
    page.actor.send({ type: "answer.submit", given: "no" })
    await page.pass()
    expect([page.state().hasTag("retrying"), page.state().context.failure, transcript(page)]).toEqual([
      true,
      { type: "paused" },
      ["i0", "=yes", "i1", "=no?"],
    ])
    const again = openPage(server, { device: structuredClone(page.device), network: [{ type: "paused" }] })
    await again.pass()
    expect([again.state().value, again.state().context.failure]).toEqual(["openFailed", { type: "paused" }])
    expect(again.device).toEqual({ pass: true, answer: { uuid: "i1", given: "no", isGiven: true, refusal: null } })
    await page.pass(1000)
    expect(page.state().matches("over")).toBe(true)
    await again.pass(1000)
    expect([again.state().matches("over"), server.answers.length]).toEqual([true, 2])
  })

  test("[E11] redirects 3 seconds after an end with an address, and stays after an end without one", async () => {
    const page = openPage(fakeChatServer(script(end(0, "https://example.org/thanks"))))
    await page.pass()
    expect([redirectAddress(page.state().context), page.left]).toEqual(["https://example.org/thanks", []])
    await page.pass(3000)
    expect(page.left).toEqual(["https://example.org/thanks"])
    const stays = openPage(fakeChatServer(script(end(0))))
    await stays.pass(60_000)
    expect([stays.state().matches("over"), stays.left]).toEqual([true, []])
  })

  test("polls for the outcome of an action ever less often until it arrives", async () => {
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

  test("shows that an outcome is delayed from the second poll on, for each outcome separately", async () => {
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

  test("polls immediately when the network is back after a failed poll, and clears the failure", async () => {
    const server = fakeChatServer(script(waitingAction(0), end(1)))
    const page = openPage(server, { network: ["ok", "cut"] })
    await page.pass()
    await page.pass(1000)
    expect([page.state().value, page.state().context.failure]).toEqual(["pollFailed", { type: "unreachable" }])
    page.goOnline()
    await page.pass()
    expect([page.calls, page.state().hasTag("awaiting-outcome"), page.state().context.failure]).toEqual([
      ["open", "watch", "watch"],
      true,
      null,
    ])
  })

  test("[E9] sends a first answer that was given offline when it is opened again", async () => {
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

  test("[E10] of a personal link begins with the first answer, not when it is opened", async () => {
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
  ] as const)("[E10] of a link that %s begins only when the respondent confirms", async (_, instructions) => {
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
      return { server, page, files: () => page.state().context.files, failure: () => page.state().context.failure }
    }

    test("are uploaded one after another when picked and become the answer; a failed upload is shown and can be retried", async () => {
      const { server, page, files, failure } = await begin({ type: "too-large" })
      page.actor.send({ type: "files.add", files: [picked("a.png")] })
      page.actor.send({ type: "answer.submit", given: ["not-yet.png"] })
      await page.pass()
      expect([failure(), files(), server.answers]).toEqual([{ type: "too-large" }, [], []])
      page.actor.send({ type: "files.add", files: [picked("a.png"), picked("b.png")] })
      await page.pass()
      expect([failure(), files(), page.calls]).toEqual([null, kept("a.png", "b.png"), ["open", "file", "file", "file"]])
      page.actor.send({ type: "file.remove", name: "kept-b.png" })
      expect(files()).toEqual(kept("a.png"))
      page.actor.send({ type: "answer.submit", given: ["kept-a.png"] })
      await untilAsked(page)
      expect([server.answers, files()]).toEqual([[{ uuid: "i0", value: ["kept-a.png"] }], []])
    })

    test("that are refused are reported, and the others picked with them are uploaded", async () => {
      const refusal = { key: "answer.file-kind", values: { kinds: "png" } }
      const { page, files, failure } = await begin("ok", { type: "refused", refusal }, "ok", "cut")
      page.actor.send({ type: "files.add", files: ["a.png", "b.txt", "c.png"].map(picked) })
      await page.pass()
      expect([files(), failure()]).toEqual([kept("a.png", "c.png"), { type: "refused", refusal }])
      // Without a network the remaining files are not tried, since they would fail as well.
      page.actor.send({ type: "files.add", files: ["d.png", "e.png"].map(picked) })
      await page.pass()
      expect([files(), failure(), page.calls.length]).toEqual([kept("a.png", "c.png"), { type: "unreachable" }, 5])
    })

    test("[E9] that were uploaded but not submitted are restored after a reload, except those that were removed", async () => {
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

    test("[E9] that were uploaded before the page was closed are restored, even if the next was still uploading", async () => {
      const { server, page } = await begin("ok", "held")
      page.actor.send({ type: "files.add", files: [picked("a.png"), picked("b.png")] })
      await page.pass()
      page.hide()
      page.close()
      const again = openPage(server, { device: page.device })
      await untilAsked(again)
      expect(again.state().context.files).toEqual(kept("a.png"))
    })

    test("that are still uploading do not prevent skipping the question", async () => {
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

    test("for a question that was answered in another window are dropped, which is reported, and the chat continues", async () => {
      const server = fakeChatServer(script(photo(0), question(1), end(2)))
      const page = openPage(server, { network: ["ok", { type: "already-answered" }] })
      await untilAsked(page)
      server.give({ uuid: "i0", given: ["other.png"], after: 1 })
      page.actor.send({ type: "files.add", files: [picked("a.png"), picked("b.png")] })
      await page.pass()
      await untilAsked(page)
      const { isOvertaken, filesToUpload: left, files, waiting } = page.state().context
      expect([page.calls, isOvertaken, left, files, waiting?.uuid]).toEqual([["open", "file", "watch"], true, [], [], "i1"])
    })

    test("stay selected when the answer with them is refused", async () => {
      const { page, files } = await begin("ok", { type: "refused", refusal: { key: "answer.file", values: {} } })
      page.actor.send({ type: "files.add", files: [picked("a.png")] })
      await page.pass()
      page.actor.send({ type: "answer.submit", given: ["kept-a.png"] })
      await page.pass()
      expect([page.state().hasTag("awaiting-answer"), files()]).toEqual([true, kept("a.png")])
    })

    test("are uploaded one after another, even if the device cannot store anything", async () => {
      const page = openPage(fakeChatServer(script(photo(0), end(1))), { device: { ...newDevice(), isFull: true } })
      await untilAsked(page)
      page.actor.send({ type: "files.add", files: [picked("a.png"), picked("b.png")] })
      await page.pass()
      expect([page.state().hasTag("awaiting-answer"), page.state().context.files]).toEqual([true, kept("a.png", "b.png")])
    })

    test("[E9] are restored when the answer with them is refused after a reload", async () => {
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
const respondentAction = fc.oneof(
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
  "each answer is recorded once and each message is shown once and in order, for any network failures and reloads",
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(message, question, waitingAction), { maxLength: 6 }),
        fc.array(fate, { maxLength: 20 }),
        fc.array(respondentAction, { maxLength: 25 }),
        fc.boolean(),
        async (made, network, respondentActions, isBegun) => {
          const server = fakeChatServer(script(...made.map((make, i) => make(i)), end(made.length)), { isBegun })
          const device = newDevice()
          let fates = [...network]
          let page = openPage(server, { device, network: fates })
          for (const it of respondentActions) {
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
          // Once the network works again, the conversation reaches its end.
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
