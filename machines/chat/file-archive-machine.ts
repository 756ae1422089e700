// The archive of files that respondents answered with: asked for, made, fetched (spec/3-community §4 "File download").
import { type ActorRefFrom, assign, setup } from "xstate"
import type { Failure } from "../../domain/failure.ts"
import { asFailure, port } from "../ports.ts"
import type { ScriptRef } from "./chat-details-machine.ts"

/** What the server says of the archive; `parts`: in how many files it is handed over. */
export type ArchiveStatus = { readonly result: boolean | "notFound" | "filesNotFound"; readonly parts?: number }

export const fileArchiveMachine = setup({
  types: {
    input: {} as ScriptRef,
    context: {} as ScriptRef & { readonly archive: ArchiveStatus; readonly failure: Failure | null },
    events: {} as { readonly type: "files.request" } | { readonly type: "files.download" } | { readonly type: "files.retry" },
    children: {} as { look: "request"; ask: "request"; watch: "request"; confirm: "request"; download: "download" },
    tags: {} as "busy" | "making" | "ready",
  },
  actors: {
    /** Asks for the archive; a silent request only looks. */
    request: port<ArchiveStatus, ScriptRef & { readonly silent: boolean }>("request"),
    /** Hands the parts over to the person. */
    download: port<void, ScriptRef & { readonly parts: number }>("download"),
  },
  actions: {
    know: assign({ archive: (_, archive: ArchiveStatus) => archive }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isReady: ({ context: { archive } }) => archive.result === true,
    isMaking: ({ context: { archive } }) => archive.result === false,
    isEmpty: ({ context: { archive } }) => archive.result === "filesNotFound",
  },
  // "False: still processing: poll every 2.5 s" (spec/3-community §4).
  delays: { untilNextLook: 2500 },
}).createMachine({
  id: "files",
  context: ({ input: { community, uuid } }) => ({ community, uuid, archive: { result: "notFound" }, failure: null }),
  initial: "looking",
  states: {
    looking: {
      invoke: {
        id: "look",
        src: "request",
        input: ({ context: { community, uuid } }) => ({ community, uuid, silent: true }),
        onDone: { target: "sorting", actions: { type: "know", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    asking: {
      tags: "busy",
      invoke: {
        id: "ask",
        src: "request",
        input: ({ context: { community, uuid } }) => ({ community, uuid, silent: false }),
        onDone: { target: "sorting", actions: { type: "know", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    sorting: {
      always: [
        { guard: "isReady", target: "ready" },
        { guard: "isMaking", target: "making" },
        { guard: "isEmpty", target: "empty" },
        { target: "none" },
      ],
    },
    /** Nobody asked for it. */
    none: { on: { "files.request": "asking" } },
    /** There is nothing to put into it. */
    empty: { on: { "files.request": "asking" } },
    making: {
      tags: ["busy", "making"],
      initial: "waiting",
      states: {
        waiting: { after: { untilNextLook: "watching" } },
        watching: {
          invoke: {
            id: "watch",
            src: "request",
            input: ({ context: { community, uuid } }) => ({ community, uuid, silent: true }),
            onDone: { target: "#files.sorting", actions: { type: "know", params: ({ event }) => event.output } },
            onError: { target: "#files.failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          },
        },
      },
    },
    ready: { tags: "ready", on: { "files.download": { target: "confirming", actions: "forgetFailure" } } },
    /** Whoever fetches a file by its address is not told why there is none: whether it is still there, and for this person, is asked first. */
    confirming: {
      tags: ["busy", "ready"],
      invoke: {
        id: "confirm",
        src: "request",
        input: ({ context: { community, uuid } }) => ({ community, uuid, silent: true }),
        onDone: [
          {
            guard: ({ event }) => event.output.result === true,
            target: "downloading",
            actions: { type: "know", params: ({ event }) => event.output },
          },
          { target: "sorting", actions: { type: "know", params: ({ event }) => event.output } },
        ],
        onError: { target: "ready", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    downloading: {
      tags: ["busy", "ready"],
      invoke: {
        id: "download",
        src: "download",
        input: ({ context: { community, uuid, archive } }) => ({ community, uuid, parts: archive.parts ?? 1 }),
        // "After the download the state resets" (spec/3-community §4).
        onDone: "none",
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { exit: "forgetFailure", on: { "files.retry": "looking" } },
  },
})
export type FileArchiveActor = ActorRefFrom<typeof fileArchiveMachine>
