// The vocabulary of the styling configurator: what it knows, what can happen to it, what it needs from outside (spec/3-community §2, §4).
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
  type StylePicks,
} from "../../domain/style/style-merge.ts"
import type { MessageShape, PaletteName } from "../../domain/style/style-presets.ts"
import { type Scenario, type Tab, tabs } from "../../domain/style/style-sections.ts"
import { type FontProblem, fontProblem, type ImageProblem, imageProblem } from "../../domain/style/style-uploads.ts"
import { type PickedFile, type PickedImage, port, unsavedWorkPort } from "../ports.ts"
import { applyEdit, emptyHistory, endTyping, openTab, type StyleHistory } from "./styling-edits.ts"

export type StylingInput = {
  /** The slug of the community. */
  readonly slug: string
  /** The uuid of who edits: what is kept on this device is theirs alone. */
  readonly user: string
  /** The instant, ISO 8601. */
  readonly now: () => string
}

/** What the server has. */
export type StylingData = { readonly style: Style; readonly sideMenu: SideMenu }
/** The same, and what this device kept of an earlier visit's edits. */
export type LoadedStyling = StylingData & { readonly localDraft: StyleLocalDraft | null }
/** What a save came to: what the server has now, and the addresses of what was uploaded, by the data URIs that they stand for. */
export type SavedStyling = {
  readonly style: Style
  /** Or why it is not what it should be: the style is kept all the same. */
  readonly sideMenu: SideMenu | Failure
  readonly addresses: ReadonlyMap<string, string>
}

/** What a file, or another community, turned out to hold; without a checksum function (plain http) a file cannot be read. */
export type OpenedStyle =
  | { readonly _tag: "Opened"; readonly style: Style }
  | { readonly _tag: "Refused"; readonly findings: ReadonlyArray<Finding> }
  | { readonly _tag: "Insecure" }
  | AssetProblem
/** What became of writing a file. */
export type StyleExportResult = "done" | "insecure" | "no-canonical-form" | AssetProblem

/** What an image is read as, or what keeps it from being shown. */
export type ImageReadResult = { readonly uri: string } | "unreadable" | "unshowable"
/** What a font is read as, or null for what is none. */
export type FontReadResult = { readonly uri: string; readonly family: string } | null

/** Why an image or a font that was picked is not in the style; `big` is a warning about one that is. */
export type UploadProblem = {
  /** The key that it was picked for. */
  readonly name: string
  readonly bytes: number
  readonly problem: ImageProblem | FontProblem | "unreadable" | "unshowable" | "no-font"
}

type TransferKind = "import" | "export" | "take"
/** Why a file was not imported or exported, or another community's style not taken. */
export type TransferProblem = {
  readonly of: TransferKind
  readonly problem:
    | Exclude<OpenedStyle, { readonly _tag: "Opened" }>
    | Exclude<StyleExportResult, "done">
    | "not-one-file"
    | "nothing-there"
    | Failure
}

export type StylingContext = StylingInput & {
  /** As the server said it last: a save is made on it. */
  readonly serverStyle: Style
  /** The same; where it has no links, they are those of the side menu. */
  readonly savedStyle: Style
  readonly sideMenu: SideMenu
  /** The server has the style that was sent last, but not its side menu: there is something to save whatever is edited since. */
  readonly isSideMenuUnsaved: boolean
  readonly style: Style
  readonly steps: StyleHistory
  /** The community had no style: the wizard leads through the tabs until one is saved. */
  readonly isFirstSetup: boolean
  /** Edits of an earlier visit, that the server does not have. */
  readonly localDraft: StyleLocalDraft | null
  /** What became of keeping the last edits on this device; null before there were any. */
  readonly localDraftStatus: DraftStorageStatus | null
  readonly tab: Tab
  readonly visitedTabs: ReadonlyArray<Tab>
  readonly scenario: Scenario
  readonly format: ColorFormat
  readonly failure: Failure | null
  /** What somebody else saved before this was. */
  readonly conflict: StyleSaveConflict | null
  readonly notice: "saved" | "imported" | "exported" | "taken" | null
  readonly file: PickedFile | null
  readonly from: string
  readonly transferProblem: TransferProblem | null
  readonly pickedUpload: { readonly name: string; readonly file: PickedImage } | null
  readonly uploadProblem: UploadProblem | null
}

