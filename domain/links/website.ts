// The website that the chats are part of. Alone, for the sign-in page needs no more of the addresses.
import type { Bases } from "./addresses.ts"

/** [U14] The root of the origin that serves the chats. */
export const websiteAddress = ({ chat }: Pick<Bases, "chat">): string => chat.replace(/^(https?:\/\/[^/?#]*).*$/i, "$1/")
