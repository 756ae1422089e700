// The member list of a community: its pages, its search and its export.
import { expect, test } from "vitest"
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate"
import type { Member } from "../../domain/exports/links-and-members-csv.ts"
import { type MembersPage, membersMachine } from "../../machines/community/members-machine.ts"
import { unreachable } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const member = (uuid: string): Member => ({
  uuid,
  type: "person",
  external_id: uuid,
  email: null,
  phone: null,
  dateofbirth: null,
  firstname: null,
  lastname: null,
})
const all = machineEdges(membersMachine, {
  input: { slug: "acme" },
  events: [
    { type: "members.more" },
    { type: "members.search", text: "ada" },
    { type: "members.search", text: "" },
    { type: "members.export" },
    // Three members, one per page, so that the list ends after three pages.
    doneEvent("list", { items: [member("a")], total: 3 }),
    errorEvent("list", unreachable),
    doneEvent("save", "members.csv"),
    errorEvent("save", unreachable),
  ],
})

test("keeps the loaded members when a page fails to load, and loads that page again on request", () => {
  let stuck = 0
  for (const { state, event, next } of all) {
    if (event.type === "xstate.error.actor.list" && state.matches({ list: "loading" })) {
      stuck++
      expect([next.value.list, next.context.failure, next.context.members]).toEqual(["failed", unreachable, state.context.members])
    }
    if (state.matches({ list: "failed" })) {
      expect(next.value.list).toBe(event.type === "members.more" ? "loading" : event.type === "members.search" ? "debouncing" : "failed")
      if (next.matches({ list: "loading" })) expect([next.context.failure, next.context.members]).toEqual([null, state.context.members])
    }
  }
  expect(stuck).toBeGreaterThan(2)
})

test("appends one page after another, and requests none after the last", () => {
  for (const { state, event, next } of all) {
    if (event.type === "xstate.done.actor.list" && state.matches({ list: "loading" }))
      expect([next.value.list, next.context.members.length]).toEqual([
        "ready",
        state.context.isOutdated ? 1 : state.context.members.length + 1,
      ])
    if (event.type === "members.more" && state.matches({ list: "ready" }))
      expect(next.matches({ list: "loading" })).toBe(state.context.members.length < 3)
  }
  expect(Math.max(...all.map(({ next }) => next.context.members.length))).toBe(3)
})

test("exports members unless there are none, even while the list loads, and reports the file name or the failure", () => {
  let begun = 0
  for (const { state, event, next } of all) {
    if (event.type === "members.export" && state.matches({ export: "idle" })) {
      const isThere = state.context.total > 0 || state.context.search !== ""
      expect(next.matches({ export: "exporting" })).toBe(isThere)
      if (isThere && !state.matches({ list: "ready" })) begun++
    }
    if (!state.matches({ export: "exporting" })) continue
    expect(next.matches({ export: "idle" })).toBe(["xstate.done.actor.save", "xstate.error.actor.save"].includes(event.type))
    if (event.type === "xstate.done.actor.save") expect([next.context.saved, next.context.unsaved]).toEqual(["members.csv", null])
    if (event.type === "xstate.error.actor.save") expect([next.context.unsaved, next.context.saved]).toEqual([unreachable, null])
  }
  expect(begun).toBeGreaterThan(0)
})

test("keeps the number of all members while a search shows fewer", async () => {
  const actor = createActor(
    membersMachine.provide({
      delays: { typingPause: 0 },
      actors: {
        list: fromPromise<MembersPage, { readonly slug: string; readonly offset: number; readonly search: string }>(async ({ input }) => ({
          items: [member("a")],
          total: input.search === "" ? 3 : 1,
        })),
      },
    }),
    { input: { slug: "acme" } },
  ).start()
  const counts = () => {
    const { total, memberCount, isFiltered } = actor.getSnapshot().context
    return { total, memberCount, isFiltered }
  }
  const ready = () => waitFor(actor, (state) => state.matches({ list: "ready" }))
  await ready()
  expect(counts()).toEqual({ total: 3, memberCount: 3, isFiltered: false })
  actor.send({ type: "members.search", text: "a" })
  await ready()
  expect(counts()).toEqual({ total: 1, memberCount: 3, isFiltered: true })
  actor.send({ type: "members.search", text: "" })
  await ready()
  expect(counts()).toEqual({ total: 3, memberCount: 3, isFiltered: false })
})

test("searches once the user stops typing, and replaces the list with the results", async () => {
  const asked: Array<{ readonly offset: number; readonly search: string }> = []
  const clock = new SimulatedClock()
  const actor = createActor(
    membersMachine.provide({
      actors: {
        list: fromPromise<MembersPage, { readonly slug: string; readonly offset: number; readonly search: string }>(async ({ input }) => {
          asked.push({ offset: input.offset, search: input.search })
          return { items: [member(`${input.search}${input.offset}`)], total: 3 }
        }),
      },
    }),
    { input: { slug: "acme" }, clock },
  ).start()
  const shown = () => actor.getSnapshot().context.members.map(({ uuid }) => uuid)
  const settled = () => new Promise((done) => setTimeout(done))
  await settled()
  actor.send({ type: "members.more" })
  await settled()
  for (const text of ["a", "ad", "ada"]) {
    actor.send({ type: "members.search", text })
    clock.increment(299)
  }
  expect([asked.length, shown()]).toEqual([2, ["0", "1"]])
  clock.increment(1)
  await settled()
  actor.send({ type: "members.more" })
  await settled()
  expect(asked).toEqual([
    { offset: 0, search: "" },
    { offset: 1, search: "" },
    { offset: 0, search: "ada" },
    { offset: 1, search: "ada" },
  ])
  expect(shown()).toEqual(["ada0", "ada1"])
})
