// Forms, and the list of communities with its add form.
import { describe, expect, test } from "vitest"
import { type ActorRefFrom, createActor, fromCallback, fromPromise, waitFor } from "xstate"
import { type Community, communityViolations } from "../../domain/communities/community.ts"
import { ValidationFailed } from "../../domain/failures/failure.ts"
import { addCommunityMachine, type CommunityListChanged, communitiesMachine } from "../../machines/community/communities-machine.ts"
import type { FormValues } from "../../machines/form-machine.ts"
import { trackUnsavedWork, unreachable, validationFailed } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const edit = (values: FormValues) => ({ type: "form.edit", values }) as const
const submit = (values: FormValues) => ({ type: "form.submit", values }) as const
const added = { uuid: "c1", name: "Panel", slug: "panel" }
const panel = { name: "Panel", slug: "panel" }
const taken = new ValidationFailed({ violations: [{ field: "slug", message: "ERROR.SLUG_TAKEN" }], findings: [] })
const options = { input: { initialValues: {}, facts: null } }
const events = [
  edit(panel),
  edit({ name: "", slug: "" }),
  submit(panel),
  submit({ name: "P", slug: "panel" }),
  submit({ name: "Panel", slug: "No Slug" }),
  submit({ name: "", slug: "" }),
  { type: "form.dismiss" } as const,
  { type: "form.continue" } as const,
  { type: "form.discard" } as const,
  doneEvent("submit", added),
  errorEvent("submit", taken),
  errorEvent("submit", unreachable),
]

describe("form", () => {
  const all = machineEdges(addCommunityMachine, { ...options, events })

  test("[U7] submits only values that are valid and were edited", () => {
    for (const { state, event, next } of all) {
      if (event.type !== "form.submit" || !("values" in event)) continue
      const { name = "", slug = "" } = event.values
      const isSound = communityViolations({ name, slug }).length === 0
      expect(next.matches("submitting")).toBe(state.matches("submitting") || (state.matches("edited") && isSound))
    }
    expect(all.some(({ next }) => next.matches("submitting"))).toBe(true)
  })

  test("sends the values of the submit event", async () => {
    const sent: Array<unknown> = []
    const machine = addCommunityMachine.provide({
      actors: {
        holdWork: trackUnsavedWork,
        submit: fromPromise(async ({ input }) => {
          sent.push(input)
          return added
        }),
      },
    })
    const actor = createActor(machine, options).start()
    actor.send(edit(panel))
    actor.send(submit(panel))
    await waitFor(actor, ({ status }) => status === "done")
    expect(sent).toEqual([panel])
  })

  test("sends the identical object on a retry, and a new one after an edit or from another form", async () => {
    const sent: Array<FormValues> = []
    const machine = addCommunityMachine.provide({
      actors: {
        holdWork: trackUnsavedWork,
        submit: fromPromise<Community, FormValues>(async ({ input }) => {
          sent.push(input)
          throw unreachable
        }),
      },
    })
    const send = async (actor: ActorRefFrom<typeof machine>, values: FormValues) => {
      actor.send(edit(values))
      actor.send(submit(values))
      await waitFor(actor, (state) => !state.hasTag("busy"))
    }
    const [actor, other] = [createActor(machine, options).start(), createActor(machine, options).start()]
    for (const name of ["Panel", "Panel", "Panels", "Panel"]) await send(actor, { ...panel, name })
    await send(other, { ...panel })
    expect(sent.map((it) => sent.indexOf(it))).toEqual([0, 0, 2, 3, 4])
    expect(sent.map(({ name }) => name)).toEqual(["Panel", "Panel", "Panels", "Panel", "Panel"])
  })

  test("does not submit unchanged values, even if they are valid", () => {
    const actor = createActor(addCommunityMachine.provide({ actors: { holdWork: trackUnsavedWork } }), {
      input: { initialValues: panel, facts: null },
    }).start()
    actor.send(edit({ ...panel, slug: "panels" }))
    expect([actor.getSnapshot().can(submit(panel)), actor.getSnapshot().can(submit({ ...panel, slug: "panels" }))]).toEqual([false, true])
  })

  test("shows the failure and can be edited after a refusal; the next submit clears the failure", () => {
    const refusals = all.filter(({ state, event }) => state.matches("submitting") && event.type === "xstate.error.actor.submit")
    for (const { event, next } of refusals)
      if ("error" in event) expect([next.value, next.context.failure]).toEqual(["edited", event.error])
    expect(refusals.length).toBeGreaterThan(0)
    for (const { next } of all) if (next.matches("submitting")) expect(next.context.failure).toBe(null)
  })

  test("asks before it is dismissed with changes, and cannot be dismissed while it is submitted", () => {
    for (const { state, event, next } of all) {
      if (event.type !== "form.dismiss") continue
      const to = { pristine: "closed", edited: "confirmingDiscard" } as const
      expect(next.value).toBe(state.matches("pristine") ? to.pristine : state.matches("edited") ? to.edited : state.value)
    }
    for (const { state, event, next } of all)
      if (state.matches("confirmingDiscard"))
        expect(next.value).toBe(event.type === "form.continue" ? "edited" : event.type === "form.discard" ? "closed" : "confirmingDiscard")
    expect(all.some(({ state }) => state.matches("confirmingDiscard"))).toBe(true)
  })

  test("no longer counts as edited once its changes are reverted", () => {
    let taken = 0
    for (const { state, event, next } of all) {
      if (event.type !== "form.edit" || !("values" in event) || !(state.matches("pristine") || state.matches("edited"))) continue
      const isWritten = event.values["name"] !== ""
      expect([next.matches("edited"), next.hasTag("edited")]).toEqual([isWritten, isWritten])
      if (state.matches("edited") && !isWritten) taken++
    }
    expect(taken).toBeGreaterThan(0)
  })

  test("outputs what the server created, or null if it is closed", () => {
    for (const { state, event, next } of all) {
      if (next.status !== "done" || state.status === "done") continue
      expect(next.output).toEqual(event.type === "xstate.done.actor.submit" ? added : null)
    }
  })
})

