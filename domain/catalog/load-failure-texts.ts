// What the public pages say, in every language at once, when a part of them fails to load, possibly their texts.
import type { Language } from "../text/language.ts"

/** Returns the language of a BCP 47 tag without its region, in lower case: `fr` for `fr-CA`, `nl` for `NL`. */
export const getPrimaryLanguage = (tag: string): string => tag.split(/[-_]/, 1).join("").toLowerCase()

type LoadFailureTexts = { readonly title: string; readonly text: string; readonly retry: string }

const loadFailureTexts = {
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
} as const satisfies Readonly<Record<Language, LoadFailureTexts>>

const isSupported = (language: string): language is Language => Object.hasOwn(loadFailureTexts, language)

/** Returns the texts in the first supported language of these tags, else in English. */
export const getLoadFailureTexts = (tags: ReadonlyArray<string | null>): LoadFailureTexts & { readonly language: Language } => {
  const language = tags.map((tag) => getPrimaryLanguage(tag ?? "")).find(isSupported) ?? "en"
  return { ...loadFailureTexts[language], language }
}
