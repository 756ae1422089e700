// The data types of the styling machine: its context, its events, and what its ports take and return.

import type { SideMenu } from "../../domain/communities/side-menu.ts"
import type { Failure, StyleSaveConflict } from "../../domain/failures/failure.ts"
import type { AssetProblem } from "../../domain/files/asset-transfer.ts"
import type { Finding } from "../../domain/findings/finding.ts"
import type { DraftStorageStatus } from "../../domain/revisions/local-draft.ts"
import type { ColorFormat } from "../../domain/style/color.ts"
import type { Style } from "../../domain/style/community-style.ts"
import type { FontFamily } from "../../domain/style/style-fonts.ts"
import type { Scenario, StyledPage, Tab } from "../../domain/style/style-keys.ts"
import type { StyleLocalDraft, StyleMergeChoices } from "../../domain/style/style-merge.ts"
import type { MessageShape, PaletteName } from "../../domain/style/style-presets.ts"
import type { FontProblem, ImageProblem } from "../../domain/style/style-uploads.ts"
import type { PickedFile, PickedImage } from "../ports.ts"

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
  | { readonly _tag: "Invalid"; readonly findings: ReadonlyArray<Finding> }
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

/** The context of the styling machine. */
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

/** The undo history, at most `maxSteps` long, and the number of edits since the last save. */
export type StyleHistory = {
  readonly past: ReadonlyArray<Style>
  readonly future: ReadonlyArray<Style>
  /** The field of the last change, which the next change may continue: a drag in a color picker is one step. */
  readonly field: string | null
  /** Steps from the saved style to the current one; negative if saved steps were undone. */
  readonly stepsSinceSaved: number
  /** Steps from the style that is being sent; null if none is being sent. */
  readonly stepsSinceSent: number | null
}
