// Importing people from a file to create links for them: reading the file, mapping its columns, checking it.
import { describe, expect, test } from "vitest"
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from "xstate"
import { detectedFormat, isFormatProblem, type ListSummary, maxListFileBytes } from "../../domain/links/participant-list.ts"
import { type ListCheckResult, peopleImportMachine } from "../../machines/chat/people-import-machine.ts"
import { unreachable } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const bySemicolons = { encoding: null, separator: ";" } as const
const input = { generator: "generator" }
const file = { name: "people.csv", size: 1000 }
const facts: ListSummary = {
  name: "people.csv",
  encoding: "utf-8",
  separator: ";",
  rowCount: 12_001,
  firstRows: [["E-mail", "Plaats"], ...["a", "b", "c", "d", "e"].map((it) => [it, "Delft"])],
  isHeaded: true,
}
const doubled = { type: "duplicates", column: 0, target: "profile.email", rows: [17, 25], count: 2 } as const
const tooLong = { type: "too-long", column: 0, target: "profile.email", rows: [3], count: 1 } as const
const plan = { batches: [5000, 5000, 1998] }

describe("import of people", () => {
  const all = machineEdges(peopleImportMachine, {
    input,
    events: [
      { type: "file.choose", file },
      { type: "file.choose", file: { ...file, size: maxListFileBytes + 1 } },
      { type: "file.forget" },
      { type: "read-options.set", how: bySemicolons },
      { type: "headings.set", on: false },
      { type: "column.map", column: 1, target: "conversation.metadata" },
      { type: "column.map", column: 0, target: "ignore" },
      { type: "column.map", column: 9, target: "profile.uuid" },
      { type: "duplicates.skip", on: true },
      { type: "links.make" },
      { type: "list.close" },
      { type: "list.read", facts },
      { type: "list.refused", problem: { type: "one-column" } },
      { type: "list.refused", problem: { type: "ragged", columns: 2, rows: [3], count: 1 } },
      { type: "list.refused", problem: { type: "empty" } },
      doneEvent("check", { flags: [doubled, tooLong], doubled: 2, plan: null }),
      doneEvent("check", { flags: [], doubled: 2, plan }),
      errorEvent("check", unreachable),
    ],
  })
  const from = (value: "choosingFile" | "reading" | "mapping" | "checking", type: string) =>
    all.filter(({ state, event }) => state.matches(value) && event.type === type)

  test("[L7] refuses a file that is too large, reads any other, and forgets the previous file", () => {
    let [refused, begun] = [0, 0]
    for (const { event, next } of from("choosingFile", "file.choose")) {
      if (event.type !== "file.choose") continue
      const isTooLarge = event.file.size > maxListFileBytes
      if (isTooLarge) refused++
      else begun++
      expect(next.matches(isTooLarge ? "choosingFile" : "reading")).toBe(true)
      expect(next.context).toMatchObject({
        file: event.file,
        problem: isTooLarge ? { type: "too-large", bytes: event.file.size } : null,
        facts: null,
        mapping: [],
        leavesOut: false,
        how: detectedFormat,
      })
    }
    expect([refused > 1, begun > 1]).toEqual([true, true])
  })

  test("[L7] shows why a file is not a list, and reads it again in another format only if that may help", () => {
    for (const { event, next } of from("reading", "list.refused"))
      if (event.type === "list.refused") expect([next.value, next.context.problem]).toEqual(["choosingFile", event.problem])
    let [again, refused] = [0, 0]
    for (const { state, next } of from("choosingFile", "read-options.set")) {
      const { problem, how } = state.context
      const may = problem !== null && isFormatProblem(problem)
      if (may) again++
      else refused++
      expect([next.value, next.context.how, next.context.problem]).toEqual(
        may ? ["reading", bySemicolons, null] : ["choosingFile", how, problem],
      )
    }
    expect([again > 1, refused > 1]).toEqual([true, true])
  })

  test("[L8] reads the file again when the author corrects the format, and forgets the mapping", () => {
    let again = 0
    for (const { state, next } of from("mapping", "read-options.set")) {
      again++
      expect([next.value, next.context]).toEqual([
        "reading",
        expect.objectContaining({ file: state.context.file, how: bySemicolons, facts: null, mapping: [], flags: [], read: 0 }),
      ])
    }
    expect(again).toBeGreaterThan(1)
  })

  test("forgets everything about a file that is removed while or after it is read", () => {
    const forgotten = [...from("reading", "file.forget"), ...from("mapping", "file.forget")]
    for (const { next } of forgotten) {
      expect(next.value).toBe("choosingFile")
      expect(next.context).toMatchObject({ file: null, read: 0, facts: null, mapping: [], flags: [], leavesOut: false, failure: null })
    }
    expect(forgotten.length).toBeGreaterThan(2)
  })

  test("maps columns by their headings, and none without headings; a changed mapping clears the problems found before", () => {
    for (const { next } of from("reading", "list.read"))
      expect([next.matches("mapping"), next.context.mapping, next.context.isHeaded]).toEqual([true, ["profile.email", "ignore"], true])
    for (const { next } of from("mapping", "headings.set"))
      expect([next.context.mapping, next.context.flags, next.context.leavesOut]).toEqual([["ignore", "ignore"], [], false])
    for (const { state, event, next } of from("mapping", "column.map"))
      if (event.type === "column.map")
        expect([next.context.mapping, next.context.flags]).toEqual(
          event.column < 2 ? [state.context.mapping.with(event.column, event.target), []] : [state.context.mapping, state.context.flags],
        )
    // The failure of an earlier check is cleared as well.
    for (const type of ["headings.set", "column.map", "links.make"]) {
      const changes = from("mapping", type).filter(
        ({ event, next }) => type === "headings.set" || next.matches("checking") || ("column" in event && event.column < 2),
      )
      expect(changes.some(({ state }) => state.context.failure !== null)).toBe(true)
      for (const { next } of changes) expect(next.context.failure).toBe(null)
    }
  })

  test("[L2] checks the list only once a column is mapped", () => {
    let [asked, refused] = [0, 0]
    for (const { state, next } of from("mapping", "links.make")) {
      const isMeant = state.context.mapping.some((it) => it !== "ignore")
      if (isMeant) asked++
      else refused++
      expect(next.matches("checking")).toBe(isMeant)
    }
    expect([asked > 1, refused > 1]).toEqual([true, true])
  })

  test("[L3] returns to the mapping with the problems that were found, and ends with a plan only if there are none", () => {
    let [flagged, planned] = [0, 0]
    for (const { event, next } of from("checking", "xstate.done.actor.check")) {
      if (!("output" in event) || typeof event.output !== "object" || event.output === null || !("plan" in event.output)) continue
      if (event.output.plan === null) {
        flagged++
        expect([next.matches("mapping"), next.context.flags, next.context.doubled]).toEqual([true, [doubled, tooLong], 2])
      } else {
        planned++
        expect([next.status, next.output]).toEqual(["done", plan])
      }
    }
    for (const { next } of from("checking", "xstate.error.actor.check"))
      expect([next.matches("mapping"), next.context.failure]).toEqual([true, unreachable])
    expect([flagged > 0, planned > 0]).toEqual([true, true])
  })

  test("[L9] removes only the problem of duplicates when their rows are left out", () => {
    let left = 0
    for (const { state, next } of from("mapping", "duplicates.skip")) {
      if (state.context.flags.length === 2) left++
      expect([next.context.leavesOut, next.context.flags]).toEqual([true, state.context.flags.filter((it) => it === tooLong)])
    }
    expect(left).toBeGreaterThan(0)
  })

  test("can be closed at any time, without a result", () => {
    for (const { state, event, next } of all)
      if (event.type === "list.close" && state.status === "active") expect([next.status, next.output]).toEqual(["done", null])
  })
})

