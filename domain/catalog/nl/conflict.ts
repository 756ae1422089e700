// Dutch texts: save conflicts of scripts and styles.
import type { conflict as en } from "../en/conflict.ts"

export const conflict: Readonly<Record<keyof typeof en, string>> = {
  "conflict.when": "Opgeslagen op {date}. Van jou gaat niets verloren; kies hoe je verder wilt.",
  "conflict.both": "Door jullie beiden gewijzigd: kies er een",
  "conflict.mine": "Door jou gewijzigd",
  "conflict.theirs": "Door de ander gewijzigd",
  "conflict.use.mine": "Die van jou",
  "conflict.use.theirs": "Die van de ander",
  "conflict.use.both": "Allebei",
  "conflict.merge": "Samenvoegen",
  "conflict.merge.text": "Beide versies in één; sla daarna op als het klopt.",
  "conflict.overwrite": "Die van de ander overschrijven",
  "conflict.overwrite.text": "Jouw versie komt in de plaats van die van de ander.",
  "conflict.discard": "Die van mij weggooien",
  "conflict.discard.text": "Verder met die van de ander; met Ongedaan maken krijg je die van jou terug.",
}
