// Dutch texts: shell, home and what every screen shares.
import type { shell as en } from "../en/shell.ts"

export const shell: Readonly<Record<keyof typeof en, string>> = {
  "product.name": "Conversation Admin",
  "home.filter.none": "Geen community past bij je filter.",
}