test("shows another of the first five sample rows every 2.5 seconds until it is paused", () => {
  const clock = new SimulatedClock()
  const actor = createActor(
    peopleImportMachine.provide({ actors: { read: fromCallback(({ sendBack }) => sendBack({ type: "list.read", facts })) } }),
    { input, clock },
  ).start()
  actor.send({ type: "file.choose", file })
  const seen = Array.from({ length: 6 }, () => {
    const { sampleIndex } = actor.getSnapshot().context
    clock.increment(2499)
    expect(actor.getSnapshot().context.sampleIndex).toBe(sampleIndex)
    clock.increment(1)
    return sampleIndex
  })
  expect(seen).toEqual([0, 1, 2, 3, 4, 0])
  actor.send({ type: "samples.pause" })
  clock.increment(60_000)
  expect(actor.getSnapshot().context.sampleIndex).toBe(1)
  actor.send({ type: "samples.resume" })
  clock.increment(2500)
  expect(actor.getSnapshot().context.sampleIndex).toBe(2)
})

test("keeps the sample paused after a check, whether it found problems or failed", async () => {
  const flagged: ListCheckResult = { flags: [doubled], doubled: 2, plan: null }
  for (const check of [async () => flagged, () => Promise.reject<ListCheckResult>(unreachable)]) {
    const clock = new SimulatedClock()
    const machine = peopleImportMachine.provide({
      actors: {
        read: fromCallback(({ sendBack }) => sendBack({ type: "list.read", facts })),
        check: fromPromise(() => check()),
      },
    })
    const actor = createActor(machine, { input, clock }).start()
    actor.send({ type: "file.choose", file })
    actor.send({ type: "samples.pause" })
    actor.send({ type: "links.make" })
    expect(actor.getSnapshot().matches("checking")).toBe(true)
    await waitFor(actor, (state) => state.matches("mapping"))
    clock.increment(60_000)
    expect(actor.getSnapshot().context.sampleIndex).toBe(0)
  }
})