test("tracks unsaved work from the first edit, through a refusal, until the form is saved, discarded or reverted", async () => {
  const log: Array<string> = []
  let answer: (community: Community) => void = () => undefined
  let fail: (failure: ValidationFailed) => void = () => undefined
  const machine = addCommunityMachine.provide({
    actors: {
      holdWork: fromCallback(() => {
        log.push("held")
        return () => log.push("released")
      }),
      submit: fromPromise(
        () =>
          new Promise<Community>((resolve, reject) => {
            answer = resolve
            fail = reject
          }),
      ),
    },
  })
  for (const end of ["saved", "left"]) {
    log.length = 0
    const actor = createActor(machine, options).start()
    expect(log).toEqual([])
    actor.send(edit({ ...panel, slug: "" }))
    actor.send(edit({ name: "", slug: "" }))
    expect(log.splice(0)).toEqual(["held", "released"])
    actor.send(edit({ ...panel, slug: "" }))
    actor.send(edit(panel))
    actor.send(submit(panel))
    fail(taken)
    await waitFor(actor, (state) => state.matches("edited"))
    expect(log).toEqual(["held"])
    if (end === "left") actor.send({ type: "form.discard" })
    else {
      actor.send(submit(panel))
      answer(added)
    }
    await waitFor(actor, (state) => state.status === "done")
    expect(log).toEqual(["held", "released"])
  }
})

test("derives the slug from the name until the user edits the slug", () => {
  const { computeDependentFields } = createActor(addCommunityMachine, options).getSnapshot().context
  expect(computeDependentFields({ name: "", slug: "" }, "name", "Ziekenhuis Oost")).toEqual({ slug: "ziekenhuis-oost" })
  expect(computeDependentFields({ name: "Ziekenhuis Oost", slug: "ziekenhuis-oost" }, "name", "Ziekenhuis")).toEqual({ slug: "ziekenhuis" })
  expect(computeDependentFields({ name: "Ziekenhuis", slug: "zko" }, "name", "Ziekenhuis Oost")).toEqual({})
  expect(computeDependentFields({ name: "Ziekenhuis", slug: "ziekenhuis" }, "slug", "zko")).toEqual({})
})

describe("list of communities", () => {
  const outcomes = [
    doneEvent("list", []),
    doneEvent("list", [added]),
    errorEvent("list", unreachable),
    doneEvent("addCommunity", added),
    doneEvent("addCommunity", null),
  ]
  const all = machineEdges(communitiesMachine, {
    input: undefined,
    events: [{ type: "list.retry" }, { type: "add.open" }, { type: "list.refresh" }, ...outcomes],
  })

  test("contains an added community once, and is unchanged if the form is closed", () => {
    const ends = all.filter(({ state, event }) => state.matches("adding") && event.type === "xstate.done.actor.addCommunity")
    for (const { state, event, next } of ends) {
      if (!("output" in event)) continue
      expect(next.context.communities).toEqual(event.output === null ? state.context.communities : [added])
      // The community may have been created although no response arrived, so closing the form reloads the list.
      expect(next.value).toBe(event.output === null ? "refreshing" : "ready")
    }
    expect(ends.length).toBeGreaterThan(1)
  })

  test("can be loaded again after a failure", () => {
    for (const { state, event, next } of all)
      if (state.matches("failed")) expect(next.value).toBe(event.type === "list.retry" ? "loading" : "failed")
  })

  test("is refreshed after changes elsewhere, and keeps its entries until the refresh succeeds", () => {
    const refreshing = all.filter(({ state }) => state.matches("refreshing"))
    for (const { state, event, next } of refreshing) {
      const isRead = event.type === "xstate.done.actor.list" && "output" in event
      expect(next.context.communities).toEqual(isRead ? event.output : state.context.communities)
      expect(next.value).toBe(event.type === "add.open" ? "adding" : event.type.endsWith(".actor.list") ? "ready" : "refreshing")
    }
    expect(new Set(refreshing.map(({ event }) => event.type)).size).toBeGreaterThan(3)
    for (const { state, event, next } of all)
      if (state.matches("ready") && event.type === "list.refresh") expect(next.value).toBe("refreshing")
  })

  test("shows the violations that the server reports in the add form", async () => {
    const machine = communitiesMachine.provide({
      actors: {
        list: fromPromise(async (): Promise<ReadonlyArray<Community>> => []),
        changes: fromCallback<CommunityListChanged>(() => undefined),
        addCommunity: addCommunityMachine.provide({
          actors: {
            submit: fromPromise(async () => Promise.reject(validationFailed("slug", "ERROR.SLUG_TAKEN"))),
            holdWork: trackUnsavedWork,
          },
        }),
      },
    })
    const actor = createActor(machine).start()
    await waitFor(actor, (state) => state.matches("ready"))
    actor.send({ type: "add.open" })
    const form = actor.getSnapshot().children.addCommunity
    form?.send(edit(panel))
    form?.send(submit(panel))
    await expect.poll(() => form?.getSnapshot().context.failure).toEqual(validationFailed("slug", "ERROR.SLUG_TAKEN"))
    expect(actor.getSnapshot().matches("adding")).toBe(true)
  })
})
