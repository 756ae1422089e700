// The lists of removals and the edit of one: what is asked, what is sent, what leaves the list.
import { describe, expect, test } from "vitest"
import { removalProblems } from "../../domain/removal/removal.ts"
import { type RemovalRow, removalEditMachine } from "../../machines/removal/removal-edit.ts"
import { removalsMachine } from "../../machines/removal/removals.ts"
import { listed, unreachable } from "./console-stand-ins.ts"
import { done, edges, failed } from "./edges.ts"

const today = "2026-03-10"
const row = (uuid: string, over: Partial<RemovalRow> = {}): RemovalRow => ({
  ...listed(uuid, "closed"),
  removalProcedure: true,
  isDeletionApproved: true,
  closedDate: "2026-01-01T00:00:00.000Z",
  removalWarningDate: "2026-06-17T00:00:00.000Z",
  deletedDate: "2026-07-01T00:00:00.000Z",
  communityName: "Acme",
  communitySlug: "acme",
  ...over,
})

describe("the edit of a removal", () => {
  const all = edges(removalEditMachine, {
    input: { row: row("a"), today },
    events: [
      { type: "procedure.set", on: false },
      { type: "procedure.set", on: true },
      { type: "day.set", of: "removalWarningDate", day: "2026-03-09" },
      { type: "day.set", of: "removalWarningDate", day: "2026-04-01" },
      { type: "day.set", of: "deletedDate", day: "" },
      { type: "day.set", of: "deletedDate", day: "2026-03-31" },
      { type: "day.set", of: "deletedDate", day: "2026-05-01" },
      { type: "edit.save" },
      { type: "consent.give" },
      { type: "consent.refuse" },
      { type: "edit.leave" },
      done("save", row("a", { deletedDate: "2026-05-01T00:00:00.000Z" })),
      failed("save", unreachable),
    ],
  })

  test("it begins with the days of the row", () => {
    expect(all[0]?.state.context.edit).toEqual({
      removalProcedure: true,
      removalWarningDate: "2026-06-17",
      deletedDate: "2026-07-01",
    })
  })

  test("[R2] nothing is sent that the domain has something against", () => {
    let sent = 0
    for (const { next } of all)
      if (next.matches("saving")) {
        sent++
        expect(Object.values(removalProblems(next.context.edit, today))).toEqual([null, null])
      }
    expect(sent).toBeGreaterThan(10)
  })

  test("[R3] turning the procedure off is asked before it is sent, and is never asked for anything else", () => {
    for (const { state, event, next } of all) {
      if (event.type === "edit.save" && state.matches("writing")) {
        const isOff = !state.context.edit.removalProcedure
        expect(next.matches("asking")).toBe(isOff)
        if (isOff) expect(next.matches("saving")).toBe(false)
      }
      if (state.matches("asking"))
        expect(next.value).toBe(event.type === "consent.give" ? "saving" : event.type === "consent.refuse" ? "writing" : "asking")
    }
  })

  test("what could not be saved stays written, with the reason, which the next try forgets", () => {
    const tried = all.filter(({ event, state }) => event.type === "xstate.error.actor.save" && state.matches("saving"))
    expect(tried.length).toBeGreaterThan(0)
    for (const { state, next } of tried)
      expect([next.value, next.context.edit, next.context.failure]).toEqual(["writing", state.context.edit, unreachable])
    for (const { state, next } of all) if (!state.matches("saving") && next.matches("saving")) expect(next.context.failure).toBe(null)
  })

  test("it gives what was saved, and nothing to who leaves", () => {
    for (const { state, event, next } of all) {
      if (event.type === "edit.leave" && state.matches("writing")) expect([next.status, next.output]).toEqual(["done", null])
      if (event.type === "xstate.done.actor.save" && state.matches("saving"))
        expect(next.output).toMatchObject({ uuid: "a", deletedDate: "2026-05-01T00:00:00.000Z" })
    }
  })
})

describe("a list of removals", () => {
  const kept = row("a", { deletedDate: "2026-05-01T00:00:00.000Z" })
  const off = row("b", { removalProcedure: false })
  const all = edges(removalsMachine, {
    input: { slug: "acme", today },
    events: [
      { type: "list.retry" },
      { type: "row.open", row: row("a") },
      { type: "row.open", row: row("b") },
      done("list", [row("a"), row("b")]),
      failed("list", unreachable),
      done("edit", kept),
      done("edit", off),
      done("edit", null),
    ],
  })
  const uuids = (rows: ReadonlyArray<RemovalRow>) => rows.map(({ uuid }) => uuid)

  test("a row whose procedure was turned off leaves the list, one with other days is updated, and either is told", () => {
    let edits = 0
    for (const { state, event, next } of all) {
      if (event.type !== "xstate.done.actor.edit" || !("output" in event) || !state.matches("editing")) continue
      edits++
      expect(next.value).toBe("ready")
      const before = state.context.rows
      if (event.output === null) expect([next.context.rows, next.context.news]).toEqual([before, null])
      else if (event.output === off)
        expect([uuids(next.context.rows), next.context.news]).toEqual([uuids(before).filter((it) => it !== "b"), off])
      else expect([uuids(next.context.rows), next.context.rows.find(({ uuid }) => uuid === "a")]).toEqual([uuids(before), kept])
    }
    expect(edits).toBeGreaterThan(5)
  })

  test("a list that did not come is asked for again", () => {
    for (const { state, event, next } of all) {
      if (event.type === "xstate.error.actor.list" && state.matches("loading"))
        expect([next.value, next.context.failure]).toEqual(["failed", unreachable])
      if (state.matches("failed")) expect(next.value).toBe(event.type === "list.retry" ? "loading" : "failed")
      if (event.type === "xstate.done.actor.list" && state.matches("loading"))
        expect([next.value, uuids(next.context.rows), next.context.failure]).toEqual(["ready", ["a", "b"], null])
    }
  })
})
