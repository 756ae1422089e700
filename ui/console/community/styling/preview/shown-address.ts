// The address of the page that is previewed, as frames load it and as browsers write it.
import { previewAddress } from "../../../../../domain/links/addresses.ts"
import { useLanguage } from "../../../../kit/words.tsx"
import { useWired } from "../../../wired.tsx"
import type { FramedPage } from "./framed-page.ts"

type Shown = {
  /** What the frame loads; the page speaks the language of the console. */
  readonly src: string
  readonly host: string
  readonly whole: string
}

export const useShownAddress = ({ portal, slug }: Pick<FramedPage, "portal" | "slug">): Shown => {
  const { bases } = useWired()
  const { language } = useLanguage()
  const address = previewAddress(bases, portal === "web" ? "chat" : "stats", slug)
  const whole = address.replace(/^https?:\/\//, "")
  return { src: `${address}?l=${language}`, host: whole.replace(/\/.*$/, ""), whole }
}
