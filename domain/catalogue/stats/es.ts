// Spanish texts of the live statistics' page.
import type { StatsTexts } from "./texts.ts"

export const stats: StatsTexts = {
  "stats.title": "Estadísticas en directo",
  "stats.loading": "Leyendo las estadísticas…",
  "stats.missing": "Estas estadísticas no existen",
  "stats.missing.text": "Puede que el enlace esté incompleto o que el chat se haya eliminado.",
  "stats.failed": "No se han podido leer las estadísticas",
  "stats.failed.text": "Comprueba tu conexión e inténtalo de nuevo.",
  "stats.retry": "Intentar de nuevo",
  "stats.begun": "Participantes",
  "stats.finished": "Terminadas",
  "stats.period": "Periodo",
  "stats.from": "Desde",
  "stats.until": "Hasta",
  "stats.clear": "Todos los días",
  "stats.live": "Se actualizan en directo",
  "stats.late": "Sin conexión: los datos pueden estar atrasados",
  "stats.answered": "Respondidas: {count}",
  "stats.average": "Media: {average}",
  "stats.nps": "NPS: {score}",
  "stats.answer": "Respuesta",
  "stats.number": "Número",
  "stats.share": "Proporción",
  "stats.none": "Todavía no hay respuestas",
  "stats.words": "Las respuestas escritas no se muestran aquí",
  "stats.empty": "Este chat no hace preguntas",
}
