// Images of a script's messages: what may be chosen (spec/2-editor §5 "Image upload").
import { mostMessageImageBytes } from "./upload-limits.ts"

/** "Accepted types: jpg, jpeg, png, svg, bmp, apng, gif" (spec/2-editor §5), as endings of file names. */
export const messageImageEndings = ["jpg", "jpeg", "png", "svg", "bmp", "apng", "gif"] as const

/** What is wrong with a file that was chosen as a message's image, or null. `bytes` is its size. What is in it, the server sees. */
export const messageImageProblem = ({ name, bytes }: { readonly name: string; readonly bytes: number }): MessageImageProblem | null => {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (!messageImageEndings.some((one) => one === ending)) return "kind"
  if (bytes === 0) return "empty"
  return bytes > mostMessageImageBytes ? "too-big" : null
}
export type MessageImageProblem = "kind" | "empty" | "too-big"
