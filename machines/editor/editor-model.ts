// The data types of the editor machine: its context, its events, and what its ports take and return.

import type { MessageImageProblem } from "../../domain/assets/upload-validation.ts"
import type { SideMenu } from "../../domain/communities/side-menu.ts"
import type { DataPoint } from "../../domain/connections/data-point.ts"
import type { PickerEntry } from "../../domain/editing/new-instruction.ts"
import type { Failure, ScriptSaveConflict } from "../../domain/failures/failure.ts"
import type { AssetProblem } from "../../domain/files/asset-transfer.ts"
import type { Finding } from "../../domain/findings/finding.ts"
import type { DurationEstimate } from "../../domain/flow/duration-estimate.ts"
import type { Choices } from "../../domain/questions/choices.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { PendingQuestionForm, UnparsedTexts } from "../../domain/questions/question-check.ts"
import type { DraftStorageStatus, LocalDraft } from "../../domain/revisions/local-draft.ts"
import type { MergeChoices } from "../../domain/revisions/script-merge.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript, Script, ScriptId } from "../../domain/script/script.ts"
import type { ScriptTitles } from "../../domain/script/script-titles.ts"
import type { TranslationPart } from "../../domain/script/translatable-texts.ts"
import type { Language } from "../../domain/text/language.ts"
import type { PickedFile, PickedImage } from "../ports.ts"
import type { History, Step } from "./undo-history.ts"

/** An image for the message of an instruction in one language. */
export type ImagePick = { readonly uuid: string; readonly locale: string; readonly file: PickedImage }

/** Events that change the script. */
export type EditEvent =
  | { readonly type: "title.type"; readonly text: string }
  | { readonly type: "public-title.type"; readonly text: string }
  /** The public title in another language than the script's; "" removes it. */
  | { readonly type: "title-translation.type"; readonly locale: string; readonly text: string }
  | { readonly type: "language.pick"; readonly language: Language }
  | { readonly type: "instruction.add"; readonly entry: PickerEntry }
  /** `rows`: all instructions of the row, if it is a collapsed block; by default the instruction alone. */
  | { readonly type: "instruction.copy"; readonly uuid: string; readonly rows?: ReadonlySet<string> }
  | { readonly type: "instruction.delete"; readonly uuid: string; readonly rows?: ReadonlySet<string> }
  /** Moves these together so that the first one gets index `to` in the list without them. */
  | { readonly type: "instructions.move"; readonly uuids: ReadonlySet<string>; readonly to: number }
  /** `field` names the text field, whose keystrokes form one step of undo; null for a change that is a step of its own. */
  | { readonly type: "instruction.update"; readonly uuid: string; readonly field: string | null; readonly change: Partial<Instruction> }
  /**
   * Replaces the choices; the maximum of a multiple choice follows their number. `minimum` is a value that the form holds
   * until there are enough choices for it.
   */
  | {
      readonly type: "choices.update"
      readonly uuid: string
      readonly field: string | null
      readonly choices: Choices
      readonly minimum: number | null
    }
  /** [Q6] The options of a question as its form has them; only valid ones go into the script. */
  | {
      readonly type: "options.update"
      readonly uuid: string
      readonly field: string | null
      readonly question: Question
      readonly unread: UnparsedTexts
    }
  /** A text in another language than the script's; "" removes it. */
  | {
      readonly type: "translation.type"
      readonly uuid: string
      readonly part: TranslationPart
      readonly locale: string
      readonly text: string
    }
  | { readonly type: "marked.copy" }
  | { readonly type: "marked.delete" }
  | { readonly type: "marked.move"; readonly by: -1 | 1 }
  /** Applies the quick fix of a finding, if it has one. */
  | { readonly type: "finding.fix"; readonly finding: Finding }
  | { readonly type: "edit.undo" }
  | { readonly type: "edit.redo" }

/** Marks or unmarks an instruction, or with `isRange` marks everything from the selected one to it. */
export type MarkRequest = {
  readonly uuid: string
  readonly isRange: boolean
  /** All instructions of its row and, with `isRange`, of the selected row, if they are collapsed blocks. */
  readonly rows?: ReadonlySet<string>
  /** Restricts a range to these instructions. */
  readonly among?: ReadonlySet<string> | undefined
}

