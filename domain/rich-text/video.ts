// The video of an instruction: its message is the address, written as any text is (decisions I1).
import { escapeText } from "./characters.ts"
import { plainText } from "./plain-text.ts"

/** The address that a video's message holds, as it was typed. */
export const videoIn = (html: string): string => plainText(html)

/** The message that holds this address. */
export const withVideo = (typed: string): string => escapeText(typed)
