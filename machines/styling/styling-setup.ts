// Setup of the styling machine: ports, actions, guards and delays. Its context and events are in styling-model.ts.

import { assign, fromCallback, raise, setup } from "xstate"
import type { SideMenu } from "../../domain/communities/side-menu.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import type { DraftStorageStatus } from "../../domain/revisions/local-draft.ts"
import { emptyStyle, type Style } from "../../domain/style/community-style.ts"
import { tabs } from "../../domain/style/style-keys.ts"
import { buildStyleLocalDraft, countDifferences, restoreStyleLocalDraft, type StyleLocalDraft } from "../../domain/style/style-merge.ts"
import { fontProblem, imageProblem } from "../../domain/style/style-uploads.ts"
import { type PickedFile, type PickedImage, port, unsavedWorkPort } from "../ports.ts"
import { applyEdit, emptyHistory, endTyping, openTab } from "./styling-edits.ts"
import type {
  FontReadResult,
  ImageReadResult,
  LoadedStyling,
  OpenedStyle,
  SavedStyling,
  StyleExportResult,
  StylingContext,
  StylingEvent,
  StylingInput,
  TransferProblem,
  UploadProblem,
} from "./styling-model.ts"

/** The parts of the styling machine that all its regions share. */
export const stylingSetup = setup({
  types: {
    input: {} as StylingInput,
    context: {} as StylingContext,
    events: {} as StylingEvent,
    tags: {} as "saving" | "confirming-retry" | "confirming-leave" | "importing" | "exporting" | "copying-style" | "reading-upload",
  },
  actors: {
    read: port<LoadedStyling, { readonly slug: string; readonly user: string }>("read"),
    keepStyle: port<DraftStorageStatus, StyleLocalDraft>("keepStyle"),
    forgetStyle: port<void, { readonly user: string; readonly community: string }>("forgetStyle"),
    /** Sends `page.hide`; the page may never be shown again. */
    page: fromCallback<StylingEvent>(() => {
      throw new Error('port "page" is not wired')
    }),
    /**
     * Uploads new assets, then saves the style and, if it differs from `before` (null: unknown), the side menu. Fails with
     * `StyleSaveConflict` if the server's style is no longer `base`.
     */
    save: port<SavedStyling, { readonly slug: string; readonly style: Style; readonly base: Style; readonly before: SideMenu | null }>(
      "save",
    ),
    /** Resolves when `user` is signed in again. */
    signIn: port<void, { readonly user: string }>("signIn"),
    openFile: port<OpenedStyle, { readonly slug: string; readonly file: PickedFile | null }>("openFile"),
    exportFile: port<StyleExportResult, { readonly slug: string; readonly style: Style }>("exportFile"),
    /** Returns the style of another community, with its files inline. */
    takeStyle: port<OpenedStyle, { readonly slug: string }>("takeStyle"),
    readImage: port<ImageReadResult, { readonly file: PickedImage | null }>("readImage"),
    readFont: port<FontReadResult, { readonly file: PickedImage | null }>("readFont"),
    /** While it runs, the browser asks before closing the page. */
    warnBeforeUnload: fromCallback<StylingEvent>(() => {
      throw new Error('port "warnBeforeUnload" is not wired')
    }),
    holdWork: unsavedWorkPort,
  },
  actions: {
    applyEdit: assign(({ context, event }) => applyEdit(context, event)),
    raiseStyleChanged: raise({ type: "style.changed" }),
    endTypingStep: assign({ steps: ({ context }) => endTyping(context.steps) }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    failTransfer: assign({ transferProblem: (_, problem: TransferProblem) => problem, file: null }),
    showNotice: assign({ notice: (_, notice: NonNullable<StylingContext["notice"]>) => notice }),
    clearNotices: assign({ notice: null, transferProblem: null }),
    storeUploadProblem: assign({ uploadProblem: ({ event }) => findUploadProblem(event) }),
  },
  guards: {
    isDirty: ({ context }) => isDirty(context),
    isClean: ({ context }) => !isDirty(context),
    /** The wizard can be finished with all defaults unchanged. */
    canSave: ({ context }) => isDirty(context) || context.isFirstSetup,
    /** The local draft differs from the server's style. */
    hasLocalChanges: ({ context }) => countLocalChanges(context) > 0,
    hasLocalDraft: ({ context }) => context.localDraft !== null,
    canUndo: ({ context }) => context.steps.past.length > 0,
    canRedo: ({ context }) => context.steps.future.length > 0,
    canContinueWizard: ({ context, event }) => event.type === "wizard.continue" && context.isFirstSetup && openTab(context, event) !== null,
    isUsableUpload: ({ event }) => {
      const problem = findUploadProblem(event)
      return problem === null || problem.problem === "big"
    },
    isOneFile: ({ event }) => event.type === "file.import" && event.files.length === 1,
    isSignedOut: (_, failure: Failure) => failure._tag === "SignedOut",
  },
  delays: {
    /** After this pause the next change of the same key is a new undo step. */
    typingPause: 800,
    /** [T17] Leaves time for the write itself: an edit has to be stored within 300 ms. */
    storeDelay: 200,
  },
})

/** Returns the initial context, before the style is loaded. */
export const createStylingContext = (input: StylingInput): StylingContext => ({
  ...input,
  serverStyle: emptyStyle,
  savedStyle: emptyStyle,
  sideMenu: { links: [] },
  isSideMenuUnsaved: false,
  style: emptyStyle,
  steps: emptyHistory,
  isFirstSetup: false,
  localDraft: null,
  localDraftStatus: null,
  tab: tabs[0],
  visitedTabs: [tabs[0]],
  scenario: "openAnswer",
  format: "hexa",
  failure: null,
  conflict: null,
  notice: null,
  file: null,
  from: "",
  transferProblem: null,
  pickedUpload: null,
  uploadProblem: null,
})

/** The problem of a picked file; null if there is none. */
const findUploadProblem = (event: StylingEvent): UploadProblem | null => {
  if (event.type === "image.pick") {
    const problem = imageProblem(event.name, event.file)
    return problem === null ? null : { name: event.name, bytes: event.file.bytes, problem }
  }
  if (event.type === "font.pick") {
    const problem = fontProblem(event.file)
    return problem === null ? null : { name: "body_font-file", bytes: event.file.bytes, problem }
  }
  return null
}

/** Whether there is anything to save. */
export const isDirty = ({
  savedStyle,
  style,
  isSideMenuUnsaved,
}: Pick<StylingContext, "savedStyle" | "style" | "isSideMenuUnsaved">): boolean =>
  isSideMenuUnsaved || (savedStyle !== style && countDifferences(savedStyle, style) > 0)

/** [T17] Returns the edits as this device stores them. */
export const buildLocalDraft = ({ user, slug, now, savedStyle, style }: StylingContext): StyleLocalDraft =>
  buildStyleLocalDraft({ user, community: slug, at: now() }, savedStyle, style)

type StyleWithDraft = Pick<StylingContext, "savedStyle" | "localDraft">

/** Returns how many values the local draft would change. */
export const countLocalChanges = ({ savedStyle, localDraft }: StyleWithDraft): number => {
  if (localDraft === null) return 0
  const { base, style } = restoreStyleLocalDraft(savedStyle, localDraft)
  return countDifferences(base, style)
}

/** Whether someone else has changed some of the same values since the local draft was made. */
export const isLocalDraftContested = ({ savedStyle, localDraft }: StyleWithDraft): boolean =>
  localDraft !== null && restoreStyleLocalDraft(savedStyle, localDraft).base !== savedStyle

/** Returns the number of unsaved changes. */
export const countUnsavedChanges = (context: StylingContext): number =>
  isDirty(context) ? Math.max(1, Math.abs(context.steps.stepsSinceSaved)) : 0