/** What can be done to a style. */
export type StyleEdit =
  | { readonly type: "value.set"; readonly portal: StyledPage; readonly name: string; readonly value: string }
  | { readonly type: "toggle.set"; readonly name: string; readonly on: boolean }
  | { readonly type: "shape.pick"; readonly shape: MessageShape }
  /** A built-in family in place of what is there. */
  | { readonly type: "family.pick"; readonly family: FontFamily }
  | { readonly type: "font.remove" }
  | { readonly type: "palette.pick"; readonly palette: PaletteName }
  | { readonly type: "defaults.restore" }
  | { readonly type: "edit.undo" }
  | { readonly type: "edit.redo" }

export type StylingEvent =
  | StyleEdit
  | { readonly type: "styling.retry" }
  | { readonly type: "left.restore" }
  | { readonly type: "left.discard" }
  | { readonly type: "tab.pick"; readonly tab: Tab }
  | { readonly type: "wizard.continue" }
  | { readonly type: "scenario.show"; readonly scenario: Scenario }
  /** How colours are written on the screen. */
  | { readonly type: "format.pick"; readonly format: ColorFormat }
  | { readonly type: "style.save" }
  | { readonly type: "retry.give" }
  | { readonly type: "retry.refuse" }
  | { readonly type: "styling.leave" }
  | { readonly type: "leave.give" }
  | { readonly type: "leave.refuse" }
  | { readonly type: "conflict.merge"; readonly picks: StylePicks }
  | { readonly type: "conflict.overwrite" }
  | { readonly type: "conflict.discard" }
  | { readonly type: "file.import"; readonly files: ReadonlyArray<PickedFile> }
  | { readonly type: "file.export" }
  | { readonly type: "community.take"; readonly slug: string }
  | { readonly type: "image.pick"; readonly name: string; readonly file: PickedImage }
  | { readonly type: "font.pick"; readonly file: PickedImage }
  | { readonly type: "transfer.dismiss" }
  | { readonly type: "page.hide" }
  /** Said by the configurator to itself: the style is another one. */
  | { readonly type: "style.changed" }

