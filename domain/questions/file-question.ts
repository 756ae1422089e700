// Files as answers: the two buttons that bring one, and their texts (spec/2-editor §3, §5).
import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { countCodePoints } from "./answer-bounds.ts"
import type { Question } from "./question.ts"

// The two buttons of a question for files (spec/2-editor §3).

/** Of each button: the option that turns it off, and that which words it. */
export const uploadButtons = {
  camera: { isOn: "fileCameraCapability", text: "fileUploadCameraText" },
  library: { isOn: "fileLibraryCapability", text: "fileUploadLibraryText" },
} as const

export type FileOptions = NonNullable<Extract<Question, { readonly type: "file" }>["options"]>

/** "Camera and library button texts at most 30 characters" (spec/2-editor §5). */
export const maxButtonTextLength = 30
/** The kinds of file that can be answered with (spec/2-editor §3). */
export const fileExtensions = ["png", "jpg", "jpeg", "gif", "svg"] as const

export type FileButton = keyof typeof uploadButtons

/** What a typed button text turns into: white space alone says nothing. */
export const normalizeButtonText = (typed: string): string => (typed.trim() === "" ? "" : typed)

/** Whether a button is shown. */
export const isButtonEnabled = (options: FileOptions, button: FileButton): boolean => options[uploadButtons[button].isOn] !== false

/** The options with a button shown or not; unchanged when none would be left. */
export const setButtonEnabled = (options: FileOptions, button: FileButton, isOn: boolean): FileOptions =>
  !isOn && !isButtonEnabled(options, button === "camera" ? "library" : "camera")
    ? options
    : { ...options, [uploadButtons[button].isOn]: isOn }

/** [Q10] What can be taken or not: endings of one kind go together. */
export const fileTypeGroups = [["png"], ["jpg", "jpeg"], ["gif"], ["svg"]] as const satisfies ReadonlyArray<ReadonlyArray<FileExtension>>
type FileExtension = (typeof fileExtensions)[number]
export type FileTypeGroup = (typeof fileTypeGroups)[number]

/** Whether a question takes files of a kind. */
export const acceptsFileType = (options: FileOptions, kind: FileTypeGroup): boolean =>
  kind.some((one) => findAcceptedExtension(options, one) !== undefined)

/** The options with a kind taken or not; unchanged when none would be left. What is no ending that is known stays. */
export const setFileTypeAccepted = (options: FileOptions, kind: FileTypeGroup, isTaken: boolean): FileOptions => {
  const before = getAcceptedExtensions(options)
  const taken = fileTypeGroups
    .filter((one) => (one === kind ? isTaken : acceptsFileType(options, one)))
    .flat<ReadonlyArray<ReadonlyArray<FileExtension>>>()
  const others = before.filter((one) => !fileExtensions.some((known) => known === one))
  return taken.length === 0 ? options : { ...options, extensions: [...taken, ...others] }
}

/** The kinds of file that a question takes. */
export const getAcceptedExtensions = ({ extensions }: FileOptions): ReadonlyArray<string> =>
  extensions && extensions.length > 0 ? extensions : fileExtensions

/** "jpg" and "jpeg" are one kind. */
const kindNamed = (extension: string): string => (extension.toLowerCase() === "jpeg" ? "jpg" : extension.toLowerCase())

/** The extension under which a question takes a file of some kind (`jpg`, …); undefined where it takes none such. */
export const findAcceptedExtension = (options: FileOptions, kind: string): string | undefined =>
  getAcceptedExtensions(options).find((extension) => kindNamed(extension) === kindNamed(kind))

/** Rules `file-buttons` and `file-label-length`; `at` points to the options. */
export const fileFindings = (options: FileOptions, at: string): ReadonlyArray<Finding> => [
  ...(isButtonEnabled(options, "camera") || isButtonEnabled(options, "library")
    ? []
    : [createFinding("file-buttons", `${at}/${uploadButtons.library.isOn}`, "finding.file-buttons")]),
  ...(options.extensions ?? []).flatMap((extension, i) =>
    fileExtensions.some((known) => known === extension)
      ? []
      : [createFinding("structure", `${at}/extensions/${i}`, "finding.shape.one-of", { values: fileExtensions.join(", ") })],
  ),
  ...Object.values(uploadButtons).flatMap(({ text }) =>
    countCodePoints(options[text] ?? "") > maxButtonTextLength
      ? [createFinding("file-label-length", `${at}/${text}`, "finding.too-long", { most: maxButtonTextLength })]
      : [],
  ),
]
