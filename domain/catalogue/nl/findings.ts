// Dutch texts: what a check finds in a script.
import type { findings as en } from "../en/findings.ts"

export const findings: Readonly<Record<keyof typeof en, string>> = {
  "finding.no-question": "in deze vraag zit geen vraag",
  "finding.no-action": "in deze instructie zit geen actie",
  "finding.name-syntax": "“{name}” is geen naam: alleen letters, cijfers en underscores",
  "finding.name-not-unique": "Elke naam is uniek: “{name}” komt vaker voor",
  "finding.typing-delay": "de leespauze is {delay} seconden, en is minstens 0",
  "finding.empty-instruction": "er is nog niet gekozen wat dit wordt",
  "finding.order-gap": "de volgorde is {order} waar {place} hoort",
  "finding.no-text": "er is geen tekst in de taal van het script ({language})",
  "finding.no-choice-text": "deze keuze heeft geen tekst",
  "finding.duplicate-choice-value": "de waarde {value} hoort bij meer dan één keuze",
}
