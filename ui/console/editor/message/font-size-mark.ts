// Font sizes in rich text (spec/2-editor §2). In the page a size is a class, since the policy allows no style attributes; in the text it
// is the style that the allowlist knows (domain/rich-text/allowed-markup.ts).
import { Mark } from "@tiptap/core"
import { fontSizes } from "../../../../domain/rich-text/allowed-markup.ts"

const style = /^\s*font-size:\s*(\d+)px;?\s*$/

/** The size that a style sets, or null where it sets anything else. */
export const sizeOf = (written: string): number | null => {
  const size = Number(style.exec(written)?.[1])
  return size >= fontSizes.smallest && size <= fontSizes.largest ? size : null
}

export const FontSize = Mark.create({
  name: "fontSize",
  addAttributes: () => ({ size: { default: fontSizes.usual, rendered: false } }),
  parseHTML: () => [
    {
      tag: "span[style]",
      getAttrs: (element) => {
        const size = sizeOf(element.getAttribute("style") ?? "")
        return size === null ? false : { size }
      },
    },
    {
      tag: "span[data-size]",
      getAttrs: (element) => ({ size: Number(element.getAttribute("data-size")) }),
    },
  ],
  renderHTML: ({ mark }) => ["span", { "data-size": String(mark.attrs["size"]) }, 0],
})

/** The text as it is kept, from how the page holds it. */
export const withStyles = (html: string): string => html.replace(/<span data-size="(\d+)">/g, '<span style="font-size: $1px;">')

/** The sizes that can be chosen. */
export const sizes: ReadonlyArray<number> = Array.from(
  { length: fontSizes.largest - fontSizes.smallest + 1 },
  (_, step) => fontSizes.smallest + step,
)
