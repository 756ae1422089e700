// [M1] Font sizes in rich text. The CSP forbids style attributes, so the editor uses `data-size`; stored HTML has styles.
import { Mark } from "@tiptap/core"
import { textFontSizes } from "../../../../domain/rich-text/allowed-markup.ts"

const fontSizeStyle = /^\s*font-size:\s*(\d+)px;?\s*$/

/** Parses the font size of a style attribute, in pixels; null if it is out of range or the style has anything else. */
export const parseFontSize = (style: string): number | null => {
  const size = Number(fontSizeStyle.exec(style)?.[1])
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

/** Converts the editor's HTML to the stored form. */
export const toStoredHtml = (html: string): string => html.replace(/<span data-size="(\d+)">/g, '<span style="font-size: $1px;">')

/** The font sizes to choose from, in pixels. */
export const fontSizeChoices: ReadonlyArray<number> = Array.from(
  { length: textFontSizes.max - textFontSizes.min + 1 },
  (_, step) => textFontSizes.min + step,
)
