// Arabic texts of the live statistics' page.
import type { StatsTexts } from "./texts.ts"

export const stats: StatsTexts = {
  "stats.title": "إحصاءات مباشرة",
  "stats.loading": "جارٍ قراءة الإحصاءات…",
  "stats.missing": "هذه الإحصاءات غير موجودة",
  "stats.missing.text": "قد يكون الرابط غير مكتمل، أو أزيلت المحادثة.",
  "stats.failed": "تعذرت قراءة الإحصاءات",
  "stats.failed.text": "تحقق من اتصالك ثم حاول مرة أخرى.",
  "stats.retry": "حاول مرة أخرى",
  "stats.begun": "المشاركون",
  "stats.finished": "المكتملة",
  "stats.period": "الفترة",
  "stats.from": "من",
  "stats.until": "إلى",
  "stats.clear": "كل الأيام",
  "stats.live": "تُحدَّث مباشرة",
  "stats.late": "غير متصل: قد لا يكون المعروض محدثًا",
  "stats.answered": "عدد الإجابات: {count}",
  "stats.average": "المتوسط: {average}",
  "stats.nps": "NPS: {score}",
  "stats.answer": "الإجابة",
  "stats.number": "العدد",
  "stats.share": "النسبة",
  "stats.none": "لا توجد إجابات بعد",
  "stats.words": "الإجابات المكتوبة لا تُعرض هنا",
  "stats.empty": "لا تطرح هذه المحادثة أي أسئلة",
}
