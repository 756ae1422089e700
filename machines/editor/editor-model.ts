// Events of the script editor: what the author does, what the page reports, and what the machine raises itself.
import type { Finding } from "../../domain/check/finding.ts"
import type { DataPoint } from "../../domain/connections/data-point.ts"
import type { Choices } from "../../domain/questions/choices.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { UnparsedTexts } from "../../domain/questions/question-form.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { Language } from "../../domain/script/language.ts"
import type { PickerEntry } from "../../domain/script/new-instruction.ts"
import type { MergeChoices } from "../../domain/script/script-merge.ts"
import type { TranslationPart } from "../../domain/script/translations.ts"
import type { PickedFile, PickedImage } from "../ports.ts"

/** An image for the message of an instruction in one language. */
export type ImagePick = { readonly uuid: string; readonly locale: string; readonly file: PickedImage }

/** Events that change the script. */
export type EditEvent =
  | { readonly type: "title.type"; readonly text: string }
  | { readonly type: "public-title.type"; readonly text: string }
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
  | { readonly type: "failure.dismiss" }
  | { readonly type: "conflict.merge"; readonly picks: MergeChoices }
  | { readonly type: "conflict.overwrite" }
  | { readonly type: "conflict.discard" }
  | { readonly type: "file.import"; readonly files: ReadonlyArray<PickedFile> }
  | { readonly type: "import.dismiss" }
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
  | { readonly type: "page.hide" }
  | { readonly type: "page.online" }
  /** Raised by the machine itself whenever the draft changed. */
  | { readonly type: "draft.changed" }
