// Converts the FileList of a file input or drop into the lazily readable files that the machines take.
import type { PickedFile, PickedImage } from "../../machines/ports.ts"

/** Returns the files with their names; the contents are read later. */
export const toPickedFiles = (files: FileList | null): ReadonlyArray<PickedFile> =>
  Array.from(files ?? [], (file) => ({ name: file.name, text: () => file.text() }))

/** Returns the first file as an image that is not validated yet, or null if there is no file. */
export const toPickedImage = (files: FileList | null): PickedImage | null => {
  const file = files?.[0]
  return file === undefined ? null : { name: file.name, type: file.type, bytes: file.size, content: () => file.arrayBuffer() }
}
