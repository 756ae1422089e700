// Files as a chooser or a drop hands them over.
import type { PickedFile, PickedImage } from "../../machines/ports.ts"

/** The files as the machine takes them: named, and not read yet. */
export const toPickedFiles = (files: FileList | null): ReadonlyArray<PickedFile> =>
  Array.from(files ?? [], (file) => ({ name: file.name, text: () => file.text() }))

/** The first file as an image that is still to be looked at, or null where there is none. */
export const toPickedImage = (files: FileList | null): PickedImage | null => {
  const file = files?.[0]
  return file === undefined ? null : { name: file.name, type: file.type, bytes: file.size, content: () => file.arrayBuffer() }
}
