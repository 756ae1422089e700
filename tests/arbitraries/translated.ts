// Scripts with texts translated into other languages.
import fc from "fast-check"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { listTranslatableTexts, setTranslation, type TranslationPart } from "../../domain/script/translatable-texts.ts"
import { type Language, languages } from "../../domain/text/language.ts"
import { script, text } from "./scripts.ts"

export const language = fc.constantFrom(...languages)
const choices = fc.array(text, { minLength: 1, maxLength: 4 })

/** A Dutch script whose questions and endings have texts, and whose choice questions have choices. */
export const translatableScript: fc.Arbitrary<AuthoredScript> = fc
  .tuple(
    script,
    fc.array(choices, { minLength: 1, maxLength: 6 }),
    fc.uniqueArray(
      fc.tuple(
        language.filter((it) => it !== "nl"),
        text,
      ),
      { maxLength: 2, selector: ([locale]) => locale },
    ),
  )
  .map(([it, texts, titles]) => ({
    ...it,
    language: "nl",
    ...(titles.length > 0 && { public_name_translations: titles.map(([locale, content]) => ({ locale, content })) }),
    instructions: it.instructions.map((instruction, index) => addTexts(instruction, texts[index % texts.length] ?? [])),
  }))

const addTexts = (instruction: Instruction, texts: ReadonlyArray<string>): Instruction => {
  const { question, action } = instruction
  const [first = "", second = ""] = texts
  if (action?.type === "end") return { ...instruction, action: { ...action, params: { ...action.params, message: first } } }
  switch (question?.type) {
    case "choice":
    case "multiple": {
      const list = texts.map((content, order) => ({
        uuid: `${instruction.uuid}-${order}`,
        value: order + 1,
        order,
        translation: { locale: "nl", content },
      }))
      return { ...instruction, question: { ...question, choices: list } }
    }
    case "open":
    case "email":
      return { ...instruction, question: { ...question, placeholder: first } }
    case "numeric": {
      const labels = { hasSlider: true, hasLabel: true, lowerBoundLabel: first, upperBoundLabel: second }
      return { ...instruction, question: { ...question, options: { ...question.options, ...labels } } }
    }
    case "file":
      return {
        ...instruction,
        question: { ...question, options: { ...question.options, fileUploadCameraText: first, fileUploadLibraryText: second } },
      }
    default:
      return instruction
  }
}

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
      newUuid: () => `t${index}`,
    })
    return { ...current, instructions: current.instructions.with(target.place, next) }
  }, it)
