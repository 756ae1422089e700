// The archive of the files that respondents uploaded: requested, built by the server, downloaded.
import { type ActorRefFrom, assign, setup } from "xstate"
import type { Failure } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import { port, type ScriptRef } from "../ports.ts"

/** The archive as the server reports it. `result`: true when ready, false while building; `parts`: the number of files. */
export type ArchiveStatus = { readonly result: boolean | "notFound" | "filesNotFound"; readonly parts?: number }

/** Checks the archive, requests it on demand, polls while it is built, then downloads it. */
export const fileArchiveMachine = setup({
  types: {
    input: {} as ScriptRef,
    context: {} as ScriptRef & { readonly archive: ArchiveStatus; readonly failure: Failure | null },
    events: {} as { readonly type: "files.request" } | { readonly type: "files.download" } | { readonly type: "files.retry" },
    children: {} as { look: "request"; ask: "request"; watch: "request"; confirm: "request"; download: "download" },
    tags: {} as "busy" | "building" | "ready",
  },
  actors: {
    /** Requests the archive; a silent request only checks its status. */
    request: port<ArchiveStatus, ScriptRef & { readonly silent: boolean }>("request"),
    /** Downloads the parts in the browser. */
    download: port<void, ScriptRef & { readonly parts: number }>("download"),
  },
  actions: {
    storeStatus: assign({ archive: (_, archive: ArchiveStatus) => archive }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    isReady: ({ context: { archive } }) => archive.result === true,
    isBuilding: ({ context: { archive } }) => archive.result === false,
    isEmpty: ({ context: { archive } }) => archive.result === "filesNotFound",
  },
  delays: { pollInterval: 2500 },
}).createMachine({
  id: "files",
  context: ({ input: { community, uuid } }) => ({ community, uuid, archive: { result: "notFound" }, failure: null }),
  initial: "checking",
  states: {
    checking: {
      invoke: {
        id: "look",
        src: "request",
        input: ({ context: { community, uuid } }) => ({ community, uuid, silent: true }),
        onDone: { target: "deciding", actions: { type: "storeStatus", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    requesting: {
      tags: "busy",
      invoke: {
        id: "ask",
        src: "request",
        input: ({ context: { community, uuid } }) => ({ community, uuid, silent: false }),
        onDone: { target: "deciding", actions: { type: "storeStatus", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    deciding: {
      always: [
        { guard: "isReady", target: "ready" },
        { guard: "isBuilding", target: "building" },
        { guard: "isEmpty", target: "empty" },
        { target: "notRequested" },
      ],
    },
    /** The archive was never requested. */
    notRequested: { on: { "files.request": "requesting" } },
    /** There are no files to put into the archive. */
    empty: { on: { "files.request": "requesting" } },
    building: {
      tags: ["busy", "building"],
      initial: "waiting",
      states: {
        waiting: { after: { pollInterval: "polling" } },
        polling: {
          invoke: {
            id: "watch",
            src: "request",
            input: ({ context: { community, uuid } }) => ({ community, uuid, silent: true }),
            onDone: { target: "#files.deciding", actions: { type: "storeStatus", params: ({ event }) => event.output } },
            onError: { target: "#files.failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          },
        },
      },
    },
    ready: { tags: "ready", on: { "files.download": { target: "confirming", actions: "clearFailure" } } },
    /** A plain download cannot report an error, so ask first whether the archive still exists and may be downloaded. */
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
            actions: { type: "storeStatus", params: ({ event }) => event.output },
          },
          { target: "deciding", actions: { type: "storeStatus", params: ({ event }) => event.output } },
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
        onDone: "notRequested",
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { exit: "clearFailure", on: { "files.retry": "checking" } },
  },
})
export type FileArchiveActor = ActorRefFrom<typeof fileArchiveMachine>
