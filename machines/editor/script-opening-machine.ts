// Opening a script in the editor: loads it, offers a local draft if there is one, then runs the editor until it closes.

import { assign, setup } from "xstate"
import type { Failure } from "../../domain/failures/failure.ts"
import { applyLocalDraft, type LocalDraft, toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import { createPatch, isEmptyPatch } from "../../domain/revisions/script-patch.ts"
import type { Script, ScriptId } from "../../domain/script/script.ts"
import { asFailure } from "../adapter-failure.ts"
import { port } from "../ports.ts"
import { editorMachine } from "./editor-machine.ts"
import type { EditorInput } from "./editor-model.ts"
import { storageTimeoutMs } from "./editor-setup.ts"

type ScriptRef = { readonly community: string; readonly uuid: ScriptId }
type Input = ScriptRef & Omit<EditorInput, "script" | "restored" | "discarded">
type Context = Input & {
  readonly script: Script | null
  readonly kept: LocalDraft | null
  /** The local draft that the author discarded. */
  readonly discarded: LocalDraft | null
  readonly failure: Failure | null
  /** Why the local draft cannot be read, for example because a newer version wrote it. */
  readonly unreadable: Failure | null
}

/** Ends in `saved` or `abandoned`, depending on whether the script was saved when the editor closed. */
export const scriptOpeningMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Context,
    events: {} as { readonly type: "draft.restore" } | { readonly type: "draft.discard" } | { readonly type: "reading.retry" },
    children: {} as { editor: "editor"; readScript: "readScript"; recallDraft: "recallDraft"; forgetDraft: "forgetDraft" },
  },
  actors: {
    readScript: port<Script, ScriptRef>("readScript"),
    recallDraft: port<LocalDraft | null, { readonly user: string; readonly script: ScriptId }>("recallDraft"),
    forgetDraft: port<void, { readonly user: string; readonly script: ScriptId }>("forgetDraft"),
    editor: editorMachine,
  },
  /** Device storage that does not answer is treated as unavailable. */
  delays: { storageTimeout: storageTimeoutMs },
  guards: { hasUnsavedEdits: ({ context }) => hasUnsavedEdits(context.script, context.kept), isSaved: (_, saved: boolean) => saved },
}).createMachine({
  id: "opening",
  context: ({ input }) => ({ ...input, script: null, kept: null, discarded: null, failure: null, unreadable: null }),
  initial: "reading",
  states: {
    /** Server and device are read in parallel. */
    reading: {
      type: "parallel",
      states: {
        script: {
          initial: "reading",
          states: {
            reading: {
              invoke: {
                id: "readScript",
                src: "readScript",
                input: ({ context: { community, uuid } }) => ({ community, uuid }),
                onDone: { target: "read", actions: assign({ script: ({ event }) => event.output, failure: null }) },
                onError: { target: "#opening.failed", actions: assign({ failure: ({ event }) => asFailure(event.error) }) },
              },
            },
            read: { type: "final" },
          },
        },
        localDraft: {
          initial: "loading",
          states: {
            loading: {
              invoke: {
                id: "recallDraft",
                src: "recallDraft",
                input: ({ context }) => ({ user: context.user, script: context.uuid }),
                onDone: { target: "loaded", actions: assign({ kept: ({ event }) => event.output, unreadable: null }) },
                onError: { target: "loaded", actions: assign({ unreadable: ({ event }) => asFailure(event.error) }) },
              },
              after: { storageTimeout: "loaded" },
            },
            loaded: { type: "final" },
          },
        },
      },
      onDone: [
        { guard: "hasUnsavedEdits", target: "offering" },
        { target: "open", actions: assign({ kept: null }) },
      ],
    },
    failed: { on: { "reading.retry": "reading" } },
    /** This device has edits from an earlier visit that the server does not have. */
    offering: {
      on: {
        "draft.restore": "open",
        "draft.discard": { target: "discarding", actions: assign(({ context }) => ({ kept: null, discarded: context.kept })) },
      },
    },
    discarding: {
      invoke: {
        id: "forgetDraft",
        src: "forgetDraft",
        input: ({ context }) => ({ user: context.user, script: context.uuid }),
        onDone: "open",
        onError: "open",
      },
      after: { storageTimeout: "open" },
    },
    open: {
      invoke: {
        id: "editor",
        src: "editor",
        input: ({ context }) => editorInput(context),
        onDone: [{ guard: { type: "isSaved", params: ({ event }) => event.output.saved }, target: "saved" }, { target: "abandoned" }],
      },
    },
    /** The script was saved. */
    saved: { type: "final" },
    /** The author left without saving. */
    abandoned: { type: "final" },
  },
})

/** Whether the local draft changes anything compared with the server's script. */
const hasUnsavedEdits = (script: Script | null, kept: LocalDraft | null): boolean =>
  script !== null &&
  kept !== null &&
  !isEmptyPatch(kept.delta) &&
  !isEmptyPatch(createPatch(toAuthoredScript(script), applyLocalDraft(kept)))

const editorInput = ({ script, kept, discarded, ...context }: Context): EditorInput => {
  if (script === null) throw new Error("the editor was opened before the script was loaded")
  const { community, user, flags, newUuid, now } = context
  return { community, user, flags, newUuid, now, script, restored: kept, discarded }
}
