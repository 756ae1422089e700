// Scripts with texts translated into other languages.
import fc from "fast-check"
import { type Language, languages } from "../../domain/script/language.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { listTranslatableTexts, setTranslation, type TranslationPart } from "../../domain/script/translations.ts"
import { script, text } from "./scripts.ts"

export const language = fc.constantFrom(...languages)
const choices = fc.array(text, { minLength: 1, maxLength: 4 })

/** A Dutch script whose choice questions have choices. */
export const translatableScript: fc.Arbitrary<AuthoredScript> = fc.tuple(script, fc.infiniteStream(choices)).map(([it, stream]) => ({
  ...it,
  language: "nl",
  instructions: it.instructions.map((instruction) => {
    const { question } = instruction
    if (question?.type !== "choice" && question?.type !== "multiple") return instruction
    const [texts = []] = stream.take(1)
    const list = texts.map((content, order) => ({
      uuid: `${instruction.uuid}-${order}`,
      value: order + 1,
      order,
      translation: { locale: "nl", content },
    }))
    return { ...instruction, question: { ...question, choices: list } }
  }),
}))

export type TranslationEdit = { readonly which: number; readonly locale: Language; readonly text: string }
export const translationEdits = fc.array(fc.record({ which: fc.nat(), locale: language.filter((it) => it !== "nl"), text }), {
  maxLength: 12,
})

/** Every translatable text of a script, with the index of its instruction. */
export const listTranslationPlaces = (it: AuthoredScript): ReadonlyArray<{ readonly place: number; readonly part: TranslationPart }> =>
  it.instructions.flatMap((instruction, place) => listTranslatableTexts(instruction, it.language, "-").map(({ part }) => ({ place, part })))

/** The script after texts were translated one after another. */
export const applyTranslations = (it: AuthoredScript, all: ReadonlyArray<TranslationEdit>): AuthoredScript =>
  all.reduce((current, { which, locale, text: translation }, index) => {
    const places = listTranslationPlaces(current)
    const target = places[which % places.length]
    const instruction = current.instructions[target?.place ?? -1]
    if (target === undefined || instruction === undefined) return current
    const next = setTranslation(instruction, {
      part: target.part,
      locale,
      text: translation,
      language: current.language,
      fresh: () => `t${index}`,
    })
    return { ...current, instructions: current.instructions.with(target.place, next) }
  }, it)
