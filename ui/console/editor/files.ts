// Files as a chooser or a drop hands them over.
import type { PickedFile } from "../../../machines/editor/setup.ts"

/** The files as the machine takes them: named, and not read yet. */
export const picked = (files: FileList | null): ReadonlyArray<PickedFile> =>
  Array.from(files ?? [], (file) => ({ name: file.name, text: () => file.text() }))
