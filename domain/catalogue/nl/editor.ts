// Dutch texts: editor.
import type { editor as en } from "../en/editor.ts"

export const editor: Readonly<Record<keyof typeof en, string>> = {}