export const stylingSetup = setup({
  types: {
    input: {} as StylingInput,
    context: {} as StylingContext,
    events: {} as StylingEvent,
    tags: {} as "saving" | "asks-to-retry" | "asks-to-leave" | "importing" | "exporting" | "taking" | "picking",
  },
  actors: {
    read: port<LoadedStyling, { readonly slug: string; readonly user: string }>("read"),
    keepStyle: port<DraftStorageStatus, StyleLocalDraft>("keepStyle"),
    forgetStyle: port<void, { readonly user: string; readonly community: string }>("forgetStyle"),
    /** Tells when the page is hidden: it may never be shown again. */
    page: fromCallback<StylingEvent>(() => {
      throw new Error('port "page" is not wired')
    }),
    /**
     * Uploads what has to be, then saves style and, where it is another one than `before` (null: nobody knows), side menu. Fails with
     * `StyleOvertaken` where the server's style is not `base` any more.
     */
    save: port<SavedStyling, { readonly slug: string; readonly style: Style; readonly base: Style; readonly before: SideMenu | null }>(
      "save",
    ),
    /** Resolves when `user` is signed in again. */
    signIn: port<void, { readonly user: string }>("signIn"),
    openFile: port<OpenedStyle, { readonly slug: string; readonly file: PickedFile | null }>("openFile"),
    exportFile: port<StyleExportResult, { readonly slug: string; readonly style: Style }>("exportFile"),
    /** The style of another community, its files inline. */
    takeStyle: port<OpenedStyle, { readonly slug: string }>("takeStyle"),
    readImage: port<ImageReadResult, { readonly file: PickedImage | null }>("readImage"),
    readFont: port<FontReadResult, { readonly file: PickedImage | null }>("readFont"),
    /** While it runs, closing the page asks first. */
    warnBeforeUnload: fromCallback<StylingEvent>(() => {
      throw new Error('port "warnBeforeUnload" is not wired')
    }),
    holdWork: unsavedWorkPort,
  },
  actions: {
    edit: assign(({ context, event }) => applyEdit(context, event)),
    tellChanged: raise({ type: "style.changed" }),
    pause: assign({ steps: ({ context }) => endTyping(context.steps) }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    failTransfer: assign({ transferProblem: (_, problem: TransferProblem) => problem, file: null }),
    tell: assign({ notice: (_, news: NonNullable<StylingContext["notice"]>) => news }),
    forgetNews: assign({ notice: null, transferProblem: null }),
    refusePick: assign({ uploadProblem: ({ event }) => findUploadProblem(event) }),
  },
  guards: {
    isDirty: ({ context }) => isDirty(context),
    isClean: ({ context }) => !isDirty(context),
    /** A wizard can be ended with every default as it is. */
    maySave: ({ context }) => isDirty(context) || context.isFirstSetup,
    /** An earlier visit's edits would change what the server has. */
    isLeft: ({ context }) => countLocalChanges(context) > 0,
    isKept: ({ context }) => context.localDraft !== null,
    canUndo: ({ context }) => context.steps.past.length > 0,
    canRedo: ({ context }) => context.steps.future.length > 0,
    isGoingOn: ({ context, event }) => event.type === "wizard.continue" && context.isFirstSetup && openTab(context, event) !== null,
    isPick: ({ event }) => {
      const problem = findUploadProblem(event)
      return problem === null || problem.problem === "big"
    },
    isOneFile: ({ event }) => event.type === "file.import" && event.files.length === 1,
    isSignedOut: (_, failure: Failure) => failure._tag === "SignedOut",
  },
  delays: {
    /** After such a pause the next change of the same key is a step of its own. */
    quiet: 800,
    /** "Within 300 ms of a keystroke" (design/reliability "Never lost"), with time to write. */
    soon: 200,
  },
})

/** What the configurator begins with, before anything is read. */
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

/** What the domain has against a file that was picked for a key of the style. */
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

export const isDirty = ({
  savedStyle,
  style,
  isSideMenuUnsaved,
}: Pick<StylingContext, "savedStyle" | "style" | "isSideMenuUnsaved">): boolean =>
  isSideMenuUnsaved || (savedStyle !== style && countDifferences(savedStyle, style) > 0)

/** The edits as this device keeps them. */
export const buildLocalDraft = ({ user, slug, now, savedStyle, style }: StylingContext): StyleLocalDraft =>
  buildStyleLocalDraft({ user, community: slug, at: now() }, savedStyle, style)

type Left = Pick<StylingContext, "savedStyle" | "localDraft">

/** How many values an earlier visit's edits would change. */
export const countLocalChanges = ({ savedStyle, localDraft }: Left): number => {
  if (localDraft === null) return 0
  const { base, style } = restoreStyleLocalDraft(savedStyle, localDraft)
  return countDifferences(base, style)
}

/** Whether somebody else changed some of the same since. */
export const isLocalDraftContested = ({ savedStyle, localDraft }: Left): boolean =>
  localDraft !== null && restoreStyleLocalDraft(savedStyle, localDraft).base !== savedStyle

/** How many changes are not saved (spec/3-community §4 "unsaved change counter"). */
export const countUnsavedChanges = (context: StylingContext): number =>
  isDirty(context) ? Math.max(1, Math.abs(context.steps.stepsSinceSaved)) : 0
