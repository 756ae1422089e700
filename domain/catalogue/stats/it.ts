// Italian texts of the live statistics' page.
import type { StatsTexts } from "./texts.ts"

export const stats: StatsTexts = {
  "stats.title": "Statistiche in tempo reale",
  "stats.loading": "Lettura delle statistiche…",
  "stats.missing": "Queste statistiche non esistono",
  "stats.missing.text": "Il link potrebbe essere incompleto, o la chat è stata rimossa.",
  "stats.failed": "Non è stato possibile leggere le statistiche",
  "stats.failed.text": "Controlla la connessione e riprova.",
  "stats.retry": "Riprova",
  "stats.begun": "Partecipanti",
  "stats.finished": "Completate",
  "stats.period": "Periodo",
  "stats.from": "Dal",
  "stats.until": "Al",
  "stats.clear": "Tutti i giorni",
  "stats.live": "Aggiornate in tempo reale",
  "stats.late": "Non connesso: i dati potrebbero non essere aggiornati",
  "stats.answered": "Risposte: {count}",
  "stats.average": "Media: {average}",
  "stats.nps": "NPS: {score}",
  "stats.answer": "Risposta",
  "stats.number": "Numero",
  "stats.share": "Quota",
  "stats.none": "Ancora nessuna risposta",
  "stats.words": "Le risposte scritte non sono mostrate qui",
  "stats.empty": "Questa chat non pone domande",
}
