// Rich text to be written, fetched when the first one is shown.
import { lazy } from "react"
import { useWords } from "../../kit/words.tsx"
import { Source, type TextProps } from "./Source.tsx"

/** Without a connection it may not come: then the text is edited as markup, which costs the author nothing but the toolbar. */
export const RichTextField = lazy(async () => {
  try {
    return { default: (await import("./RichText.tsx")).RichText }
  } catch {
    return { default: WithoutToolbar }
  }
})

const WithoutToolbar = (props: TextProps) => {
  const t = useWords()
  return <Source {...props} why={t("editor.message.no-toolbar")} onClose={null} />
}
