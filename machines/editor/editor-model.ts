// What can happen to the script editor: what its author does to the script and beside it, what the page tells, what it says to itself.

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

/** A picture for the message of an instruction in one language. */
export type ImagePick = { readonly uuid: string; readonly locale: string; readonly file: PickedImage }

/** What an author can do to a script. */
export type EditEvent =
  | { readonly type: "title.type"; readonly text: string }
  | { readonly type: "public-title.type"; readonly text: string }
  | { readonly type: "language.pick"; readonly language: Language }
  | { readonly type: "instruction.add"; readonly entry: PickerEntry }
  /** `rows`: what goes with its row, where that is a closed block; itself where it is not said. */
  | { readonly type: "instruction.copy"; readonly uuid: string; readonly rows?: ReadonlySet<string> }
  | { readonly type: "instruction.delete"; readonly uuid: string; readonly rows?: ReadonlySet<string> }
  /** Puts these together, the first of them at `to`, counted without them. */
  | { readonly type: "instructions.move"; readonly uuids: ReadonlySet<string>; readonly to: number }
  /** `field` names what is typed in, so that its keystrokes make one step of undo; null for a change that is whole by itself. */
  | { readonly type: "instruction.write"; readonly uuid: string; readonly field: string | null; readonly change: Partial<Instruction> }
  /**
   * Another list of choices; the maximum of a multiple choice follows their number. `minimum` is one that the form holds until there are the
   * choices for it.
   */
  | {
      readonly type: "choices.write"
      readonly uuid: string
      readonly field: string | null
      readonly choices: Choices
      readonly minimum: number | null
    }
  /** The options of a question as its form has them: only what is sound goes into the script. */
  | {
      readonly type: "options.write"
      readonly uuid: string
      readonly field: string | null
      readonly question: Question
      readonly unread: UnparsedTexts
    }
  /** A text in another language than the script's; "" takes it out. */
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
  /** Mends what a finding says, where there is one obvious way. */
  | { readonly type: "finding.fix"; readonly finding: Finding }
  | { readonly type: "edit.undo" }
  | { readonly type: "edit.redo" }

/** Marks one beside those that are, or takes its mark; up to it from the selected one with `upTo`. */
export type MarkRequest = {
  readonly uuid: string
  readonly isRange: boolean
  /** What goes with its row, and with that of the selected one where it is `upTo`: closed blocks. Itself where it is not said. */
  readonly rows?: ReadonlySet<string>
  /** Up to it only what is among these. */
  readonly among?: ReadonlySet<string> | undefined
}

export type EditorEvent =
  | EditEvent
  | { readonly type: "instruction.select"; readonly uuid: string }
  | ({ readonly type: "instruction.mark" } & MarkRequest)
  /** Marks what goes with a row and with its neighbour, to which the author goes on. */
  | { readonly type: "marks.stretch"; readonly from: ReadonlySet<string>; readonly to: ReadonlySet<string> }
  | { readonly type: "marks.clear" }
  /** Closes the block that begins with this one, or opens it. */
  | { readonly type: "block.fold"; readonly uuid: string }
  | { readonly type: "blocks.open" }
  | { readonly type: "picker.open" }
  | { readonly type: "picker.close" }
  | { readonly type: "deletion.give" }
  | { readonly type: "deletion.refuse" }
  | { readonly type: "script.save" }
  | { readonly type: "save.retry" }
  | { readonly type: "failure.dismiss" }
  | { readonly type: "conflict.merge"; readonly picks: MergeChoices }
  | { readonly type: "conflict.overwrite" }
  | { readonly type: "conflict.discard" }
  | { readonly type: "file.import"; readonly files: ReadonlyArray<PickedFile> }
  | { readonly type: "import.dismiss" }
  /** The file that came too late takes the place of the script after all. */
  | { readonly type: "late-file.take" }
  | { readonly type: "late-file.refuse" }
  | { readonly type: "file.export" }
  | { readonly type: "export.dismiss" }
  | ({ readonly type: "image.pick" } & ImagePick)
  | { readonly type: "image.dismiss" }
  | { readonly type: "editor.leave" }
  | { readonly type: "leave.give" }
  | { readonly type: "leave.refuse" }
  /** The external data of the script are these now. */
  | { readonly type: "data.known"; readonly points: ReadonlyArray<DataPoint> }
  | { readonly type: "page.hide" }
  | { readonly type: "page.online" }
  /** Said by the editor to itself: the draft is another one. */
  | { readonly type: "draft.changed" }
