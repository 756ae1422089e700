// [P1, P3, P4] Finding one respondent of a community by something of theirs, exporting their data, erasing it.
import { type ActorRefFrom, assign, setup } from "xstate"
import type { Failure } from "../../domain/failures/failure.ts"
import {
  type ErasureReceipt,
  type FoundPerson,
  type PersonalDataCounts,
  personQueryViolations,
} from "../../domain/privacy/person-search.ts"
import { asFailure } from "../adapter-failure.ts"
import { deletionMachine } from "../deletion-machine.ts"
import { port } from "../ports.ts"

/** A person in the community with this slug. */
type PersonInCommunity = { readonly slug: string; readonly person: FoundPerson }

/** [P4] Erases a person; the token says how much will be erased. */
export const erasureMachine = deletionMachine<PersonInCommunity, ErasureReceipt, PersonalDataCounts & { readonly token: string }>("erasure")

/** Searches for a person, then exports or erases one of the results. */
export const personSearchMachine = setup({
  types: {
    /** `text`: the text to search for immediately; blank for none. */
    input: {} as { readonly slug: string; readonly text: string },
    context: {} as {
      readonly slug: string
      /** The initial text of the search field; `begun` counts how often the field was reset to it. */
      readonly text: string
      readonly begun: number
      /** The text that the results belong to; null before the first search and once the last result was erased. */
      readonly sought: string | null
      readonly people: ReadonlyArray<FoundPerson>
      /** The person to export or erase. */
      readonly target: FoundPerson | null
      /** The file name of the last export, and the uuid of its person. */
      readonly saved: { readonly name: string; readonly uuid: string } | null
      readonly receipt: ErasureReceipt | null
      /** Why the search or the export failed. */
      readonly failure: Failure | null
    },
    events: {} as
      /** The form holds the typed text and passes it along. */
        | { readonly type: "person.search"; readonly text: string }
        | { readonly type: "person.export"; readonly person: FoundPerson }
        | { readonly type: "export.cancel" }
        | { readonly type: "person.erase"; readonly person: FoundPerson },
    children: {} as { find: "find"; exportPerson: "exportPerson"; erasure: "erasure" },
    tags: {} as "searching" | "exporting",
  },
  actors: {
    find: port<ReadonlyArray<FoundPerson>, { readonly slug: string; readonly text: string }>("find"),
    /** Downloads the person's data and returns the name of the file. */
    exportPerson: port<string, { readonly slug: string; readonly uuid: string }>("exportPerson"),
    erasure: erasureMachine,
  },
  actions: {
    startSearch: assign((_, sought: string) => ({ sought, people: [], target: null, saved: null, receipt: null, failure: null })),
    show: assign({ people: (_, people: ReadonlyArray<FoundPerson>) => people }),
    setTarget: assign((_, target: FoundPerson) => ({ target, saved: null, receipt: null, failure: null })),
    storeExported: assign({ saved: ({ context }, name: string) => ({ name, uuid: required(context.target).uuid }) }),
    /** [P4] Also clears the search text, unless other results match it. Null: the user canceled. */
    storeReceipt: assign(({ context: { people, target, begun } }, receipt: ErasureReceipt | null) => {
      if (receipt === null) return {}
      const remaining = people.filter((person) => person !== target)
      return { receipt, people: remaining, ...(remaining.length === 0 && { text: "", begun: begun + 1, sought: null }) }
    }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearTarget: assign({ target: null }),
  },
  guards: { isSearchable: (_, text: string) => personQueryViolations(text).length === 0 },
}).createMachine({
  id: "people",
  context: ({ input }) => ({ ...input, begun: 0, sought: null, people: [], target: null, saved: null, receipt: null, failure: null }),
  initial: "deciding",
  on: {
    "person.search": {
      guard: { type: "isSearchable", params: ({ event }) => event.text },
      target: ".searching",
      actions: { type: "startSearch", params: ({ event }) => event.text },
    },
  },
  states: {
    deciding: {
      always: [
        {
          guard: { type: "isSearchable", params: ({ context }) => context.text },
          target: "searching",
          actions: { type: "startSearch", params: ({ context }) => context.text },
        },
        { target: "ready" },
      ],
    },
    searching: {
      tags: "searching",
      invoke: {
        id: "find",
        src: "find",
        input: ({ context: { slug, sought } }) => ({ slug, text: sought ?? "" }),
        onDone: { target: "ready", actions: { type: "show", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    /** The search failed, so nothing is known about who is there. */
    failed: {},
    ready: {
      on: {
        "person.export": { target: "exporting", actions: { type: "setTarget", params: ({ event }) => event.person } },
        "person.erase": { target: "erasing", actions: { type: "setTarget", params: ({ event }) => event.person } },
      },
    },
    exporting: {
      tags: "exporting",
      invoke: {
        id: "exportPerson",
        src: "exportPerson",
        input: ({ context: { slug, target } }) => ({ slug, uuid: required(target).uuid }),
        onDone: { target: "ready", actions: { type: "storeExported", params: ({ event }) => event.output } },
        onError: { target: "ready", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
      on: { "export.cancel": { target: "ready", actions: "clearTarget" } },
    },
    erasing: {
      // The dialog is modal: ignore searches meanwhile.
      on: { "person.search": {} },
      invoke: {
        id: "erasure",
        src: "erasure",
        input: ({ context: { slug, target } }) => ({ target: { slug, person: required(target) } }),
        onDone: { target: "ready", actions: [{ type: "storeReceipt", params: ({ event }) => event.output }, "clearTarget"] },
      },
    },
  },
})

const required = (target: FoundPerson | null): FoundPerson => {
  if (target === null) throw new Error("no person is selected")
  return target
}

export type PeopleActor = ActorRefFrom<typeof personSearchMachine>
