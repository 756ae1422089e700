// Changing the language of a script [I10].
import fc from "fast-check"
import { expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation } from "../../domain/chat/conversation-engine.ts"
import { countOtherTranslations } from "../../domain/communities/side-menu.ts"
import type { Question } from "../../domain/questions/question.ts"
import { localizeQuestion } from "../../domain/questions/question-texts.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { getRangeLabel, getScoreParams } from "../../domain/script/score-ranges.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { changeScriptLanguage } from "../../domain/script/script-language-change.ts"
import { listScriptLanguages, translationFindings } from "../../domain/script/script-languages.ts"
import { getTitleIn, getTitleText } from "../../domain/script/title.ts"
import { countTranslations, getPartKey, listTranslatableTexts } from "../../domain/script/translatable-texts.ts"
import { languages } from "../../domain/text/language.ts"
import { applyTranslations, translatableScript, translationEdits } from "../arbitraries/translated.ts"
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
      const isText = (content: string | null): content is string => content !== null && content.trim() !== ""
      fc.pre(all.some(({ nl }) => isText(nl)) && all.some(({ en }) => isText(en)))
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

/** The texts of a script that are not blank: the language of each, by the place of the text. */
const listTextsByPlace = (script: AuthoredScript): ReadonlyArray<readonly [place: string, locale: string, text: string]> =>
  languages.flatMap((locale) => {
    const pick = ({ text, translation }: { readonly text: string; readonly translation: string }) =>
      locale === script.language ? text : translation
    return [
      ["title", locale, pick(getTitleText(script, locale))] as const,
      ...script.instructions.flatMap((instruction) =>
        listTranslatableTexts(instruction, script.language, locale).map(
          (text) => [`${instruction.uuid} ${getPartKey(text.part)}`, locale, pick(text)] as const,
        ),
      ),
    ].filter(([, , text]) => text.trim() !== "")
  })

const translatedScript = fc.tuple(translatableScript, translationEdits).map(([script, edits]) => {
  const { public_name_translations: titles, ...rest } = applyTranslations(script, edits)
  const filled = (titles ?? []).filter(({ content }) => content.trim() !== "")
  return filled.length === 0 ? rest : { ...rest, public_name_translations: filled }
})
const hasTextIn = (script: AuthoredScript, wanted: string): boolean => listTextsByPlace(script).some(([, locale]) => locale === wanted)
const sorted = (list: ReadonlyArray<readonly [string, string, string]>) => list.map((it) => it.join(" ")).toSorted()

test("each text keeps its language if the script has one in the new language, so that none is lost and none is counted in another", () => {
  fc.assert(
    fc.property(translatedScript, language, (script, to) => {
      fc.pre(hasTextIn(script, to))
      const next = changeScriptLanguage(script, to)
      const texts = listTextsByPlace(script)
      expect(sorted(listTextsByPlace(next))).toEqual(sorted(texts))
      const places = (wanted: string) => new Set(texts.flatMap(([place, locale]) => (locale === wanted ? [place] : [])))
      for (const other of languages) {
        if (other === to) continue
        const { missing } = countOtherTranslations(next, null, other)
        const missingInSteps = next.instructions.reduce((sum, it) => sum + countTranslations(it, to, other).missing, 0)
        expect(missing + missingInSteps).toBe([...places(to)].filter((place) => !places(other).has(place)).length)
      }
    }),
  )
})

test("texts are relabeled, and no other text changes, if the script has no text in the new language", () => {
  fc.assert(
    fc.property(translatedScript, language, (script, to) => {
      fc.pre(!hasTextIn(script, to))
      const next = changeScriptLanguage(script, to)
      expect(sorted(listTextsByPlace(next))).toEqual(
        sorted(listTextsByPlace(script).map(([place, locale, text]) => [place, locale === "nl" ? to : locale, text])),
      )
    }),
  )
})

test("changing the language and back gives the same script", () => {
  fc.assert(
    fc.property(translatedScript, language, (script, other) => {
      // A script without a text in its own language is like one whose texts are relabeled.
      fc.pre(hasTextIn(script, "nl"))
      expect(sortTranslations(changeScriptLanguage(changeScriptLanguage(script, other), "nl"))).toEqual(sortTranslations(script))
    }),
  )
})

