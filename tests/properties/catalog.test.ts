// Message catalogs: every language has the placeholders of the English texts, and every text can be formatted.
import { describe, expect, test } from "vitest"
import { type Catalog, interfaceLanguages, isPlainMessageKey, type MessageKey } from "../../domain/catalog/catalog.ts"
import { en } from "../../domain/catalog/en.ts"
import { nl } from "../../domain/catalog/nl.ts"
import { chat as chatEn } from "../../domain/catalog/public-pages/en.ts"
import { chat as chatNl } from "../../domain/catalog/public-pages/nl.ts"
import { NotFound, Unreachable } from "../../domain/failures/failure.ts"
import { findServerMessageKey, getFailureMessageKey, getUnreachableMessageKeys } from "../../domain/failures/message-lookup.ts"
import { createTranslate } from "../../ui/kit/i18n.tsx"
import { createIcuFormatter } from "../../ui/kit/icu-messages.ts"

const catalogs: Readonly<Record<(typeof interfaceLanguages)[number], Catalog>> = { en, nl }
const keys = Object.keys(en) as ReadonlyArray<MessageKey>
/** The names of the values that a text refers to. */
const placeholders = (text: string): ReadonlyArray<string> =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = ""]) => name))].sort()
const isRecall = (text: string) => text.includes("{{")

describe.each(interfaceLanguages)("texts in %s", (language) => {
  const texts = catalogs[language]

  test("use the same placeholders as the English ones", () => {
    const differing = keys.filter((key) => placeholders(texts[key]).join() !== placeholders(en[key]).join())
    expect(differing).toEqual([])
  })

  test("can be formatted, for one and for many", () => {
    const format = createIcuFormatter(language)
    for (const key of keys) {
      const text = texts[key]
      if (!text.includes("{") || isRecall(text)) continue
      for (const count of [0, 1, 2]) {
        const formatted = format(key, text, Object.fromEntries(placeholders(en[key]).map((name) => [name, count])))
        expect([key, /[{}]/.test(formatted), formatted.includes(String(count))]).toEqual([key, false, true])
      }
    }
  })

  test("are never empty", () => {
    expect(keys.filter((key) => texts[key].trim() === "")).toEqual([])
  })
})

test("no sentence of several words is the same in both languages", () => {
  const words = (text: string) => text.replace(/\{[^}]*\}+/g, "").match(/\p{L}{2,}/gu) ?? []
  const exceptions: ReadonlyArray<MessageKey> = [
    "product.name",
    "editor.asset.fetch",
    "checkout.clientSecret",
    "connections.fields.clientSecret",
  ]
  expect(keys.filter((key) => en[key] === nl[key] && words(en[key]).length > 1 && !exceptions.includes(key))).toEqual([])
})

test("an emoji has the same name where it is answered, configured and exported", () => {
  for (const [chat, texts] of [
    [chatEn, en],
    [chatNl, nl],
  ] as const)
    for (const face of [1, 2, 3, 4, 5] as const) expect(chat[`give.emoji.${face}`]).toBe(texts[`emoji.${face}`])
})

test("a count has the right plural form and is formatted in its language", () => {
  const say = createTranslate(nl, createIcuFormatter("nl"))
  expect([say("chats.count", { count: 1 }), say("chats.count", { count: 2 })]).toEqual(["1 chat", "2 chats"])
  expect(say("chats.count", { count: 1234 })).toBe("1.234 chats")
})

test("a text that is not loaded, or has no formatter for its values, throws with its key", () => {
  expect(() => createTranslate({}, undefined)("chats.add")).toThrow("chats.add")
  expect(() => createTranslate(en, undefined)("chats.count", { count: 1 })).toThrow("chats.count")
})

test("a server that could not be reached has other messages than one that answered with an error or unreadably", () => {
  const answers = [undefined, "trouble", "garbled"] as const
  const failures = answers.map((answered) => new Unreachable({ message: "", ...(answered !== undefined && { answered }) }))
  expect([...failures, new NotFound()].map(getFailureMessageKey)).toEqual([
    "failure.Unreachable",
    "failure.broken",
    "failure.Unreadable",
    "failure.NotFound",
  ])
  expect(answers.map((answered) => getUnreachableMessageKeys(answered).advice)).toEqual([
    "failure.unreachable.kept",
    "failure.broken.kept",
    "failure.broken.kept",
  ])
})

test("known messages of servers are replaced by texts of the catalog", () => {
  const textFor = (message: string) => en[findServerMessageKey(message) ?? "product.name"]
  expect(textFor("Bad credentials.")).toBe("The given username and password combination is invalid.")
  expect(textFor("The presented password is invalid.")).toBe("The given username and password combination is invalid.")
  expect(textFor("Invalid two-factor authentication code.")).toBe(
    "The given two-factor authentication code is incorrect. Please try again.",
  )
  expect(findServerMessageKey("something else")).toBe(undefined)
  expect([isPlainMessageKey(en, "ERROR.NAME_TAKEN"), isPlainMessageKey(en, "chats.count"), isPlainMessageKey(en, "toString")]).toEqual([
    true,
    false,
    false,
  ])
})
