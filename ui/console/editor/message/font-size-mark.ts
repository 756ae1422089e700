// Font sizes in rich text (spec/2-editor §2). In the page a size is a class, since the policy allows no style attributes; in the text it
// is the style that the allowlist knows (domain/rich-text/allowed-markup.ts).
import { Mark } from "@tiptap/core"
import { textFontSizes } from "../../../../domain/rich-text/allowed-markup.ts"

const style = /^\s*font-size:\s*(\d+)px;?\s*$/

/** The size that a style sets, or null where it sets anything else. */
export const parseFontSize = (written: string): number | null => {
  const size = Number(style.exec(written)?.[1])
  return size >= textFontSizes.min && size <= textFontSizes.max ? size : null
}

export const FontSizeMark = Mark.create({
  name: "fontSize",
  addAttributes: () => ({ size: { default: textFontSizes.default, rendered: false } }),
  parseHTML: () => [
    {
      tag: "span[style]",
      getAttrs: (element) => {
        const size = parseFontSize(element.getAttribute("style") ?? "")
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
export const toStoredHtml = (html: string): string => html.replace(/<span data-size="(\d+)">/g, '<span style="font-size: $1px;">')

/** The sizes that can be chosen. */
export const fontSizeChoices: ReadonlyArray<number> = Array.from(
  { length: textFontSizes.max - textFontSizes.min + 1 },
  (_, step) => textFontSizes.min + step,
)