/** All events of the editor. */
export type EditorEvent =
  | EditEvent
  | { readonly type: "instruction.select"; readonly uuid: string }
  | ({ readonly type: "instruction.mark" } & MarkRequest)
  /** Extends the marks from one row to its neighbor, or shrinks them when the neighbor is already marked. */
  | { readonly type: "marks.extend"; readonly from: ReadonlySet<string>; readonly to: ReadonlySet<string> }
  | { readonly type: "marks.clear" }
  /** Collapses or expands the block that begins with this instruction. */
  | { readonly type: "block.toggle"; readonly uuid: string }
  | { readonly type: "blocks.expand" }
  | { readonly type: "picker.open" }
  | { readonly type: "picker.close" }
  | { readonly type: "deletion.confirm" }
  | { readonly type: "deletion.cancel" }
  | { readonly type: "script.save" }
  | { readonly type: "save.retry" }
  /** Saves a live script although respondents will meet its errors. */
  | { readonly type: "errors.confirm" }
  | { readonly type: "errors.cancel" }
  | { readonly type: "failure.dismiss" }
  | { readonly type: "conflict.merge"; readonly picks: MergeChoices }
  | { readonly type: "conflict.overwrite" }
  | { readonly type: "conflict.discard" }
  | { readonly type: "file.import"; readonly files: ReadonlyArray<PickedFile> }
  | { readonly type: "import.dismiss" }
  /** Keeps the titles of the imported file. */
  | { readonly type: "imported-titles.accept" }
  /** Brings back the titles of the chat, with their translations. */
  | { readonly type: "imported-titles.restore" }
  /** Replaces the script with the pending import. */
  | { readonly type: "pending-import.accept" }
  | { readonly type: "pending-import.discard" }
  | { readonly type: "file.export" }
  | { readonly type: "export.dismiss" }
  | ({ readonly type: "image.pick" } & ImagePick)
  | { readonly type: "image.dismiss" }
  | { readonly type: "editor.leave" }
  | { readonly type: "leave.confirm" }
  | { readonly type: "leave.cancel" }
  /** The external data of the script was loaded or changed. */
  | { readonly type: "data-points.loaded"; readonly points: ReadonlyArray<DataPoint> }
  /** Loads the side menu again after that failed. */
  | { readonly type: "side-menu.retry" }
  | { readonly type: "page.hide" }
  | { readonly type: "page.online" }
  /** Raised by the machine itself whenever the draft changed. */
  | { readonly type: "draft.changed" }

/** `instruction`: the number, from 1, of the instruction to select first. */
export type EditorFlags = { readonly allowChanges: boolean; readonly dev: boolean; readonly instruction?: number }

/** Result of reading a picked file. `Insecure`: on plain http there is no crypto.subtle to verify the checksum with. */
export type OpenedScriptFile =
  | { readonly _tag: "Opened"; readonly script: AuthoredScript }
  | { readonly _tag: "Invalid"; readonly findings: ReadonlyArray<Finding> }
  | { readonly _tag: "Insecure" }
  | AssetProblem

type ReadScriptFile = Extract<OpenedScriptFile, { readonly _tag: "Opened" }>

/** Result of exporting: done, no checksum available (plain http), a text with half a surrogate pair, or a missing image. */
export type ScriptExportResult = "done" | "insecure" | "no-canonical-form" | AssetProblem

/** What the editor is opened with; `community` is the slug. */
export type EditorInput = {
  readonly community: string
  /** The uuid of the author; local drafts belong to one author only. */
  readonly user: string
  readonly flags: EditorFlags
  readonly script: Script
  /** The local draft that the author chose to restore. */
  readonly restored: LocalDraft | null
  /** The local draft that the author chose to discard; undo brings it back. */
  readonly discarded?: LocalDraft | null
  /** Returns a new uuid. */
  readonly newUuid: () => string
  /** Returns the current time as an ISO 8601 instant. */
  readonly now: () => string
}

