// Dutch texts of the live statistics' page.
import type { StatsTexts } from "./texts.ts"

export const stats: StatsTexts = {
  "stats.title": "Live statistieken",
  "stats.loading": "De statistieken worden gelezen…",
  "stats.missing": "Deze statistieken bestaan niet",
  "stats.missing.text": "Misschien is de link niet volledig, of is de chat verwijderd.",
  "stats.failed": "De statistieken konden niet worden gelezen",
  "stats.failed.text": "Controleer je verbinding en probeer het opnieuw.",
  "stats.retry": "Opnieuw proberen",
  "stats.begun": "Respondenten",
  "stats.finished": "Afgerond",
  "stats.period": "Periode",
  "stats.from": "Van",
  "stats.until": "Tot en met",
  "stats.clear": "Alle dagen",
  "stats.live": "Wordt live bijgewerkt",
  "stats.late": "Niet verbonden: wat je ziet kan achterlopen",
  "stats.answered": "Beantwoord: {count}",
  "stats.average": "Gemiddeld: {average}",
  "stats.nps": "NPS: {score}",
  "stats.answer": "Antwoord",
  "stats.number": "Aantal",
  "stats.share": "Aandeel",
  "stats.none": "Nog geen antwoorden",
  "stats.words": "Antwoorden in woorden worden hier niet getoond",
  "stats.empty": "Deze chat stelt geen vragen",
}
