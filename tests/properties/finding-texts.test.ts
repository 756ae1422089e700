// Texts of findings from the catalog.
import { expect, test } from "vitest"
import { en } from "../../domain/catalog/en.ts"
import { nl } from "../../domain/catalog/nl.ts"
import { capitalize, capitalizeMessage, findingText } from "../../domain/failures/message-lookup.ts"
import { createFinding } from "../../domain/findings/finding-builder.ts"

test("a finding has the name of a language, or the code of one that is not offered", () => {
  const translationFinding = (language: string) =>
    createFinding("missing-translation", "/instructions/0/messages", "finding.no-translation", { language })
  expect(findingText(en, translationFinding("ar"))).toBe("a text has no translation into Arabic")
  expect(findingText(nl, translationFinding("ar"))).toBe("een tekst heeft geen vertaling naar het Arabisch")
  expect(findingText(en, translationFinding("pt"))).toMatch(/ pt$/)
  expect(findingText(en, translationFinding("en.name"))).toContain(" en.name")
  // The message stays the same for the command line tool and for files.
  expect(translationFinding("ar").message).toContain(" ar")
})

test("a finding without a text in the catalog keeps its message", () => {
  expect(findingText(en, { message: "as it came" })).toBe("as it came")
  expect(findingText(en, { message: "as it came", key: "toString" })).toBe("as it came")
})

test("a sentence starts with a capital letter, but a quote at its start stays as it is", () => {
  expect(capitalize("the maximum is 0")).toBe("The maximum is 0")
  expect(capitalize("érg lang")).toBe("Érg lang")
  for (const text of ["“naam” is no name", "((5 - 0) % 2) = 1, should be 0.", "Name must be unique", "𝒶 b", ""])
    expect(capitalize(text).slice(2)).toBe(text.slice(2))
  expect(capitalize("“naam” is no name")).toBe("“naam” is no name")
})

test("a message begins with a capital letter, but not a part of a script that it quotes", () => {
  expect(capitalizeMessage("this is never shown", { name: "q" })).toBe("This is never shown")
  expect(capitalizeMessage("vraag_6 != null is always true", { part: "vraag_6 != null" })).toBe("vraag_6 != null is always true")
  expect(capitalizeMessage("the chat ends", undefined)).toBe("The chat ends")
})
