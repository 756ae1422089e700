// What respondents read of a score, in every script language. The engine fills it in, so that the chat, the Test pane and the command line
// show the same.
import type { Language } from "../text/language.ts"

export const scoreTexts = {
  nl: { total: "Je score: {total}", average: "Gemiddeld: {average}" },
  en: { total: "Your score: {total}", average: "On average: {average}" },
  fr: { total: "Votre score : {total}", average: "En moyenne : {average}" },
  de: { total: "Ihre Punktzahl: {total}", average: "Im Durchschnitt: {average}" },
  it: { total: "Il tuo punteggio: {total}", average: "In media: {average}" },
  es: { total: "Su puntuación: {total}", average: "De media: {average}" },
  ar: { total: "نتيجتك: {total}", average: "في المتوسط: {average}" },
  ru: { total: "Ваш результат: {total}", average: "В среднем: {average}" },
} as const satisfies Readonly<Record<Language, { readonly total: string; readonly average: string }>>
