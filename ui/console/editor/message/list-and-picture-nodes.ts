// Lists and pictures in rich text [M1].
import { type CommandProps, Node } from "@tiptap/core"
import { getAllowedAttributeValue } from "../../../../domain/rich-text/allowed-markup.ts"

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    readonly bulletList: { readonly toggleBulletList: () => ReturnType }
    readonly orderedList: { readonly toggleOrderedList: () => ReturnType }
  }
}

const createList = (name: "bulletList" | "orderedList", tag: "ul" | "ol") =>
  Node.create({
    name,
    group: "block list",
    content: "listItem+",
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addCommands: () => ({
      [name === "bulletList" ? "toggleBulletList" : "toggleOrderedList"]:
        () =>
        ({ commands }: CommandProps) =>
          commands.toggleList(name, "listItem"),
    }),
  })

const ListItem = Node.create({
  name: "listItem",
  content: "paragraph block*",
  defining: true,
  parseHTML: () => [{ tag: "li" }],
  renderHTML: () => ["li", 0],
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) }
  },
})

const Picture = Node.create({
  name: "picture",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: "" } }),
  parseHTML: () => [{ tag: "img[src]", getAttrs: (element) => isPicture(element.getAttribute("src") ?? "") && null }],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
})

/** Whether a picture may have this address. */
export const isPicture = (address: string): boolean => getAllowedAttributeValue("src", address) !== undefined

/** The extensions of the editor for lists and pictures. */
export const listAndPictureNodes = [createList("bulletList", "ul"), createList("orderedList", "ol"), ListItem, Picture] as const

/** Removes the paragraph that the editor puts around the only text of each list item, so that texts are stored as they were. */
export const compactListItems = (html: string): string => html.replace(/<li><p>((?:(?!<\/p>).)*)<\/p>(?=<\/li>|<[uo]l>)/gs, "<li>$1")
