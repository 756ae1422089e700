// Scripts for tests of the editor, and a fake server and device behind its ports.
import * as Schema from "effect/Schema"
import { fromCallback, fromPromise } from "xstate"
import type { CheckedScript } from "../../domain/check/editor-check.ts"
import type { SideMenu } from "../../domain/communities/side-menu.ts"
import type { DataPoint } from "../../domain/connections/data-point.ts"
import { ScriptSaveConflict } from "../../domain/failures/failure.ts"
import type { Finding } from "../../domain/findings/finding.ts"
import { estimateDuration } from "../../domain/flow/duration-estimate.ts"
import type { ChoiceCountWarning } from "../../domain/questions/choice-question.ts"
import type { DraftStorageStatus, LocalDraft } from "../../domain/revisions/local-draft.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { type AuthoredScript, type Script, ScriptSchema } from "../../domain/script/script.ts"
import { editorMachine } from "../../machines/editor/editor-machine.ts"
import type { EditorEvent, EditorInput, OpenedScriptFile, ScriptExportResult } from "../../machines/editor/editor-model.ts"
import type { buildSaveRequest } from "../../machines/editor/unsaved-work.ts"
import { trackUnsavedWork } from "./console-fixtures.ts"

export const message = (uuid: string, text = ""): Instruction => ({
  uuid,
  order: 0,
  type: "message",
  label: "",
  condition: null,
  typing_delay: 3,
  messages: [{ uuid: `${uuid} text`, locale: "nl", content: text }],
  question: null,
  action: null,
})

/** A script as the server returns it. `status` as a number: 1 preparation, 2 live, 3 closed, 4 deleted. */
export const script = (instructions: ReadonlyArray<Instruction>, { revision = 1, status = 1, name = "Visit" } = {}): Script =>
  Schema.decodeUnknownSync(ScriptSchema)({
    uuid: "11111111-1111-4111-8111-111111111111",
    name,
    public_name: "Your visit",
    language: "nl",
    status,
    revision,
    isDeletionApproved: false,
    removalProcedure: true,
    liveDate: null,
    closedDate: null,
    deletedWarningDate: null,
    deletedDate: null,
    removalWarningDate: null,
    updatedAt: "2026-01-01T00:00:00Z",
    instructions: instructions.map((it, order) => ({ ...it, order })),
  })

/** Numbered uuids, in the order in which they are requested. */
export const sequentialUuids = (): (() => string) => {
  let n = 0
  return () => `new ${++n}`
}

export const editorInput = (of: Script, restored: LocalDraft | null = null): EditorInput => ({
  community: "demo",
  user: "anna",
  flags: { allowChanges: false, dev: false },
  script: of,
  restored,
  newUuid: sequentialUuids(),
  now: () => "2026-01-02T00:00:00Z",
})

/** A server that stores the revisions of one script, as changed by `keeping`, and a device that stores one local draft. */
export const fakeServerAndDevice = (first: Script, keeping: (authored: AuthoredScript) => AuthoredScript = (it) => it) => {
  const saves: Array<Script> = [first]
  let kept: LocalDraft | null = null
  const latest = (): Script => saves.at(-1) ?? first
  const saveElsewhere = (authored: AuthoredScript): Script => {
    saves.push({ ...latest(), ...keeping(authored), revision: latest().revision + 1 })
    return latest()
  }
  return {
    latest,
    put: saveElsewhere,
    saves,
    kept: () => kept,
    save: ({ script: sent, revision }: ReturnType<typeof buildSaveRequest>): Script => {
      if (revision !== latest().revision)
        throw new ScriptSaveConflict({ script: latest(), savedBy: "Bas", savedAt: "2026-01-03T00:00:00Z" })
      return saveElsewhere(sent)
    },
    keep: (draft: LocalDraft): DraftStorageStatus => {
      kept = draft
      return "kept"
    },
    forget: () => {
      kept = null
    },
  }
}

type Ports = {
  readonly saveScript: (it: ReturnType<typeof buildSaveRequest>) => Promise<Script>
  readonly signIn: () => Promise<void>
  readonly keepDraft: (it: LocalDraft) => Promise<DraftStorageStatus>
  readonly forgetDraft: () => Promise<void>
  readonly check: () => Promise<ReadonlyArray<Finding>>
  readonly openFile: () => Promise<OpenedScriptFile>
  readonly exportFile: () => Promise<ScriptExportResult>
  readonly uploadImage: () => Promise<string>
  readonly readSideMenu: () => Promise<SideMenu>
  /** Called when closing the page begins to ask for confirmation; returns what ends that. */
  readonly warnBeforeUnload: () => () => void
  readonly tellCount: (warning: ChoiceCountWarning | null) => void
}
const silent = fromCallback<EditorEvent>(() => undefined)
const never = () => new Promise<never>(() => undefined)

/** The editor with fake ports; a port that is not given never answers. */
export const editorWithPorts = (ports: Partial<Ports>) => {
  const on: Ports = {
    saveScript: never,
    signIn: never,
    keepDraft: never,
    forgetDraft: never,
    check: async () => [],
    openFile: never,
    exportFile: never,
    uploadImage: never,
    readSideMenu: async () => ({ links: [] }),
    warnBeforeUnload: () => () => undefined,
    tellCount: () => undefined,
    ...ports,
  }
  return editorMachine.provide({
    actors: {
      saveScript: fromPromise(({ input: it }) => on.saveScript(it)),
      signIn: fromPromise(() => on.signIn()),
      keepDraft: fromPromise(({ input: it }) => on.keepDraft(it)),
      forgetDraft: fromPromise(() => on.forgetDraft()),
      check: fromPromise(
        async ({ input }: { readonly input: AuthoredScript }): Promise<CheckedScript> => ({
          findings: await on.check(),
          unproven: [],
          duration: estimateDuration(input),
        }),
      ),
      openFile: fromPromise(() => on.openFile()),
      exportFile: fromPromise(() => on.exportFile()),
      uploadImage: fromPromise(() => on.uploadImage()),
      readSideMenu: fromPromise(() => on.readSideMenu()),
      readDataPoints: fromPromise(async (): Promise<ReadonlyArray<DataPoint>> => []),
      page: silent,
      warnBeforeUnload: fromCallback<EditorEvent>(() => on.warnBeforeUnload()),
      holdWork: trackUnsavedWork,
    },
    actions: { showCountWarning: (_, warning) => on.tellCount(warning) },
  })
}
