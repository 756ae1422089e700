// German texts of the live statistics' page.
import type { StatsTexts } from "./texts.ts"

export const stats: StatsTexts = {
  "stats.title": "Live-Statistik",
  "stats.loading": "Die Statistik wird gelesen…",
  "stats.missing": "Diese Statistik gibt es nicht",
  "stats.missing.text": "Vielleicht ist der Link unvollständig, oder der Chat wurde entfernt.",
  "stats.failed": "Die Statistik konnte nicht gelesen werden",
  "stats.failed.text": "Bitte prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
  "stats.retry": "Erneut versuchen",
  "stats.begun": "Befragte",
  "stats.finished": "Abgeschlossen",
  "stats.period": "Zeitraum",
  "stats.from": "Von",
  "stats.until": "Bis",
  "stats.clear": "Alle Tage",
  "stats.live": "Wird live aktualisiert",
  "stats.late": "Nicht verbunden: die Anzeige kann veraltet sein",
  "stats.answered": "Beantwortet: {count}",
  "stats.average": "Durchschnitt: {average}",
  "stats.nps": "NPS: {score}",
  "stats.answer": "Antwort",
  "stats.number": "Anzahl",
  "stats.share": "Anteil",
  "stats.none": "Noch keine Antworten",
  "stats.words": "Antworten in Worten werden hier nicht gezeigt",
  "stats.empty": "Dieser Chat stellt keine Fragen",
}
