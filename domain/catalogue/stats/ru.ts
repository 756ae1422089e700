// Russian texts of the live statistics' page.
import type { StatsTexts } from "./texts.ts"

export const stats: StatsTexts = {
  "stats.title": "Статистика в реальном времени",
  "stats.loading": "Статистика загружается…",
  "stats.missing": "Такой статистики нет",
  "stats.missing.text": "Возможно, ссылка неполная или чат удалён.",
  "stats.failed": "Не удалось загрузить статистику",
  "stats.failed.text": "Проверьте соединение и попробуйте ещё раз.",
  "stats.retry": "Попробовать ещё раз",
  "stats.begun": "Участники",
  "stats.finished": "Завершили",
  "stats.period": "Период",
  "stats.from": "С",
  "stats.until": "По",
  "stats.clear": "Все дни",
  "stats.live": "Обновляется в реальном времени",
  "stats.late": "Нет соединения: данные могут быть устаревшими",
  "stats.answered": "Ответили: {count}",
  "stats.average": "В среднем: {average}",
  "stats.nps": "NPS: {score}",
  "stats.answer": "Ответ",
  "stats.number": "Количество",
  "stats.share": "Доля",
  "stats.none": "Ответов пока нет",
  "stats.words": "Ответы словами здесь не показываются",
  "stats.empty": "В этом чате нет вопросов",
}
