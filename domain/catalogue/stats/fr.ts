// French texts of the live statistics' page.
import type { StatsTexts } from "./texts.ts"

export const stats: StatsTexts = {
  "stats.title": "Statistiques en direct",
  "stats.loading": "Lecture des statistiques…",
  "stats.missing": "Ces statistiques n’existent pas",
  "stats.missing.text": "Le lien est peut-être incomplet, ou le chat a été supprimé.",
  "stats.failed": "Les statistiques n’ont pas pu être lues",
  "stats.failed.text": "Vérifiez votre connexion et réessayez.",
  "stats.retry": "Réessayer",
  "stats.begun": "Répondants",
  "stats.finished": "Terminés",
  "stats.period": "Période",
  "stats.from": "Du",
  "stats.until": "Au",
  "stats.clear": "Tous les jours",
  "stats.live": "Mises à jour en direct",
  "stats.late": "Hors connexion : l’affichage peut être en retard",
  "stats.answered": "Réponses : {count}",
  "stats.average": "Moyenne : {average}",
  "stats.nps": "NPS : {score}",
  "stats.answer": "Réponse",
  "stats.number": "Nombre",
  "stats.share": "Part",
  "stats.none": "Pas encore de réponses",
  "stats.words": "Les réponses rédigées ne sont pas montrées ici",
  "stats.empty": "Ce chat ne pose aucune question",
}
