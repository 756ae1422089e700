// The live preview of a style: its two frames, which may answer late or never, the demo story, and the space for a frame.

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createActor, fromCallback, SimulatedClock } from "xstate"
import {
  demoStory,
  getDemoStoryDelayMs,
  initialChatPreview,
  initialStatsPreview,
  type PreviewAnswer,
  type PreviewMessage,
  previewMessage,
  previewReady,
  previewShown,
  previewTimes,
} from "../../domain/preview/preview-protocol.ts"
import type { RehearsalAction } from "../../domain/preview/rehearsal-protocol.ts"
import { emptyStyle } from "../../domain/style/community-style.ts"
import type { Scenario } from "../../domain/style/style-keys.ts"
import { type FrameMessage, type FrameReply, previewFrameMachine } from "../../machines/preview-frame-machine.ts"
import { stylePreviewMachine } from "../../machines/styling/style-preview-machine.ts"

/** Frames as the port sees them: the messages posted to each, and a way to answer. */
const frames = () => {
  const told = new Map<unknown, Array<FrameMessage["message"]>>()
  const says = new Map<unknown, (answer: PreviewAnswer) => void>()
  const talk = fromCallback<FrameMessage, { readonly frame: object | null }, FrameReply | RehearsalAction>(
    ({ input: { frame }, receive, sendBack }) => {
      says.set(frame, (answer) => sendBack({ type: "frame.replied", answer }))
      receive(({ message }) => told.set(frame, [...(told.get(frame) ?? []), message]))
      return () => says.delete(frame)
    },
  )
  return {
    talk,
    toldTo: (frame: object) => told.get(frame) ?? [],
    say: (frame: object, answer: PreviewAnswer) => says.get(frame)?.(answer),
  }
}

const red: PreviewMessage = { ...initialChatPreview, sheet: { "app_background-color": "#ff0000ff" } }

const oneFrame = () => {
  const { talk, toldTo, say } = frames()
  const clock = new SimulatedClock()
  const actor = createActor(previewFrameMachine.provide({ actors: { frameChannel: talk } }), {
    input: { message: initialChatPreview },
    clock,
  }).start()
  const frame = { name: "frame" }
  return {
    actor,
    frame,
    attach: (it: object = frame) => actor.send({ type: "frame.attached", frame: it }),
    load: () => actor.send({ type: "frame.loaded" }),
    show: (message: PreviewMessage) => actor.send({ type: "frame.show", message }),
    say: (answer: PreviewAnswer, it: object = frame) => say(it, answer),
    told: (it: object = frame) => toldTo(it),
    wait: () => clock.increment(previewTimes.answerTimeoutMs),
    isSilent: () => actor.getSnapshot().hasTag("unresponsive"),
    isLoading: () => actor.getSnapshot().hasTag("loading"),
  }
}

describe("preview frame", () => {
  test("receives nothing until it is ready, then the current message and every change", () => {
    const { attach, load, show, say, told, isLoading } = oneFrame()
    attach()
    load()
    show(red)
    expect([told(), isLoading()]).toEqual([[], true])
    say(previewReady)
    expect([told(), isLoading()]).toEqual([[red], false])
    show(initialChatPreview)
    expect(told()).toEqual([red, initialChatPreview])
  })

  test("is unresponsive after a timeout, and receives the current message when it answers late", () => {
    const { attach, show, say, told, wait, isSilent, isLoading } = oneFrame()
    attach()
    wait()
    expect([isSilent(), isLoading()]).toEqual([true, false])
    show(red)
    say(previewReady)
    expect([isSilent(), told()]).toEqual([false, [red]])
  })

  test("receives the message twice if it is ready twice, and stays responsive", () => {
    const { attach, say, told, wait, isSilent } = oneFrame()
    attach()
    say(previewReady)
    say(previewReady)
    wait()
    expect([told().length, isSilent()]).toEqual([2, false])
  })

  test("receives the message again when another page loads, and is unresponsive if that page does not answer", () => {
    const { attach, load, say, told, wait, isSilent } = oneFrame()
    attach()
    say(previewReady)
    say(previewShown)
    load()
    expect([told().length, isSilent()]).toEqual([2, false])
    wait()
    expect(isSilent()).toBe(true)
  })

  test("receives changes while it is checked again", () => {
    const { attach, load, say, show, told } = oneFrame()
    attach()
    say(previewReady)
    load()
    show(red)
    expect(told().at(-1)).toBe(red)
  })

  test("stays responsive if its page finishes loading after it was ready and then answers", () => {
    const { attach, load, say, wait, isSilent } = oneFrame()
    attach()
    say(previewReady)
    load()
    say(previewShown)
    wait()
    expect(isSilent()).toBe(false)
  })

  test("is replaced on demand, and answers of the replaced one are ignored", () => {
    const { actor, attach, say, wait, told, frame, isSilent, isLoading } = oneFrame()
    attach()
    wait()
    actor.send({ type: "frame.reload" })
    expect([actor.getSnapshot().context.attempt, isLoading()]).toEqual([1, true])
    const next = { name: "next" }
    attach(next)
    say(previewReady, frame)
    expect([told(frame), told(next), isLoading()]).toEqual([[], [], true])
    say(previewReady, next)
    expect([told(next), isSilent()]).toEqual([[initialChatPreview], false])
  })

  test("is shown with the current message once it is ready, whatever happened before", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("attach", "load", "red", "plain", "ready", "shown", "wait", "again"), { maxLength: 20 }),
        (names) => {
          const it = oneFrame()
          const actions: Readonly<Record<string, () => void>> = {
            attach: () => it.attach(),
            load: it.load,
            red: () => it.show(red),
            plain: () => it.show(initialChatPreview),
            ready: () => it.say(previewReady),
            shown: () => it.say(previewShown),
            wait: it.wait,
            again: () => it.actor.send({ type: "frame.reload" }),
          }
          for (const name of names) actions[name]?.()
          it.attach()
          it.say(previewReady)
          expect([it.told().at(-1), it.isSilent(), it.isLoading()]).toEqual([it.actor.getSnapshot().context.message, false, false])
        },
      ),
    ))
})