/** The order of translations has no meaning. */
const sortTranslations = (script: AuthoredScript): unknown =>
  JSON.parse(JSON.stringify(script), (key, value: unknown) =>
    key.endsWith("translations") && Array.isArray(value) ? value.map((it) => JSON.stringify(it)).toSorted() : value,
  )

test("every kind of text that is not translated is missing in the new language, and respondents read it in its own", () => {
  const own = (content: string) => ({ uuid: content, locale: "nl", content })
  const step = (uuid: string, order: number, fields: Partial<Instruction>): Instruction => ({
    uuid,
    order,
    type: "question",
    typing_delay: 3,
    messages: [own("vraag")],
    ...fields,
  })
  const range = { uuid: "r", minimum: 0, maximum: 4, label: "laag", translation: { locale: "nl", content: "Je score is laag" } }
  const script: AuthoredScript = {
    name: "",
    public_name: "Peiling",
    language: "nl",
    instructions: [
      step("open", 0, { question: { uuid: "q", type: "open", placeholder: "Typ hier" } }),
      step("slider", 1, {
        question: {
          uuid: "s",
          type: "numeric",
          options: { hasSlider: true, hasLabel: true, lowerBoundLabel: "koud", upperBoundLabel: "warm" },
        },
      }),
      step("file", 2, {
        question: { uuid: "f", type: "file", options: { fileUploadCameraText: "Maak foto", fileUploadLibraryText: "Gallerij" } },
      }),
      step("picture", 3, { type: "image", messages: [own('<p><img src="https://a.example/a.png" alt="een kat"></p><p>Onze kat</p>')] }),
      step("score", 4, { type: "score", action: { type: "score", params: { ranges: [range] } } }),
      step("end", 5, { type: "end", messages: [], action: { type: "end", params: { endAction: "close", message: "Dag" } } }),
      step("both", 6, { type: "message", messages: [own("hallo"), { uuid: "en", locale: "en", content: "hello" }] }),
    ],
  }
  const english = changeScriptLanguage(script, "en")
  expect(listTextsByPlace(english).filter(([, locale]) => locale === "en")).toEqual([
    ["file fileUploadLibraryText", "en", "Gallery"],
    ["both message", "en", "hello"],
  ])
  expect(listTextsByPlace(english).filter(([, locale]) => locale === "nl")).toEqual(
    listTextsByPlace(script).filter(([place, locale]) => locale === "nl" && place !== "file fileUploadLibraryText"),
  )
  expect(listScriptLanguages(english)).toEqual(["en", "nl"])
  expect(changeScriptLanguage(english, "nl")).toEqual(script)
  const warned = translationFindings(english).map(({ pointer }) => pointer)
  expect(warned).toEqual([
    "/public_name",
    "/instructions/0/question/placeholder",
    "/instructions/1/question/options/lowerBoundLabel",
    "/instructions/1/question/options/upperBoundLabel",
    "/instructions/2/question/options/fileUploadCameraText",
    "/instructions/3/messages",
    "/instructions/4/messages",
    "/instructions/4/action/params/ranges",
    "/instructions/5/action/params/message",
  ])
  expect(getTitleIn(english, "en")).toEqual({ title: "Peiling", language: "nl" })
  const ask = (question: Question) => localizeQuestion(question, { language: "en", locale: "en" })
  const [open, slider, file] = english.instructions.flatMap(({ question }) => question ?? []).map(ask)
  expect(open?.placeholder).toBe("Typ hier")
  expect(slider?.options).toMatchObject({ lowerBoundLabel: "koud", upperBoundLabel: "warm" })
  expect(file?.options).toMatchObject({ fileUploadCameraText: "Camera", fileUploadLibraryText: "Gallery" })
  const [changed] = getScoreParams(english.instructions[4] ?? step("", 0, {}))?.ranges ?? []
  expect(changed && getRangeLabel(changed)).toBe("laag")
  const closing = compileScript({ language: "en", instructions: english.instructions.slice(5, 6) })
  expect(beginConversation(closing, { seed: "", language: "en" }).state.ending).toMatchObject({ message: "Dag", language: "nl" })
})
