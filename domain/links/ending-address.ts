// Where the page goes when a conversation is over (spec/2-editor §3 "end"; decisions E5).
import type { Ending } from "../chat/state.ts"
import type { Language } from "../script/language.ts"
import { type Bases, statsAddress } from "./addresses.ts"

/** The address that an ending leads to, or null where the chat stays on the screen. The statistics go on in the chat's `language`. */
export const endingAddress = (
  { endAction, url }: Pick<Ending, "endAction" | "url">,
  bases: Pick<Bases, "stats">,
  chat: { readonly slug: string; readonly script: string; readonly language: Language },
): string | null => {
  if (endAction === "livestats") return `${statsAddress(bases, chat)}?l=${chat.language}`
  return endAction === "redirect" && url !== "" ? url : null
}