const preview = (scenario: Scenario = "openAnswer") => {
  const { talk, toldTo, say } = frames()
  const clock = new SimulatedClock()
  let tick: (time: string) => void = () => undefined
  const actor = createActor(
    stylePreviewMachine.provide({
      actors: {
        frame: previewFrameMachine.provide({ actors: { frameChannel: talk } }),
        clock: fromCallback(({ sendBack }) => {
          tick = (time) => sendBack({ type: "clock.ticked", time })
        }),
      },
    }),
    { input: { style: emptyStyle, scenario }, clock },
  ).start()
  const mobile = { name: "mobile" }
  const desktop = { name: "desktop" }
  const attach = () => {
    const { children } = actor.getSnapshot()
    children.mobile?.send({ type: "frame.attached", frame: mobile })
    children.desktop?.send({ type: "frame.attached", frame: desktop })
  }
  return {
    actor,
    clock,
    attach,
    ready: () => {
      say(mobile, previewReady)
      say(desktop, previewReady)
    },
    toldTo,
    mobile,
    desktop,
    tick: (time: string) => tick(time),
    story: () => actor.getSnapshot().value.story,
    told: () => actor.getSnapshot().context.shownParagraphs,
  }
}

describe("edited style", () => {
  test("is sent to both frames, as the stylesheet of the page that shows the scenario", () => {
    const it = preview()
    it.attach()
    it.ready()
    const style = { web: { chat_color: "#111111ff" }, stats: { body_color: "#222222ff" } }
    it.actor.send({ type: "preview.edited", style, scenario: "slider" })
    const message = previewMessage(style, "slider", 0)
    expect([it.toldTo(it.mobile).at(-1), it.toldTo(it.desktop).at(-1)]).toEqual([message, message])
    it.actor.send({ type: "preview.edited", style, scenario: "pieCharts" })
    expect(it.toldTo(it.mobile).at(-1)).toEqual({ ...initialStatsPreview, sheet: style.stats, scenario: "pieCharts" })
  })
})

describe("demo story", () => {
  test("starts when a frame answers, with a paragraph after 2 s, then one every 10 s, 5 in all, in both frames", () => {
    const it = preview()
    it.attach()
    it.clock.increment(demoStory.start)
    expect([it.story(), it.told()]).toEqual(["waiting", 0])
    it.ready()
    for (let told = 0; told < demoStory.paragraphs; told++) {
      it.clock.increment(getDemoStoryDelayMs(told) - 1)
      expect(it.told()).toBe(told)
      it.clock.increment(1)
      expect(it.told()).toBe(told + 1)
      expect(it.toldTo(it.desktop).at(-1)).toMatchObject({ told: told + 1 })
    }
    expect(it.story()).toBe("finished")
    it.clock.increment(demoStory.step)
    expect(it.told()).toBe(demoStory.paragraphs)
  })

  test("can be finished, restarted, paused and resumed", () => {
    const it = preview()
    it.attach()
    it.ready()
    it.actor.send({ type: "story.finish" })
    expect([it.story(), it.toldTo(it.mobile).at(-1)]).toMatchObject(["finished", { told: demoStory.paragraphs }])
    it.actor.send({ type: "story.reset" })
    expect([it.story(), it.toldTo(it.mobile).at(-1)]).toMatchObject(["playing", { told: 0 }])
    it.clock.increment(demoStory.start)
    it.actor.send({ type: "story.pause" })
    it.clock.increment(demoStory.step * 3)
    expect([it.story(), it.told()]).toEqual(["paused", 1])
    it.actor.send({ type: "story.play" })
    it.clock.increment(demoStory.step)
    expect(it.told()).toBe(2)
  })

  test("waits while the statistics are shown, and continues where it was", () => {
    const it = preview()
    it.attach()
    it.ready()
    it.clock.increment(demoStory.start)
    it.actor.send({ type: "preview.edited", style: emptyStyle, scenario: "averages" })
    it.ready()
    it.clock.increment(demoStory.step * 3)
    expect([it.story(), it.told()]).toEqual(["waiting", 1])
    it.actor.send({ type: "preview.edited", style: emptyStyle, scenario: "choice" })
    it.ready()
    it.clock.increment(demoStory.step)
    expect(it.told()).toBe(2)
  })
})

describe("space for a frame", () => {
  const room = (width: number) => ({ width, height: 500 })

  test("is used immediately when it is first measured, and after a delay when it changes", () => {
    const { actor, clock } = preview()
    const measured = (frame: "mobile" | "desktop", width: number) => actor.send({ type: "room.measured", frame, room: room(width) })
    const rooms = () => actor.getSnapshot().context.frameSpaces
    measured("mobile", 300)
    measured("desktop", 700)
    expect(rooms()).toEqual({ mobile: room(300), desktop: room(700) })
    measured("mobile", 290)
    clock.increment(previewTimes.resizeDelayMs - 1)
    measured("mobile", 280)
    clock.increment(previewTimes.resizeDelayMs - 1)
    expect(rooms().mobile).toEqual(room(300))
    clock.increment(1)
    expect(rooms()).toEqual({ mobile: room(280), desktop: room(700) })
  })
})

test("takes the time from the clock port", () => {
  const { actor, tick } = preview()
  tick("2026-03-01T09:41:00Z")
  expect(actor.getSnapshot().context.time).toBe("2026-03-01T09:41:00Z")
})
