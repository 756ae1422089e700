// File questions: the camera and library buttons, and the permitted file types.
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { Language } from "../text/language.ts"
import { countCodePoints } from "../text/text-input.ts"
import type { Question } from "./question.ts"

/** For each button, the options that turn it on and set its text. */
export const uploadButtons = {
  camera: { isOn: "fileCameraCapability", text: "fileUploadCameraText" },
  library: { isOn: "fileLibraryCapability", text: "fileUploadLibraryText" },
} as const

export type FileOptions = NonNullable<Extract<Question, { readonly type: "file" }>["options"]>

/** The maximum number of code points of a button's text. */
export const maxButtonTextLength = 30
/** The extensions of files that can be uploaded. */
export const fileExtensions = ["png", "jpg", "jpeg", "gif", "svg"] as const

export type FileButton = keyof typeof uploadButtons

/** The buttons, in the order in which respondents see them. */
export const uploadButtonNames = ["camera", "library"] as const satisfies ReadonlyArray<FileButton>

/** The product's own labels of the buttons, which new questions have, by language. */
export const defaultButtonTexts: Readonly<Record<Language, Readonly<Record<FileButton, string>>>> = {
  nl: { camera: "Camera", library: "Gallerij" },
  en: { camera: "Camera", library: "Gallery" },
  fr: { camera: "Appareil photo", library: "Galerie" },
  de: { camera: "Kamera", library: "Galerie" },
  it: { camera: "Fotocamera", library: "Galleria" },
  es: { camera: "Cámara", library: "Galería" },
  ar: { camera: "الكاميرا", library: "المعرض" },
  ru: { camera: "Камера", library: "Галерея" },
}

/** Normalizes a button text that was typed: a blank text becomes empty. */
export const normalizeButtonText = (text: string): string => (text.trim() === "" ? "" : text)

/** Returns whether a button is shown. */
export const isButtonEnabled = (options: FileOptions, button: FileButton): boolean => options[uploadButtons[button].isOn] !== false

/** Shows or hides a button; returns the same options if no button would be left. */
export const setButtonEnabled = (options: FileOptions, button: FileButton, isOn: boolean): FileOptions =>
  !isOn && !isButtonEnabled(options, button === "camera" ? "library" : "camera")
    ? options
    : { ...options, [uploadButtons[button].isOn]: isOn }

/** [Q10] The file types that an author can turn on and off; equivalent extensions go together. */
export const fileTypeGroups = [["png"], ["jpg", "jpeg"], ["gif"], ["svg"]] as const satisfies ReadonlyArray<ReadonlyArray<FileExtension>>
type FileExtension = (typeof fileExtensions)[number]
export type FileTypeGroup = (typeof fileTypeGroups)[number]

/** Returns whether a question accepts files of a type. */
export const acceptsFileType = (options: FileOptions, group: FileTypeGroup): boolean =>
  group.some((extension) => findAcceptedExtension(options, extension) !== undefined)

/** Turns a file type on or off; returns the same options if none would be left. Unknown extensions are kept. */
export const setFileTypeAccepted = (options: FileOptions, group: FileTypeGroup, isAccepted: boolean): FileOptions => {
  const current = getAcceptedExtensions(options)
  const accepted = fileTypeGroups
    .filter((other) => (other === group ? isAccepted : acceptsFileType(options, other)))
    .flat<ReadonlyArray<ReadonlyArray<FileExtension>>>()
  const others = current.filter((extension) => !fileExtensions.some((knownExtension) => knownExtension === extension))
  return accepted.length === 0 ? options : { ...options, extensions: [...accepted, ...others] }
}

/** Returns the extensions that a question accepts. */
export const getAcceptedExtensions = ({ extensions }: FileOptions): ReadonlyArray<string> =>
  extensions && extensions.length > 0 ? extensions : fileExtensions

/** "jpg" and "jpeg" are the same type. */
const normalizeExtension = (extension: string): string => (extension.toLowerCase() === "jpeg" ? "jpg" : extension.toLowerCase())

/** Returns the extension under which a question accepts a file of this type (`jpg`, …); undefined if it does not. */
export const findAcceptedExtension = (options: FileOptions, type: string): string | undefined =>
  getAcceptedExtensions(options).find((extension) => normalizeExtension(extension) === normalizeExtension(type))

/** Checks the rules `file-buttons` and `file-label-length`; `pointer` is that of the options. */
export const fileFindings = (options: FileOptions, pointer: string): ReadonlyArray<Finding> => [
  ...(isButtonEnabled(options, "camera") || isButtonEnabled(options, "library")
    ? []
    : [createFinding("file-buttons", `${pointer}/${uploadButtons.library.isOn}`, "finding.file-buttons")]),
  ...(options.extensions ?? []).flatMap((extension, i) =>
    fileExtensions.some((knownExtension) => knownExtension === extension)
      ? []
      : [createFinding("structure", `${pointer}/extensions/${i}`, "finding.file-extension", { values: fileExtensions.join(", ") })],
  ),
  ...Object.values(uploadButtons).flatMap(({ text }) =>
    countCodePoints(options[text] ?? "") > maxButtonTextLength
      ? [createFinding("file-label-length", `${pointer}/${text}`, "finding.too-long", { most: maxButtonTextLength })]
      : [],
  ),
]
