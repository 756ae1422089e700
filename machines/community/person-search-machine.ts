// One person among a community's respondents: sought by something that is theirs, handed over what is known of them, erased
// (reliability.md "Privacy"; decisions P1, P3, P4).
import { assign, setup } from "xstate"
import type { Failure } from "../../domain/failure.ts"
import {
  type ErasureReceipt,
  type FoundPerson,
  type PersonalDataCounts,
  personQueryViolations,
} from "../../domain/privacy/person-search.ts"
import { deletionMachine } from "../deletion-machine.ts"
import { asFailure, port } from "../ports.ts"

/** The slug of the community, and who. */
type PersonInCommunity = { readonly slug: string; readonly person: FoundPerson }

/** [P4] The token says how much goes. */
export const erasureMachine = deletionMachine<PersonInCommunity, ErasureReceipt, PersonalDataCounts & { readonly token: string }>("erasure")

export const personSearchMachine = setup({
  types: {
    /** `text`: who is sought at once, or nothing. */
    input: {} as { readonly slug: string; readonly text: string },
    context: {} as {
      readonly slug: string
      /** What stands in the field from the start, and how often it began anew. */
      readonly text: string
      readonly begun: number
      /** What those who are shown were sought by; null where nobody was sought yet, or whoever was is erased. */
      readonly sought: string | null
      readonly people: ReadonlyArray<FoundPerson>
      /** Whom the deed is about. */
      readonly aim: FoundPerson | null
      /** The name of the package that was saved last, and whose it is. */
      readonly saved: { readonly name: string; readonly uuid: string } | null
      readonly receipt: ErasureReceipt | null
      /** Why nobody could be sought, or why the package did not come to whom is aimed at. */
      readonly failure: Failure | null
    },
    events: {} as
      /** What is written in the field is the form's; it comes along. */
        | { readonly type: "people.find"; readonly text: string }
        | { readonly type: "person.pack"; readonly person: FoundPerson }
        | { readonly type: "packing.cancel" }
        | { readonly type: "person.erase"; readonly person: FoundPerson },
    children: {} as { find: "find"; pack: "pack"; erasure: "erasure" },
    tags: {} as "finding" | "packing",
  },
  actors: {
    find: port<ReadonlyArray<FoundPerson>, { readonly slug: string; readonly text: string }>("find"),
    /** Hands over the package, and gives its name. */
    pack: port<string, { readonly slug: string; readonly uuid: string }>("pack"),
    erasure: erasureMachine,
  },
  actions: {
    seek: assign((_, sought: string) => ({ sought, people: [], aim: null, saved: null, receipt: null, failure: null })),
    show: assign({ people: (_, people: ReadonlyArray<FoundPerson>) => people }),
    aimAt: assign((_, aim: FoundPerson) => ({ aim, saved: null, receipt: null, failure: null })),
    tellSaved: assign({ saved: ({ context }, name: string) => ({ name, uuid: required(context.aim).uuid }) }),
    /** [P4] What the person was sought by goes too, unless it is somebody else's as well. Null: they were not erased after all. */
    tellErased: assign(({ context: { people, aim, begun } }, receipt: ErasureReceipt | null) => {
      if (receipt === null) return {}
      const left = people.filter((it) => it !== aim)
      return { receipt, people: left, ...(left.length === 0 && { text: "", begun: begun + 1, sought: null }) }
    }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    leave: assign({ aim: null }),
  },
  guards: { isSought: (_, text: string) => personQueryViolations(text).length === 0 },
}).createMachine({
  id: "people",
  context: ({ input }) => ({ ...input, begun: 0, sought: null, people: [], aim: null, saved: null, receipt: null, failure: null }),
  initial: "start",
  on: {
    "people.find": {
      guard: { type: "isSought", params: ({ event }) => event.text },
      target: ".finding",
      actions: { type: "seek", params: ({ event }) => event.text },
    },
  },
  states: {
    start: {
      always: [
        {
          guard: { type: "isSought", params: ({ context }) => context.text },
          target: "finding",
          actions: { type: "seek", params: ({ context }) => context.text },
        },
        { target: "ready" },
      ],
    },
    finding: {
      tags: "finding",
      invoke: {
        id: "find",
        src: "find",
        input: ({ context: { slug, sought } }) => ({ slug, text: sought ?? "" }),
        onDone: { target: "ready", actions: { type: "show", params: ({ event }) => event.output } },
        onError: { target: "stuck", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    /** Nobody could be sought: that says nothing about who is there. */
    stuck: {},
    ready: {
      on: {
        "person.pack": { target: "packing", actions: { type: "aimAt", params: ({ event }) => event.person } },
        "person.erase": { target: "erasing", actions: { type: "aimAt", params: ({ event }) => event.person } },
      },
    },
    packing: {
      tags: "packing",
      invoke: {
        id: "pack",
        src: "pack",
        input: ({ context: { slug, aim } }) => ({ slug, uuid: required(aim).uuid }),
        onDone: { target: "ready", actions: { type: "tellSaved", params: ({ event }) => event.output } },
        onError: { target: "ready", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
      on: { "packing.cancel": { target: "ready", actions: "leave" } },
    },
    erasing: {
      // The dialog holds the page: nobody else is sought meanwhile.
      on: { "people.find": {} },
      invoke: {
        id: "erasure",
        src: "erasure",
        input: ({ context: { slug, aim } }) => ({ target: { slug, person: required(aim) } }),
        onDone: { target: "ready", actions: [{ type: "tellErased", params: ({ event }) => event.output }, "leave"] },
      },
    },
  },
})

const required = (aim: FoundPerson | null): FoundPerson => {
  if (aim === null) throw new Error("a deed that is about nobody")
  return aim
}
