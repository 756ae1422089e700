import fc from "fast-check"
import { expect, test } from "vitest"
import { languages } from "../../domain/script/language.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { changeScriptLanguage } from "../../domain/script/translations.ts"
import { authored } from "../arbitraries/versions.ts"

const texts = ({ instructions }: AuthoredScript) => instructions.map(({ messages }) => messages.map(({ content }) => content))
const locales = ({ instructions }: AuthoredScript) => new Set(instructions.flatMap(({ messages }) => messages.map(({ locale }) => locale)))
const language = fc.constantFrom(...languages)

test("the texts of a script in one language go along, word for word", () => {
  fc.assert(
    fc.property(authored, language, language, (script, from, to) => {
      const one = changeScriptLanguage(script, from)
      const other = changeScriptLanguage(one, to)
      expect(texts(other)).toEqual(texts(script))
      expect([other.language, [...locales(other)]]).toEqual([to, script.instructions.length === 0 ? [] : [to]])
      expect(changeScriptLanguage(other, from)).toEqual(one)
    }),
  )
})

test("a script that has texts in both languages keeps each as it is", () => {
  const message = (locale: string) => ({ uuid: locale, locale, content: locale })
  const script: AuthoredScript = {
    name: "",
    public_name: "",
    language: "nl",
    instructions: [{ uuid: "a", order: 0, type: "message", typing_delay: 3, messages: [message("nl"), message("en")] }],
  }
  expect(changeScriptLanguage(script, "en")).toEqual({ ...script, language: "en" })
})

test("choices go along with their question", () => {
  const choice = { uuid: "c", value: 1, order: 0, translation: { locale: "nl", content: "Ja" } }
  const script: AuthoredScript = {
    name: "",
    public_name: "",
    language: "nl",
    instructions: [
      { uuid: "a", order: 0, type: "question", typing_delay: 3, messages: [], question: { uuid: "q", type: "choice", choices: [choice] } },
    ],
  }
  const [first] = changeScriptLanguage(script, "de").instructions
  expect(first?.question?.choices).toEqual([{ ...choice, translation: { locale: "de", content: "Ja" } }])
})

test("texts and choices in a third language stay what they are; one text in the new language makes the script a translated one", () => {
  const message = (locale: string) => ({ uuid: locale, locale, content: locale })
  const choice = (locale: string) => ({ uuid: locale, value: 1, order: 0, translation: { locale, content: locale } })
  const asking = (uuid: string, ...locales: ReadonlyArray<string>): AuthoredScript["instructions"][number] => ({
    uuid,
    order: 0,
    type: "question",
    typing_delay: 3,
    messages: locales.map(message),
    question: { uuid: "q", type: "choice", choices: locales.map(choice) },
  })
  const script: AuthoredScript = { name: "", public_name: "", language: "nl", instructions: [asking("a", "nl", "fr"), asking("b", "nl")] }
  const [first] = changeScriptLanguage(script, "de").instructions
  expect(first?.messages.map(({ locale, content }) => [locale, content])).toEqual([
    ["de", "nl"],
    ["fr", "fr"],
  ])
  expect(first?.question?.choices?.map(({ translation }) => translation)).toEqual([
    { locale: "de", content: "nl" },
    { locale: "fr", content: "fr" },
  ])
  const half = { ...script, instructions: [asking("a", "nl", "en"), asking("b", "nl")] }
  expect(changeScriptLanguage(half, "en")).toEqual({ ...half, language: "en" })
})

test("the texts of a translated choice change places: none is lost, and the way back leads to the script as it was", () => {
  const text = fc.record({ nl: fc.string(), en: fc.option(fc.string()), fr: fc.option(fc.string()) })
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (all) => {
      const choices = all.map(({ nl, en, fr }, order) => ({
        uuid: `c${order}`,
        value: order,
        order,
        translation: { locale: "nl", content: nl },
        translations: [...(en === null ? [] : [{ locale: "en", content: en }]), ...(fr === null ? [] : [{ locale: "fr", content: fr }])],
      }))
      fc.pre(all.some(({ en }) => en !== null))
      const script: AuthoredScript = {
        name: "",
        public_name: "",
        language: "nl",
        instructions: [
          { uuid: "a", order: 0, type: "question", typing_delay: 3, messages: [], question: { uuid: "q", type: "choice", choices } },
        ],
      }
      const english = changeScriptLanguage(script, "en")
      const said = (of: AuthoredScript) =>
        (of.instructions[0]?.question?.choices ?? []).map(({ translation, translations }) => ({
          first: translation,
          all: [translation, ...(translations ?? [])].map(({ locale, content }) => `${locale} ${content}`).toSorted(),
        }))
      expect(said(english).map((it) => it.all)).toEqual(said(script).map((it) => it.all))
      expect(said(english).map(({ first }) => first)).toEqual(
        all.map(({ nl, en }) => (en === null ? { locale: "nl", content: nl } : { locale: "en", content: en })),
      )
      expect(changeScriptLanguage(english, "nl")).toEqual(script)
    }),
  )
})
