// Files as they were picked or dropped; nothing of them is read yet.

/** One that holds text. */
export type PickedFile = { readonly name: string; readonly text: () => Promise<string> }

/** One that holds an image or a font; `bytes` is its size. */
export type PickedImage = {
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly content: () => Promise<ArrayBuffer>
}
