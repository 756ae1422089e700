// Dutch texts: save conflicts of scripts and styles.
import type { conflict as en } from "../en/conflict.ts"

export const conflict: Readonly<Record<keyof typeof en, string>> = {
  "overtaken.when": "Opgeslagen op {date}. Van jou gaat niets verloren; kies hoe je verder wilt.",
  "overtaken.both": "Door jullie beiden gewijzigd: kies er een",
  "overtaken.mine": "Door jou gewijzigd",
  "overtaken.theirs": "Door de ander gewijzigd",
  "overtaken.use.mine": "Die van jou",
  "overtaken.use.theirs": "Die van de ander",
  "overtaken.use.both": "Allebei",
  "overtaken.merge": "Samenvoegen",
  "overtaken.merge.text": "Beide versies in één; sla daarna op als het klopt.",
  "overtaken.overwrite": "Die van de ander overschrijven",
  "overtaken.overwrite.text": "Jouw versie komt in de plaats van die van de ander.",
  "overtaken.discard": "Die van mij weggooien",
  "overtaken.discard.text": "Verder met die van de ander; met Ongedaan maken krijg je die van jou terug.",
}
