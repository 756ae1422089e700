// The catalogue: what English asks for, Dutch asks for too, and both can be said.
import { describe, expect, test } from "vitest"
import { type Catalog, interfaceLanguages, isPlainMessageKey, type MessageKey } from "../../domain/catalog/catalog.ts"
import { en } from "../../domain/catalog/en.ts"
import { failureMessageKey, serverMessageKey, unreachableMessageKeys } from "../../domain/catalog/message-lookup.ts"
import { nl } from "../../domain/catalog/nl.ts"
import { chat as chatEn } from "../../domain/catalog/public-pages/en.ts"
import { chat as chatNl } from "../../domain/catalog/public-pages/nl.ts"
import { NotFound, Unreachable } from "../../domain/failure.ts"
import { createTranslate } from "../../ui/kit/i18n.tsx"
import { createIcuFormatter } from "../../ui/kit/icu-messages.ts"

const catalogues: Readonly<Record<(typeof interfaceLanguages)[number], Catalog>> = { en, nl }
const keys = Object.keys(en) as ReadonlyArray<MessageKey>
/** The names of the values a text asks for. */
const slots = (text: string): ReadonlyArray<string> =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = ""]) => name))].sort()
const isRecall = (text: string) => text.includes("{{")

describe.each(interfaceLanguages)("the texts in %s", (language) => {
  const texts = catalogues[language]

  test("ask for the same values as the English ones", () => {
    const differing = keys.filter((key) => slots(texts[key]).join() !== slots(en[key]).join())
    expect(differing).toEqual([])
  })

  test("can be said, for one and for many", () => {
    const format = createIcuFormatter(language)
    for (const key of keys) {
      const text = texts[key]
      if (!text.includes("{") || isRecall(text)) continue
      for (const count of [0, 1, 2]) {
        const said = format(key, text, Object.fromEntries(slots(en[key]).map((name) => [name, count])))
        expect([key, /[{}]/.test(said), said.includes(String(count))]).toEqual([key, false, true])
      }
    }
  })

  test("are none of them empty", () => {
    expect(keys.filter((key) => texts[key].trim() === "")).toEqual([])
  })
})

test("no sentence of several words is the same in both languages", () => {
  const words = (text: string) => text.replace(/\{[^}]*\}+/g, "").match(/\p{L}{2,}/gu) ?? []
  const kept: ReadonlyArray<MessageKey> = ["product.name", "editor.asset.fetch", "checkout.clientSecret", "connections.fields.clientSecret"]
  expect(keys.filter((key) => en[key] === nl[key] && words(en[key]).length > 1 && !kept.includes(key))).toEqual([])
})

test("a face is called the same where it is answered, where it is set up and where it is exported", () => {
  for (const [chat, texts] of [
    [chatEn, en],
    [chatNl, nl],
  ] as const)
    for (const face of [1, 2, 3, 4, 5] as const) expect(chat[`give.emoji.${face}`]).toBe(texts[`emoji.${face}`])
})

test("one and many differ, and the count is written as the language writes it", () => {
  const say = createTranslate(nl, createIcuFormatter("nl"))
  expect([say("chats.count", { count: 1 }), say("chats.count", { count: 2 })]).toEqual(["1 chat", "2 chats"])
  expect(say("chats.count", { count: 1234 })).toBe("1.234 chats")
})

test("a text that has not been loaded, or that needs values there is no format for, is a mistake and says so", () => {
  expect(() => createTranslate({}, undefined)("chats.add")).toThrow("chats.add")
  expect(() => createTranslate(en, undefined)("chats.count", { count: 1 })).toThrow("chats.count")
})

test("a server that answers that something went wrong with it was reached", () => {
  const ways = [undefined, "trouble", "garbled"] as const
  const failures = ways.map((answered) => new Unreachable({ message: "", ...(answered !== undefined && { answered }) }))
  expect([...failures, new NotFound()].map(failureMessageKey)).toEqual([
    "failure.Unreachable",
    "failure.broken",
    "failure.Unreadable",
    "failure.Missing",
  ])
  expect(ways.map((way) => unreachableMessageKeys(way).advice)).toEqual([
    "failure.unreachable.kept",
    "failure.broken.kept",
    "failure.broken.kept",
  ])
})

test("the messages that servers send as they are have texts of our own", () => {
  const said = (message: string) => en[serverMessageKey(message) ?? "product.name"]
  expect(said("Bad credentials.")).toBe("The given username and password combination is invalid.")
  expect(said("The presented password is invalid.")).toBe("The given username and password combination is invalid.")
  expect(said("Invalid two-factor authentication code.")).toBe("The given two-factor authentication code is incorrect. Please try again.")
  expect(serverMessageKey("something else")).toBe(undefined)
  expect([isPlainMessageKey(en, "ERROR.NAME_TAKEN"), isPlainMessageKey(en, "chats.count"), isPlainMessageKey(en, "toString")]).toEqual([
    true,
    false,
    false,
  ])
})
