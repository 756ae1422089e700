// Files as answers: the two buttons that bring one, and their texts (spec/2-editor §3, §5).
import type { Finding } from "../check/finding.ts"
import { found } from "../check/finding-builder.ts"
import { lengthOf } from "./answer-bounds.ts"
import type { Question } from "./question.ts"

// The two buttons of a question for files (spec/2-editor §3).

/** Of each button: the option that turns it off, and that which words it. */
export const buttons = {
  camera: { isOn: "fileCameraCapability", text: "fileUploadCameraText" },
  library: { isOn: "fileLibraryCapability", text: "fileUploadLibraryText" },
} as const

export type FileOptions = NonNullable<Extract<Question, { readonly type: "file" }>["options"]>

/** "Camera and library button texts at most 30 characters" (spec/2-editor §5). */
export const longestButtonText = 30
/** The kinds of file that can be answered with (spec/2-editor §3). */
export const fileExtensions = ["png", "jpg", "jpeg", "gif", "svg"] as const

export type FileButton = keyof typeof buttons

/** What a typed button text turns into: white space alone says nothing. */
export const buttonText = (typed: string): string => (typed.trim() === "" ? "" : typed)

/** Whether a button is shown. */
export const isButtonOn = (options: FileOptions, button: FileButton): boolean => options[buttons[button].isOn] !== false

/** The options with a button shown or not; unchanged when none would be left. */
export const withButton = (options: FileOptions, button: FileButton, isOn: boolean): FileOptions =>
  !isOn && !isButtonOn(options, button === "camera" ? "library" : "camera") ? options : { ...options, [buttons[button].isOn]: isOn }

/** [Q10] What can be taken or not: endings of one kind go together. */
export const fileKinds = [["png"], ["jpg", "jpeg"], ["gif"], ["svg"]] as const satisfies ReadonlyArray<ReadonlyArray<FileExtension>>
type FileExtension = (typeof fileExtensions)[number]
export type FileKind = (typeof fileKinds)[number]

/** Whether a question takes files of a kind. */
export const takesKind = (options: FileOptions, kind: FileKind): boolean => kind.some((one) => extensionFor(options, one) !== undefined)

/** The options with a kind taken or not; unchanged when none would be left. What is no ending that is known stays. */
export const withKind = (options: FileOptions, kind: FileKind, isTaken: boolean): FileOptions => {
  const before = extensionsOf(options)
  const taken = fileKinds
    .filter((one) => (one === kind ? isTaken : takesKind(options, one)))
    .flat<ReadonlyArray<ReadonlyArray<FileExtension>>>()
  const others = before.filter((one) => !fileExtensions.some((known) => known === one))
  return taken.length === 0 ? options : { ...options, extensions: [...taken, ...others] }
}

/** The kinds of file that a question takes. */
export const extensionsOf = ({ extensions }: FileOptions): ReadonlyArray<string> =>
  extensions && extensions.length > 0 ? extensions : fileExtensions

/** "jpg" and "jpeg" are one kind. */
const kindNamed = (extension: string): string => (extension.toLowerCase() === "jpeg" ? "jpg" : extension.toLowerCase())

/** The extension under which a question takes a file of some kind (`jpg`, …); undefined where it takes none such. */
export const extensionFor = (options: FileOptions, kind: string): string | undefined =>
  extensionsOf(options).find((extension) => kindNamed(extension) === kindNamed(kind))

/** Rules `file-buttons` and `file-label-length`; `at` points to the options. */
export const fileFindings = (options: FileOptions, at: string): ReadonlyArray<Finding> => [
  ...(isButtonOn(options, "camera") || isButtonOn(options, "library")
    ? []
    : [found("file-buttons", `${at}/${buttons.library.isOn}`, "finding.file-buttons")]),
  ...(options.extensions ?? []).flatMap((extension, i) =>
    fileExtensions.some((known) => known === extension)
      ? []
      : [found("structure", `${at}/extensions/${i}`, "finding.shape.one-of", { values: fileExtensions.join(", ") })],
  ),
  ...Object.values(buttons).flatMap(({ text }) =>
    lengthOf(options[text] ?? "") > longestButtonText
      ? [found("file-label-length", `${at}/${text}`, "finding.too-long", { most: longestButtonText })]
      : [],
  ),
]
