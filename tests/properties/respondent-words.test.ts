// What respondents read, in each language: one word for one thing, one way to address them, and no noun that a number would bend.
import { describe, expect, test } from "vitest"
import { chatTextLoaders, createChatTranslator, statsTextLoaders } from "../../domain/catalog/public-pages/public-page-texts.ts"
import { type Language, languages } from "../../domain/script/language.ts"

const wordsOf = async (language: Language) => createChatTranslator(await chatTextLoaders[language](), language).words
const all = async (language: Language): Promise<ReadonlyArray<string>> => [
  ...Object.values(await chatTextLoaders[language]()),
  ...Object.values(await statsTextLoaders[language]()),
]

describe("the words that respondents read", () => {
  test("are right of one star, of half a star and of five", async () => {
    const said = async (language: Language) => {
      const words = await wordsOf(language)
      return [0.5, 1, 5].map((value) => words("give.stars", { value, most: 5 }))
    }
    expect(await said("fr")).toEqual(["Étoiles : 0,5 sur 5", "Étoiles : 1 sur 5", "Étoiles : 5 sur 5"])
    expect(await said("it")).toEqual(["Stelle: 0,5 su 5", "Stelle: 1 su 5", "Stelle: 5 su 5"])
    expect(await said("es")).toEqual(["0,5 de 5 estrellas", "1 de 5 estrellas", "5 de 5 estrellas"])
  })

  test.each(languages)(
    "are right in %s where the most that can be chosen, written, or typed behind the comma, is one",
    async (language) => {
      const words = await wordsOf(language)
      const one = [
        ...(["answer.most", "answer.long", "answer.decimals"] as const).map((key) => words(key, { most: 1 })),
        ...(["give.search.more", "give.left", "give.over"] as const).map((key) => words(key, { count: 1 })),
      ]
      // A number that stands before a noun bends it in most of these languages.
      for (const said of one) expect(said).not.toMatch(/\p{Nd} \p{L}{5,}/u)
    },
  )

  test("call the chat one thing in all that is said of it", async () => {
    const others: Readonly<Partial<Record<Language, RegExp>>> = {
      en: /conversation/i,
      nl: /gesprek/i,
      fr: /conversation/i,
      de: /gespräch/i,
      it: /conversazione/i,
      es: /conversación/i,
      ru: /бесед/i,
    }
    for (const language of languages) {
      const other = others[language]
      if (other === undefined) continue
      const texts = Object.entries(await chatTextLoaders[language]())
      // What was said in it has a name of its own, and so has the product.
      const said = texts.filter(([key]) => !["page.conversation", "page.branding", "page.progress"].includes(key))
      expect(said.filter(([, text]) => other.test(text))).toEqual([])
    }
  })

  test("address a respondent in one way", async () => {
    const others: Readonly<Partial<Record<Language, RegExp>>> = {
      nl: /\bjouw\b|\bu\b|\buw\b/i,
      es: /\b(tu|tus|comprueba|inténtalo|elige|escribe|introduce)\b/i,
      de: /\b(du|dein|deine|deinen|dich)\b/i,
      ar: /كم(?![\p{L}])/u,
    }
    for (const language of languages) expect((await all(language)).filter((text) => others[language]?.test(text))).toEqual([])
  })

  test("are spelt in one way", async () => {
    expect((await all("es")).filter((text) => /período/i.test(text))).toEqual([])
  })
})
