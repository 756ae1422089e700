// Texts for respondents in every language: consistent terms, one form of address, and no nouns that would need a plural form.
import { describe, expect, test } from "vitest"
import { chatTextLoaders, createChatTranslator, statsTextLoaders } from "../../domain/catalog/public-pages/public-page-texts.ts"
import { type Language, languages } from "../../domain/text/language.ts"

const wordsOf = async (language: Language) => createChatTranslator(await chatTextLoaders[language](), language).words
const all = async (language: Language): Promise<ReadonlyArray<string>> => [
  ...Object.values(await chatTextLoaders[language]()),
  ...Object.values(await statsTextLoaders[language]()),
]

describe("the texts for respondents", () => {
  test("fit half a star, one star and five", async () => {
    const starTexts = async (language: Language) => {
      const words = await wordsOf(language)
      return [0.5, 1, 5].map((value) => words("give.stars", { value, most: 5 }))
    }
    expect(await starTexts("fr")).toEqual(["Étoiles : 0,5 sur 5", "Étoiles : 1 sur 5", "Étoiles : 5 sur 5"])
    expect(await starTexts("it")).toEqual(["Stelle: 0,5 su 5", "Stelle: 1 su 5", "Stelle: 5 su 5"])
    expect(await starTexts("es")).toEqual(["0,5 de 5 estrellas", "1 de 5 estrellas", "5 de 5 estrellas"])
  })

  test.each(languages)("need no plural form in %s where a limit or count is one", async (language) => {
    const words = await wordsOf(language)
    const texts = [
      ...(["answer.most", "answer.long", "answer.decimals"] as const).map((key) => words(key, { most: 1 })),
      ...(["give.search.more", "give.left", "give.over"] as const).map((key) => words(key, { count: 1 })),
    ]
    // A noun after a number would need a plural form in most of these languages.
    for (const text of texts) expect(text).not.toMatch(/\p{Nd} \p{L}{5,}/u)
  })

  test("use one word for the chat", async () => {
    const otherWords: Readonly<Partial<Record<Language, RegExp>>> = {
      en: /conversation/i,
      nl: /gesprek/i,
      fr: /conversation/i,
      de: /gespräch/i,
      it: /conversazione/i,
      es: /conversación/i,
      ru: /бесед/i,
    }
    for (const language of languages) {
      const otherWord = otherWords[language]
      if (otherWord === undefined) continue
      const texts = Object.entries(await chatTextLoaders[language]())
      // The record of a chat and the product have other names.
      const checked = texts.filter(([key]) => !["page.conversation", "page.branding", "page.progress"].includes(key))
      expect(checked.filter(([, text]) => otherWord.test(text))).toEqual([])
    }
  })

  test("use one form of address", async () => {
    const otherForms: Readonly<Partial<Record<Language, RegExp>>> = {
      nl: /\bjouw\b|\bu\b|\buw\b/i,
      es: /\b(tu|tus|comprueba|inténtalo|elige|escribe|introduce)\b/i,
      de: /\b(du|dein|deine|deinen|dich)\b/i,
      ar: /كم(?![\p{L}])/u,
    }
    for (const language of languages) expect((await all(language)).filter((text) => otherForms[language]?.test(text))).toEqual([])
  })

  test("use one spelling", async () => {
    expect((await all("es")).filter((text) => /período/i.test(text))).toEqual([])
  })
})
