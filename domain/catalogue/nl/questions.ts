// Dutch texts: what a check finds in questions and actions.
import type { questions as en } from "../en/questions.ts"

export const questions: Readonly<Record<keyof typeof en, string>> = {
  "finding.choice-value": "de waarde is {value}, maar moet een getal van hoogstens 3 cijfers zijn",
  "finding.choice-bounds.one": "er valt niets te kiezen: voeg een keuze toe",
  "finding.choice-bounds.two": "een meerkeuzevraag heeft minstens twee keuzes nodig, en heeft er {count}",
  "finding.minimum.at-least": "het minimum is {value}, maar moet minstens {least} zijn",
  "finding.minimum.at-most": "het minimum is {value}, maar mag hoogstens {most} zijn",
  "finding.minimum.whole": "het minimum is {value}, maar moet een heel getal zijn",
  "finding.maximum.at-least": "het maximum is {value}, maar moet minstens {least} zijn",
  "finding.maximum.at-most": "het maximum is {value}, maar mag hoogstens {most} zijn",
  "finding.maximum.whole": "het maximum is {value}, maar moet een heel getal zijn",
  "finding.decimals": "het aantal decimalen is {value}, maar moet een heel getal van 0 tot en met {most} zijn",
  "finding.slider-range": "een schuifbalk heeft een minimum en een maximum nodig",
  "finding.slider-step": "(({max} - {min}) % {step}) = {remainder}, moet 0 zijn.",
  "finding.slider-step.positive": "de stapgrootte is {step}, maar moet meer dan 0 zijn",
  "finding.too-long": "mag hoogstens {most} tekens lang zijn",
  "finding.no-date": "“{value}” is geen datum (JJJJ-MM-DD)",
  "finding.date-order": "de laatste dag ({maximum}) ligt vóór de eerste ({minimum})",
  "finding.scale-size": "de schaal heeft {value} niveaus, maar moet er {only} hebben",
  "finding.nps-range": "de schaal loopt van {minimum} tot {maximum}, maar moet van 1 of 0 tot 10 lopen",
  "finding.file-buttons": "minstens één van de twee knoppen, camera en galerij, moet aan staan",
  "finding.redirect-url": "dit is geen webadres: het begint met http:// of https:// en noemt een host",
  "finding.redirect-url.missing": "een doorverwijzing heeft een webadres nodig",
  "finding.redirect-only-metadata": "verwijs nooit door naar alleen de metadata: respondenten kunnen dan overal terechtkomen",
  "finding.endpoint-url": "het endpoint moet een http- of https-adres zijn",
}
