/** @jsxImportSource preact */
// Shows the preview of a style in its frame. Fetched only where an address asks for one.
import { render } from "preact"
import { previewTitle } from "../../../domain/style/preview.ts"
import { type ChatPreview, firstChatPreview } from "../../../domain/style/preview-message.ts"
import { lookOfSheet, valueIn, wear } from "../look.ts"
import { Speaking, type Speech } from "../speaking.ts"
import { Preview } from "./Preview.tsx"

/** The story is told in the languages of the console. */
const textsIn = async (language: string) =>
  language === "nl"
    ? (await import("../../../domain/catalogue/nl/preview.ts")).preview
    : (await import("../../../domain/catalogue/en/preview.ts")).preview

type Given = {
  readonly root: HTMLElement
  readonly community: string
  readonly speech: Speech
  /** Tells what is to be shown, each time the console says so. */
  readonly watch: (show: (message: ChatPreview) => void) => void
}

export const showPreview = async ({ root, community, speech, watch }: Given): Promise<void> => {
  const texts = await textsIn(speech.language)
  document.title = previewTitle("web", community)
  const show = (message: ChatPreview): void => {
    const look = lookOfSheet(message.sheet)
    wear(look, document.documentElement)
    render(
      <Speaking.Provider value={{ ...speech, star: valueIn(look, "star_rating-glyph") }}>
        <Preview community={community} look={look} message={message} texts={texts} />
      </Speaking.Provider>,
      root,
    )
  }
  show(firstChatPreview)
  watch(show)
}
