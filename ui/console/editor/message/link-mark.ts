// Links in rich text. Stored HTML has only their address [M1].
import { Link } from "@tiptap/extension-link"
import { getAllowedAttributeValue, parseTypedLink } from "../../../../domain/rich-text/allowed-markup.ts"

/** Returns the mark of links; `onRefused` is called with an address to which links may not lead. */
export const createLinkMark = (onRefused: (address: string) => void) =>
  Link.extend({
    addAttributes: () => ({ href: { default: null } }),
    parseHTML: () => [
      {
        tag: "a[href]",
        getAttrs: (element) => {
          const href = getAllowedAttributeValue("href", element.getAttribute("href") ?? "")
          return href === undefined ? false : { href }
        },
      },
    ],
    renderHTML: ({ mark }) => ["a", { href: String(mark.attrs["href"]) }, 0],
    addCommands() {
      return {
        ...this.parent?.(),
        setLink:
          ({ href }) =>
          ({ chain }) => {
            const address = parseTypedLink(href)
            if (address !== undefined) return chain().setMark(this.name, { href: address }).run()
            onRefused(href)
            return false
          },
      }
    },
  }).configure({ openOnClick: false, autolink: false, linkOnPaste: false })
