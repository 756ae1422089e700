// Scripts that say some of their texts in further languages.
import fc from "fast-check"
import { type Language, languages } from "../../domain/script/language.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { listTranslatableTexts, setTranslation, type TranslationPart } from "../../domain/script/translations.ts"
import { script, text } from "./scripts.ts"

export const language = fc.constantFrom(...languages)
const choices = fc.array(text, { minLength: 1, maxLength: 4 })

/** A script in Dutch whose questions of choices have some. */
export const spoken: fc.Arbitrary<AuthoredScript> = fc.tuple(script, fc.infiniteStream(choices)).map(([it, stream]) => ({
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

export type Deed = { readonly which: number; readonly locale: Language; readonly text: string }
export const deeds = fc.array(fc.record({ which: fc.nat(), locale: language.filter((it) => it !== "nl"), text }), { maxLength: 12 })

/** Every place of a script that can be translated. */
export const placesIn = (it: AuthoredScript): ReadonlyArray<{ readonly place: number; readonly part: TranslationPart }> =>
  it.instructions.flatMap((instruction, place) => listTranslatableTexts(instruction, it.language, "-").map(({ part }) => ({ place, part })))

/** The script once texts were translated, one after another. */
export const done = (it: AuthoredScript, all: ReadonlyArray<Deed>): AuthoredScript =>
  all.reduce((now, { which, locale, text: said }, made) => {
    const places = placesIn(now)
    const at = places[which % places.length]
    const instruction = now.instructions[at?.place ?? -1]
    if (at === undefined || instruction === undefined) return now
    const next = setTranslation(instruction, { part: at.part, locale, text: said, language: now.language, fresh: () => `t${made}` })
    return { ...now, instructions: now.instructions.with(at.place, next) }
  }, it)
