// A form, and the list of communities with the one that adds to it.
import { describe, expect, test } from "vitest"
import { createActor, fromCallback, fromPromise, waitFor } from "xstate"
import { type Community, communityProblems } from "../../domain/communities/community.ts"
import { Refused } from "../../domain/failure.ts"
import { addCommunityMachine, communitiesMachine } from "../../machines/communities.ts"
import { holdWork, refused, unreachable } from "./console-stand-ins.ts"
import { done, edges, failed } from "./edges.ts"

const type = (field: string, text: string) => ({ type: "field.type", field, text }) as const
const added = { uuid: "c1", name: "Panel", slug: "panel" }
const taken = new Refused({
  violations: [
    { field: "name", message: "ERROR.NAME_TAKEN" },
    { field: "slug", message: "ERROR.SLUG_TAKEN" },
  ],
  findings: [],
})
const events = [
  type("name", "Panel"),
  type("name", "P"),
  type("slug", "panel"),
  type("slug", "No Slug"),
  { type: "form.submit" } as const,
  { type: "form.leave" } as const,
  done("submit", added),
  failed("submit", taken),
  failed("submit", unreachable),
]

describe("a form", () => {
  const all = edges(addCommunityMachine, { input: { given: {}, known: null }, events })

  test("[U7] only what the domain lets pass is sent", () => {
    for (const { state, event, next } of all) {
      if (event.type !== "form.submit" || !state.matches("edited")) continue
      const { name = "", slug = "" } = state.context.values
      const problems = communityProblems({ name, slug })
      expect(next.matches("submitting")).toBe(problems.name.length + problems.slug.length === 0)
    }
    expect(all.some(({ next }) => next.matches("submitting"))).toBe(true)
  })

  test("a refusal brings the fields back as they were, with what is wrong with each", () => {
    const refusals = all.filter(({ state, event }) => state.matches("submitting") && event.type === "xstate.error.actor.submit")
    for (const { state, event, next } of refusals) {
      expect([next.value, next.context.values]).toEqual(["edited", state.context.values])
      if ("error" in event) expect(next.context.violations).toEqual(event.error === taken ? taken.violations : [])
    }
    expect(refusals.length).toBeGreaterThan(0)
  })

  test("editing a field clears its violations and no other's", () => {
    for (const { state, event, next } of all)
      if (event.type === "field.type" && state.matches("edited"))
        expect(next.context.violations).toEqual(state.context.violations.filter(({ field }) => field !== event.field))
  })

  test("so does what stands on top of the form; what concerns no field stays", () => {
    const edits = all.filter(({ state, event }) => event.type === "field.type" && state.matches("edited") && state.context.failure !== null)
    for (const { state, next } of edits) {
      const { violations, failure } = next.context
      if (state.context.failure?._tag !== "Refused") expect(failure).toEqual(state.context.failure)
      else expect(failure?._tag === "Refused" ? failure.violations : []).toEqual(violations)
    }
    expect(edits.length).toBeGreaterThan(0)
  })

  test("what the server made is the form's output; leaving it gives none", () => {
    for (const { state, event, next } of all) {
      if (next.status !== "done" || state.status === "done") continue
      expect(next.output).toEqual(event.type === "form.leave" ? null : added)
    }
  })
})

test("what is written is held from the first edit, through a refusal, until it is with the server or left", async () => {
  const log: Array<string> = []
  let answer: (community: Community) => void = () => undefined
  let fail: (failure: Refused) => void = () => undefined
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
    const actor = createActor(machine, { input: { given: {}, known: null } }).start()
    expect(log).toEqual([])
    actor.send(type("name", "Panel"))
    actor.send({ type: "form.submit" })
    fail(taken)
    await waitFor(actor, (state) => state.matches("edited"))
    expect(log).toEqual(["held"])
    if (end === "left") actor.send({ type: "form.leave" })
    else {
      actor.send({ type: "form.submit" })
      answer(added)
    }
    await waitFor(actor, (state) => state.status === "done")
    expect(log).toEqual(["held", "released"])
  }
})

test("the slug follows the name until it is written by hand", () => {
  const actor = createActor(addCommunityMachine.provide({ actors: { holdWork } }), { input: { given: {}, known: null } }).start()
  const values = () => actor.getSnapshot().context.values
  actor.send(type("name", "Ziekenhuis"))
  actor.send(type("name", "Ziekenhuis Oost"))
  expect(values()).toEqual({ name: "Ziekenhuis Oost", slug: "ziekenhuis-oost" })
  actor.send(type("slug", "zko"))
  actor.send(type("name", "Ziekenhuis Oost en West"))
  expect(values()).toEqual({ name: "Ziekenhuis Oost en West", slug: "zko" })
})

describe("the list of communities", () => {
  const outcomes = [
    done("list", []),
    done("list", [added]),
    failed("list", unreachable),
    done("addCommunity", added),
    done("addCommunity", null),
  ]
  const all = edges(communitiesMachine, { input: undefined, events: [{ type: "list.retry" }, { type: "add.open" }, ...outcomes] })

  test("what was added stands in the list, once; a form that was left adds nothing", () => {
    const ends = all.filter(({ state, event }) => state.matches("adding") && event.type === "xstate.done.actor.addCommunity")
    for (const { state, event, next } of ends) {
      if (!("output" in event)) continue
      expect(next.context.communities).toEqual(event.output === null ? state.context.communities : [added])
      expect(next.matches("ready")).toBe(true)
    }
    expect(ends.length).toBeGreaterThan(1)
  })

  test("a list that did not come can be asked for again", () => {
    for (const { state, event, next } of all)
      if (state.matches("failed")) expect(next.value).toBe(event.type === "list.retry" ? "loading" : "failed")
  })

  test("violations of a server reach the dialog's fields", async () => {
    const machine = communitiesMachine.provide({
      actors: {
        list: fromPromise(async (): Promise<ReadonlyArray<Community>> => []),
        addCommunity: addCommunityMachine.provide({
          actors: { submit: fromPromise(async () => Promise.reject(refused("slug", "ERROR.SLUG_TAKEN"))), holdWork },
        }),
      },
    })
    const actor = createActor(machine).start()
    await waitFor(actor, (state) => state.matches("ready"))
    actor.send({ type: "add.open" })
    const form = actor.getSnapshot().children.addCommunity
    form?.send(type("name", "Panel"))
    form?.send({ type: "form.submit" })
    await expect.poll(() => form?.getSnapshot().context.violations).toEqual([{ field: "slug", message: "ERROR.SLUG_TAKEN" }])
    expect(actor.getSnapshot().matches("adding")).toBe(true)
  })
})
