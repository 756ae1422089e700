// Dutch texts: chats.
import type { chats as en } from "../en/chats.ts"

export const chats: Readonly<Record<keyof typeof en, string>> = {}
