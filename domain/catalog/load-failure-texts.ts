// What the respondents' page and the statistics say where a part of them does not come, which may be the texts: in every language at once.
import type { Language } from "../script/language.ts"

// Languages as addresses and browsers name them (BCP 47).

/** The language of a tag without its region, in lower case: `fr` of `fr-CA`, `nl` of `NL`. */
export const languageOfTag = (tag: string): string => tag.split(/[-_]/, 1).join("").toLowerCase()

type Unloaded = { readonly title: string; readonly text: string; readonly retry: string }

const unloaded = {
  nl: {
    title: "De pagina kon niet worden geladen",
    text: "Controleer je verbinding en probeer het opnieuw.",
    retry: "Opnieuw proberen",
  },
  en: { title: "The page could not be loaded", text: "Please check your connection, and try again.", retry: "Try again" },
  fr: { title: "La page n’a pas pu être chargée", text: "Veuillez vérifier votre connexion et réessayer.", retry: "Réessayer" },
  de: {
    title: "Die Seite konnte nicht geladen werden",
    text: "Bitte prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
    retry: "Erneut versuchen",
  },
  it: { title: "Non è stato possibile caricare la pagina", text: "Controlla la connessione e riprova.", retry: "Riprova" },
  es: { title: "No se ha podido cargar la página", text: "Compruebe su conexión e inténtelo de nuevo.", retry: "Intentar de nuevo" },
  ar: { title: "تعذّر تحميل الصفحة", text: "يُرجى التحقق من الاتصال ثم المحاولة مرة أخرى.", retry: "إعادة المحاولة" },
  ru: { title: "Не удалось загрузить страницу", text: "Проверьте соединение и попробуйте ещё раз.", retry: "Повторить" },
} as const satisfies Readonly<Record<Language, Unloaded>>

const isSpoken = (language: string): language is Language => Object.hasOwn(unloaded, language)

/** What to say in the first of the languages, by their tags, that is spoken here, else in English. */
export const loadFailureTextsIn = (wanted: ReadonlyArray<string | null>): Unloaded & { readonly language: Language } => {
  const language = wanted.map((tag) => languageOfTag(tag ?? "")).find(isSpoken) ?? "en"
  return { ...unloaded[language], language }
}