export type EditorContext = Omit<EditorInput, "script" | "restored" | "discarded"> & {
  /** The script as the server last returned it; `base` is the authored part of it. */
  readonly savedScript: Script
  readonly base: AuthoredScript
  readonly draft: AuthoredScript
  readonly history: History
  /** The step that was last undone or redone. */
  readonly lastHistoryMove: { readonly way: "undo" | "redo"; readonly step: Step } | null
  /** Incremented when the draft changes other than by typing; a React key that makes uncontrolled fields reload. */
  readonly draftEpoch: number
  readonly selected: string | null
  readonly isPickerOpen: boolean
  /** Collapsed blocks of the outline, by the uuid of their first instruction. */
  readonly closed: ReadonlySet<string>
  /** Instructions marked for a joint operation. */
  readonly marked: ReadonlySet<string>
  /** Instructions whose deletion awaits confirmation, because others refer to them. */
  readonly pendingDeletion: ReadonlySet<string> | null
  /** The findings of the last check, the pointers of what it could not decide, and the draft that it checked. */
  readonly findings: ReadonlyArray<Finding>
  readonly unproven: ReadonlyArray<string>
  readonly checkedDraft: AuthoredScript
  /** [I9] The estimated duration of that draft; null before the first check. */
  readonly duration: DurationEstimate | null
  /** The findings for which the server refused a draft, which it may have by rules that this program does not know. */
  readonly refusal: Refusal | null
  /** Why the last check failed to run. */
  readonly checkFailure: Failure | null
  /** Whether a check has ended since the script was opened: before, nothing is known of its findings. */
  readonly isChecked: boolean
  /** The draft that was last stored on this device, and whether that succeeded. */
  readonly localDraft: { readonly draft: AuthoredScript; readonly keeping: DraftStorageStatus } | null
  /** Drafts that were sent without a confirmed answer, the newest last. */
  readonly unconfirmedSends: ReadonlyArray<AuthoredScript>
  /** The draft at the time of the author's last save command. */
  readonly draftToSave: AuthoredScript | null
  /** The draft of a live script that the author chose to save with its errors; sending it again does not ask again. */
  readonly draftWithConfirmedErrors: AuthoredScript | null
  readonly failure: Failure | null
  readonly theirs: ScriptSaveConflict | null
  /** The file that is being read for an import. */
  readonly fileToImport: PickedFile | null
  readonly importFailure: Exclude<OpenedScriptFile, ReadScriptFile> | Failure | { readonly _tag: "NotOneFile" } | null
  /** A file that was read after the script had got instructions: the author decides whether it replaces them. */
  readonly pendingImport: ReadScriptFile | null
  /** The number of instructions of the last imported file. */
  readonly importedCount: number
  /** The titles of the chat before the last import, and those of the file if they differ; null once the author has accepted these. */
  readonly importedTitles: { readonly before: ScriptTitles; readonly ofFile: ScriptTitles } | null
  readonly exportFailure: Failure | Exclude<ScriptExportResult, "done"> | null
  /** The image that is being uploaded, and its instruction. */
  readonly imageToUpload: ImagePick | null
  /** [O8] The external data of the script; empty until loaded. */
  readonly dataPoints: ReadonlyArray<DataPoint>
  /** [I10] The community's side menu, whose texts respondents read too; null until loaded. */
  readonly sideMenu: SideMenu | null
  /** Why the last picked image of an instruction was not added. */
  readonly imageFailure: { readonly uuid: string; readonly problem: MessageImageProblem | Failure } | null
  /** Failures shown before a save began to wait for an image or a file, so that only new ones end the wait. */
  readonly knownFailures: ReadonlyArray<IncomingFailure>
  /** Whether this session has shown that the maximum of a multiple choice follows the number of choices; shown once. */
  readonly wasCountWarningShown: boolean
  /** [Q6] Form values that are kept out of the script until they are valid, by instruction (`findPendingForm`). */
  readonly pendingForms: ReadonlyMap<string, PendingQuestionForm>
  /** Whether pending form values blocked the last save. */
  readonly isBlockedByForms: boolean
}

/** A draft that the server refused to save, and its findings. */
export type Refusal = { readonly draft: AuthoredScript; readonly findings: ReadonlyArray<Finding> }

/** Why an image or a file did not get into the script; null: no failure. */
export type IncomingFailure = EditorContext["imageFailure"] | EditorContext["importFailure"] | EditorContext["pendingImport"]

/** The request of a save; `revision` is the one that the draft is based on. */
export type SaveRequest = {
  readonly community: string
  readonly uuid: ScriptId
  readonly script: AuthoredScript
  readonly markedForDelete: ReadonlyArray<string>
  readonly revision: number
  readonly allowChanges: boolean
}
