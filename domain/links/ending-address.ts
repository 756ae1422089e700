// Where the page goes when a conversation is over (spec/2-editor §3 "end"; decisions E5).
import type { Ending } from "../chat/state.ts"
import { type Bases, statsAddress } from "./addresses.ts"

/** The address that an ending leads to, or null where the chat stays on the screen. */
export const endingAddress = (
  { endAction, url }: Pick<Ending, "endAction" | "url">,
  bases: Pick<Bases, "stats">,
  chat: { readonly slug: string; readonly script: string },
): string | null => {
  if (endAction === "livestats") return statsAddress(bases, chat)
  return endAction === "redirect" && url !== "" ? url : null
}
