// Changing the language of a script [I10].
import fc from "fast-check"
import { expect, test } from "vitest"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { changeScriptLanguage } from "../../domain/script/script-languages.ts"
import { languages } from "../../domain/text/language.ts"
import { baseScript } from "../arbitraries/versions.ts"

const texts = ({ instructions }: AuthoredScript) => instructions.map(({ messages }) => messages.map(({ content }) => content))
const locales = ({ instructions }: AuthoredScript) => new Set(instructions.flatMap(({ messages }) => messages.map(({ locale }) => locale)))
const language = fc.constantFrom(...languages)

test("texts of a script in one language change their language, but not their content", () => {
  fc.assert(
    fc.property(baseScript, language, language, (script, from, to) => {
      const inFirst = changeScriptLanguage(script, from)
      const inSecond = changeScriptLanguage(inFirst, to)
      expect(texts(inSecond)).toEqual(texts(script))
      expect([inSecond.language, [...locales(inSecond)]]).toEqual([to, script.instructions.length === 0 ? [] : [to]])
      expect(changeScriptLanguage(inSecond, from)).toEqual(inFirst)
    }),
  )
})

test("a script with texts in both languages keeps each as it is", () => {
  const message = (locale: string) => ({ uuid: locale, locale, content: locale })
  const script: AuthoredScript = {
    name: "",
    public_name: "",
    language: "nl",
    instructions: [{ uuid: "a", order: 0, type: "message", typing_delay: 3, messages: [message("nl"), message("en")] }],
  }
  expect(changeScriptLanguage(script, "en")).toEqual({ ...script, language: "en" })
})

test("choices change their language with their question", () => {
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

test("texts in a third language stay the same, and one text in the new language makes the script a translated one", () => {
  const message = (locale: string) => ({ uuid: locale, locale, content: locale })
  const choice = (locale: string) => ({ uuid: locale, value: 1, order: 0, translation: { locale, content: locale } })
  const createQuestion = (uuid: string, ...locales: ReadonlyArray<string>): AuthoredScript["instructions"][number] => ({
    uuid,
    order: 0,
    type: "question",
    typing_delay: 3,
    messages: locales.map(message),
    question: { uuid: "q", type: "choice", choices: locales.map(choice) },
  })
  const script: AuthoredScript = {
    name: "",
    public_name: "",
    language: "nl",
    instructions: [createQuestion("a", "nl", "fr"), createQuestion("b", "nl")],
  }
  const [first] = changeScriptLanguage(script, "de").instructions
  expect(first?.messages.map(({ locale, content }) => [locale, content])).toEqual([
    ["de", "nl"],
    ["fr", "fr"],
  ])
  expect(first?.question?.choices?.map(({ translation }) => translation)).toEqual([
    { locale: "de", content: "nl" },
    { locale: "fr", content: "fr" },
  ])
  const half = { ...script, instructions: [createQuestion("a", "nl", "en"), createQuestion("b", "nl")] }
  expect(changeScriptLanguage(half, "en")).toEqual({ ...half, language: "en" })
})

test("texts of a translated choice change places without loss, and changing back restores the script", () => {
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
      const choiceTexts = (of: AuthoredScript) =>
        (of.instructions[0]?.question?.choices ?? []).map(({ translation, translations }) => ({
          first: translation,
          all: [translation, ...(translations ?? [])].map(({ locale, content }) => `${locale} ${content}`).toSorted(),
        }))
      expect(choiceTexts(english).map((it) => it.all)).toEqual(choiceTexts(script).map((it) => it.all))
      expect(choiceTexts(english).map(({ first }) => first)).toEqual(
        all.map(({ nl, en }) => (en === null ? { locale: "nl", content: nl } : { locale: "en", content: en })),
      )
      expect(changeScriptLanguage(english, "nl")).toEqual(script)
    }),
  )
})
