// Setup of the styling machine: context, events, ports, actions, guards and delays.
import { assign, fromCallback, raise, setup } from "xstate"
import type { AssetProblem } from "../../domain/assets/asset-transfer.ts"
import type { Finding } from "../../domain/check/finding.ts"
import type { SideMenu } from "../../domain/communities/side-menu.ts"
import type { Failure, StyleSaveConflict } from "../../domain/failure.ts"
import type { DraftStorageStatus } from "../../domain/script/local-draft.ts"
import type { ColorFormat } from "../../domain/style/color.ts"
import { emptyStyle, type Style } from "../../domain/style/community-style.ts"
import type { FontFamily } from "../../domain/style/style-fonts.ts"
import type { StyledPage } from "../../domain/style/style-keys.ts"
import {
  buildStyleLocalDraft,
  countDifferences,
  restoreStyleLocalDraft,
  type StyleLocalDraft,
  type StyleMergeChoices,
} from "../../domain/style/style-merge.ts"
import type { MessageShape, PaletteName } from "../../domain/style/style-presets.ts"
import { type Scenario, type Tab, tabs } from "../../domain/style/style-sections.ts"
import { type FontProblem, fontProblem, type ImageProblem, imageProblem } from "../../domain/style/style-uploads.ts"
import { type PickedFile, type PickedImage, port, unsavedWorkPort } from "../ports.ts"
import { applyEdit, emptyHistory, endTyping, openTab, type StyleHistory } from "./styling-edits.ts"

/** What the styling configurator is opened with. */
export type StylingInput = {
  /** The slug of the community. */
  readonly slug: string
  /** The uuid of the author; local drafts belong to one author only (T17). */
  readonly user: string
  /** Returns the current time as an ISO 8601 instant. */
  readonly now: () => string
}

/** The stored style and side menu. */
export type StylingData = { readonly style: Style; readonly sideMenu: SideMenu }
/** The stored style and side menu, and the local draft of an earlier visit, if any. */
export type LoadedStyling = StylingData & { readonly localDraft: StyleLocalDraft | null }
/** Result of a save; `addresses` maps the data URIs that were uploaded to their new addresses. */
export type SavedStyling = {
  readonly style: Style
  /** The stored side menu, or why saving it failed; the style is saved in both cases. */
  readonly sideMenu: SideMenu | Failure
  readonly addresses: ReadonlyMap<string, string>
}

/** Result of reading a file or another community's style. `Insecure`: no checksum available (plain http). */
export type OpenedStyle =
  | { readonly _tag: "Opened"; readonly style: Style }
  | { readonly _tag: "Refused"; readonly findings: ReadonlyArray<Finding> }
  | { readonly _tag: "Insecure" }
  | AssetProblem
/** Result of exporting: done, no checksum available (plain http), a text with half a surrogate pair, or a missing asset. */
export type StyleExportResult = "done" | "insecure" | "no-canonical-form" | AssetProblem

/** Result of reading an image: a data URI, or why it cannot be used. */
export type ImageReadResult = { readonly uri: string } | "unreadable" | "unshowable"
/** Result of reading a font: a data URI and its family name; null if the file is not a font. */
export type FontReadResult = { readonly uri: string; readonly family: string } | null

/** Why a picked image or font was not added to the style; `big` is only a warning, and the image is added. */
export type UploadProblem = {
  /** The style key that the file was picked for. */
  readonly name: string
  readonly bytes: number
  readonly problem: ImageProblem | FontProblem | "unreadable" | "unshowable" | "no-font"
}

type TransferKind = "import" | "export" | "take"
/** Why an import, an export or copying another community's style failed. */
export type TransferProblem = {
  readonly of: TransferKind
  readonly problem:
    | Exclude<OpenedStyle, { readonly _tag: "Opened" }>
    | Exclude<StyleExportResult, "done">
    | "not-one-file"
    | "nothing-there"
    | Failure
}

/** What the styling machine knows. */
export type StylingContext = StylingInput & {
  /** The style on the server, which a save is based on. */
  readonly serverStyle: Style
  /** The server's style; if it has no links, with those of the side menu. */
  readonly savedStyle: Style
  readonly sideMenu: SideMenu
  /** The last save stored the style but not the side menu, so there is something to save even without further edits. */
  readonly isSideMenuUnsaved: boolean
  readonly style: Style
  readonly steps: StyleHistory
  /** [T11] The community had no style, so the wizard leads through the tabs until one is saved. */
  readonly isFirstSetup: boolean
  /** Edits of an earlier visit that the server does not have. */
  readonly localDraft: StyleLocalDraft | null
  /** Whether the last edits could be stored on this device; null before the first edit. */
  readonly localDraftStatus: DraftStorageStatus | null
  readonly tab: Tab
  readonly visitedTabs: ReadonlyArray<Tab>
  readonly scenario: Scenario
  readonly format: ColorFormat
  readonly failure: Failure | null
  /** [T18] The style that someone else saved first. */
  readonly conflict: StyleSaveConflict | null
  readonly notice: "saved" | "imported" | "exported" | "taken" | null
  readonly file: PickedFile | null
  readonly from: string
  readonly transferProblem: TransferProblem | null
  readonly pickedUpload: { readonly name: string; readonly file: PickedImage } | null
  readonly uploadProblem: UploadProblem | null
}

/** Events that change the style. */
export type StyleEdit =
  | { readonly type: "value.set"; readonly portal: StyledPage; readonly name: string; readonly value: string }
  | { readonly type: "toggle.set"; readonly name: string; readonly on: boolean }
  | { readonly type: "shape.pick"; readonly shape: MessageShape }
  /** [T16] Replaces the font with a built-in family. */
  | { readonly type: "family.pick"; readonly family: FontFamily }
  | { readonly type: "font.remove" }
  | { readonly type: "palette.pick"; readonly palette: PaletteName }
  | { readonly type: "defaults.restore" }
  | { readonly type: "edit.undo" }
  | { readonly type: "edit.redo" }

/** All events of the styling machine. */
export type StylingEvent =
  | StyleEdit
  | { readonly type: "styling.retry" }
  | { readonly type: "local-draft.restore" }
  | { readonly type: "local-draft.discard" }
  | { readonly type: "tab.pick"; readonly tab: Tab }
  | { readonly type: "wizard.continue" }
  | { readonly type: "scenario.show"; readonly scenario: Scenario }
  /** Chooses the notation of colors on the screen. */
  | { readonly type: "format.pick"; readonly format: ColorFormat }
  | { readonly type: "style.save" }
  | { readonly type: "retry.confirm" }
  | { readonly type: "retry.cancel" }
  | { readonly type: "styling.leave" }
  | { readonly type: "leave.confirm" }
  | { readonly type: "leave.cancel" }
  | { readonly type: "conflict.merge"; readonly picks: StyleMergeChoices }
  | { readonly type: "conflict.overwrite" }
  | { readonly type: "conflict.discard" }
  | { readonly type: "file.import"; readonly files: ReadonlyArray<PickedFile> }
  | { readonly type: "file.export" }
  | { readonly type: "community-style.copy"; readonly slug: string }
  | { readonly type: "image.pick"; readonly name: string; readonly file: PickedImage }
  | { readonly type: "font.pick"; readonly file: PickedImage }
  | { readonly type: "transfer.dismiss" }
  | { readonly type: "page.hide" }
  /** Raised by the machine itself whenever the style changed. */
  | { readonly type: "style.changed" }

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
    showNotice: assign({ notice: (_, news: NonNullable<StylingContext["notice"]>) => news }),
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
