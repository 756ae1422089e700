// Searching for a person, exporting their data and erasing it: every transition.
import { expect, test } from "vitest"
import { createActor, fromPromise, waitFor } from "xstate"
import type { ErasureReceipt, FoundPerson, PersonalDataCounts } from "../../domain/privacy/person-search.ts"
import { erasureMachine, personSearchMachine } from "../../machines/community/person-search-machine.ts"
import { rateLimited, unreachable } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const holdings: PersonalDataCounts = { conversations: 2, answered: 1, files: 1, deliveries: 0 }
const person = (uuid: string): FoundPerson => ({ uuid, member: null, chats: [], ...holdings })
const [ada, bob] = [person("ada"), person("bob")]
const receipt: ErasureReceipt = { receipt: "number", erasedAt: "2026-03-01T12:00:00Z", ...holdings }

const all = machineEdges(personSearchMachine, {
  input: { slug: "acme", text: "" },
  // Each erasure of the last result resets the search field. After the second reset, nothing new follows.
  stopWhen: ({ context }) => context.begun > 1,
  events: [
    { type: "person.search", text: " " },
    { type: "person.search", text: "ada@example.org" },
    { type: "person.export", person: ada },
    { type: "export.cancel" },
    { type: "person.erase", person: ada },
    doneEvent("find", []),
    doneEvent("find", [ada]),
    doneEvent("find", [ada, bob]),
    errorEvent("find", rateLimited(60)),
    doneEvent("exportPerson", "person.zip"),
    errorEvent("exportPerson", unreachable),
    doneEvent("erasure", receipt),
    doneEvent("erasure", null),
  ],
})

test("[P1] ignores a blank search, and clears everything shown before when a search starts", () => {
  let finds = 0
  for (const { state, event, next } of all) {
    if (event.type !== "person.search" || !("text" in event)) continue
    const isAsked = event.text.trim() !== "" && !state.matches("erasing")
    expect(next.matches("searching")).toBe(isAsked || state.matches("searching"))
    if (!isAsked) continue
    finds++
    const { sought, people, target, saved, receipt: shown, failure } = next.context
    expect([sought, people, target, saved, shown, failure]).toEqual([event.text, [], null, null, null, null])
  }
  expect(finds).toBeGreaterThan(3)
})

test("shows a failed search as a failure, not as an empty result", () => {
  let stuck = 0
  for (const { state, event, next } of all) {
    if (state.matches("searching") && event.type === "xstate.error.actor.find") {
      stuck++
      expect([next.value, next.context.failure?._tag, next.context.people]).toEqual(["failed", "RateLimited", []])
    }
    if (state.matches("failed") && event.type === "person.search" && "text" in event && event.text.trim() !== "")
      expect(next.value).toBe("searching")
  }
  expect(stuck).toBeGreaterThan(0)
})

test("[P3] shows the name of the exported file or why the export failed, and keeps the results", () => {
  const ends = new Set<string>()
  for (const { state, event, next } of all) {
    if (!state.matches("exporting") || next.matches("searching")) continue
    expect(next.context.people).toEqual(state.context.people)
    ends.add(event.type)
    if (event.type === "xstate.done.actor.exportPerson")
      expect([next.value, next.context.saved]).toEqual(["ready", { name: "person.zip", uuid: "ada" }])
    else if (event.type === "xstate.error.actor.exportPerson")
      expect([next.value, next.context.failure, next.context.saved, next.context.target]).toEqual(["ready", unreachable, null, ada])
    else if (event.type === "export.cancel") expect([next.value, next.context.saved, next.context.failure]).toEqual(["ready", null, null])
    else expect(next.value).toBe("exporting")
  }
  expect(ends.has("xstate.done.actor.exportPerson") && ends.has("xstate.error.actor.exportPerson") && ends.has("export.cancel")).toBe(true)
})

test("[P4] removes an erased person, clears the search text after the last one, and shows the receipt; a canceled erasure changes nothing", () => {
  const left = new Set<number>()
  for (const { state, event, next } of all) {
    if (!state.matches("erasing")) continue
    if (event.type === "person.search") expect(next.value).toBe("erasing")
    if (event.type !== "xstate.done.actor.erasure") continue
    const { people, receipt: shown, text, begun, sought } = next.context
    expect([next.value, next.context.target]).toEqual(["ready", null])
    if ("output" in event && event.output === null) {
      expect([people, shown]).toEqual([state.context.people, null])
      continue
    }
    left.add(people.length)
    expect(people).toEqual(state.context.people.filter((it) => it !== ada))
    expect(shown).toEqual(receipt)
    const before = state.context
    if (people.length === 0) expect([text, begun, sought]).toEqual(["", before.begun + 1, null])
    else expect([text, begun, sought]).toEqual([before.text, before.begun, before.sought])
  }
  expect(left).toEqual(new Set([0, 1]))
})

test("[P4] shows how much will be erased before the user consents, and erases with the token of that count", async () => {
  const erased: Array<string> = []
  const machine = personSearchMachine.provide({
    actors: {
      find: fromPromise(async (): Promise<ReadonlyArray<FoundPerson>> => [ada]),
      erasure: erasureMachine.provide({
        actors: {
          fetchToken: fromPromise(
            async (): Promise<PersonalDataCounts & { readonly token: string }> => ({ token: "t", ...holdings, files: 7 }),
          ),
          remove: fromPromise(async ({ input: { target, token } }): Promise<ErasureReceipt> => {
            erased.push(`${target.slug} ${target.person.uuid} ${token.token}`)
            return receipt
          }),
        },
      }),
    },
  })
  // A text in the input is searched for immediately.
  const actor = createActor(machine, { input: { slug: "acme", text: "ada@example.org" } }).start()
  await waitFor(actor, (state) => state.matches("ready"))
  actor.send({ type: "person.erase", person: ada })
  const { erasure } = actor.getSnapshot().children
  if (erasure === undefined) throw new Error("nobody is being erased")
  const asked = await waitFor(erasure, (state) => state.matches("confirming"))
  expect([asked.context.token?.files, erased]).toEqual([7, []])
  erasure.send({ type: "consent.give" })
  await waitFor(actor, (state) => state.matches("ready"))
  expect([erased, actor.getSnapshot().context.receipt]).toEqual([["acme ada t"], receipt])
})
