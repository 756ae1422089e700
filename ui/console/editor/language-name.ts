// Languages by their names; one that a script's texts are in and that is not offered, by its code.
import { languages } from "../../../domain/script/language.ts"
import { useWords } from "../../kit/words.tsx"

export const useLanguageName = (): ((locale: string) => string) => {
  const t = useWords()
  return (locale) => {
    const known = languages.find((it) => it === locale)
    return known === undefined ? locale : t(`editor.language.${known}`)
  }
}
