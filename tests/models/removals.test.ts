// The lists of removals, and the form that edits one.
import { describe, expect, test } from "vitest"
import { parseRemovalFields, removalViolations, toRemovalFields } from "../../domain/privacy/removal-form.ts"
import type { FormValues } from "../../machines/form-machine.ts"
import { type RemovalRow, removalEditMachine, removalsMachine } from "../../machines/removals-machine.ts"
import { listedScript, unreachable } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const today = "2026-03-10"
const row = (uuid: string, over: Partial<RemovalRow> = {}): RemovalRow => ({
  ...listedScript(uuid, "closed"),
  removalProcedure: true,
  isDeletionApproved: true,
  closedDate: "2026-01-01T00:00:00.000Z",
  removalWarningDate: "2026-06-17T00:00:00.000Z",
  deletedDate: "2026-07-01T00:00:00.000Z",
  communityName: "Acme",
  communitySlug: "acme",
  ...over,
})

describe("edit form of a removal", () => {
  const initialValues = { uuid: "a", ...toRemovalFields(row("a")) }
  const edit = (values: FormValues) => ({ type: "form.edit", values: { ...initialValues, ...values } }) as const
  const submit = (values: FormValues) => ({ type: "form.submit", values: { ...initialValues, ...values } }) as const
  const [later, past, none, off] = [
    { deletedDate: "01-08-2026" },
    { removalWarningDate: "09-03-2026" },
    { deletedDate: "31-02-2026" },
    { removalProcedure: "" },
  ]
  const all = machineEdges(removalEditMachine, {
    input: { initialValues, facts: { row: row("a"), today } },
    events: [
      edit(later),
      ...[{}, later, past, none, { deletedDate: "" }, { ...later, removalWarningDate: "2026/08/02" }, off].map(submit),
      { type: "consent.give" },
      { type: "consent.refuse" },
      { type: "form.discard" },
      doneEvent("submit", row("a", { deletedDate: "2026-08-01T00:00:00.000Z" })),
      errorEvent("submit", unreachable),
    ],
  })

  test("starts with the dates of the row, in the format in which they are typed", () => {
    expect(all[0]?.state.context.initialValues).toEqual({
      uuid: "a",
      removalProcedure: "true",
      removalWarningDate: "17-06-2026",
      deletedDate: "01-07-2026",
    })
  })

  test("[R2] sends only values without violations", () => {
    const sent = new Set(all.flatMap(({ next }) => (next.matches("submitting") ? [JSON.stringify(next.context.submittedValues)] : [])))
    expect(sent).toEqual(new Set([later, off].map((values) => JSON.stringify(submit(values).values))))
    for (const values of sent) expect(removalViolations(parseRemovalFields(JSON.parse(values)), today)).toEqual([])
  })

  test("[R3] asks for consent before it turns the procedure off, and for no other change", () => {
    for (const { state, event, next } of all) {
      if (event.type === "form.submit" && "values" in event && state.matches("edited")) {
        const isOff = event.values["removalProcedure"] === ""
        expect(next.matches("confirmingSubmission")).toBe(isOff)
        if (isOff) expect(next.matches("submitting")).toBe(false)
      }
      if (state.matches("confirmingSubmission"))
        expect(next.value).toBe(
          event.type === "consent.give" ? "submitting" : event.type === "consent.refuse" ? "edited" : "confirmingSubmission",
        )
    }
    expect(all.some(({ state }) => state.matches("confirmingSubmission"))).toBe(true)
  })

  test("outputs the saved row, or null if the changes are discarded", () => {
    for (const { state, event, next } of all) {
      if (event.type === "form.discard" && state.matches("edited")) expect([next.status, next.output]).toEqual(["done", null])
      if (event.type === "xstate.done.actor.submit" && state.matches("submitting"))
        expect(next.output).toMatchObject({ uuid: "a", deletedDate: "2026-08-01T00:00:00.000Z" })
    }
  })
})

describe("list of removals", () => {
  const kept = row("a", { deletedDate: "2026-05-01T00:00:00.000Z" })
  const off = row("b", { removalProcedure: false })
  const all = machineEdges(removalsMachine, {
    input: { slug: "acme", today },
    events: [
      { type: "list.retry" },
      { type: "row.open", row: row("a") },
      { type: "row.open", row: row("b") },
      doneEvent("list", [row("a"), row("b")]),
      errorEvent("list", unreachable),
      doneEvent("edit", kept),
      doneEvent("edit", off),
      doneEvent("edit", null),
    ],
  })
  const uuids = (rows: ReadonlyArray<RemovalRow>) => rows.map(({ uuid }) => uuid)

  test("drops a row whose procedure was turned off and reports it, and updates a row whose dates changed", () => {
    let edits = 0
    for (const { state, event, next } of all) {
      if (event.type !== "xstate.done.actor.edit" || !("output" in event) || !state.matches("editing")) continue
      edits++
      expect(next.value).toBe("ready")
      const before = state.context.rows
      if (event.output === null) expect([next.context.rows, next.context.notice]).toEqual([before, null])
      else if (event.output === off)
        expect([uuids(next.context.rows), next.context.notice]).toEqual([uuids(before).filter((it) => it !== "b"), off])
      else expect([uuids(next.context.rows), next.context.rows.find(({ uuid }) => uuid === "a")]).toEqual([uuids(before), kept])
    }
    expect(edits).toBeGreaterThan(5)
  })

  test("can be loaded again after a failure", () => {
    for (const { state, event, next } of all) {
      if (event.type === "xstate.error.actor.list" && state.matches("loading"))
        expect([next.value, next.context.failure]).toEqual(["failed", unreachable])
      if (state.matches("failed")) expect(next.value).toBe(event.type === "list.retry" ? "loading" : "failed")
      if (event.type === "xstate.done.actor.list" && state.matches("loading"))
        expect([next.value, uuids(next.context.rows), next.context.failure]).toEqual(["ready", ["a", "b"], null])
    }
  })
})
