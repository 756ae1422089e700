// The grammar that highlights conditions, compared with the domain's parser and tokenizer.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseCondition, printCondition } from "../../domain/conditions/condition-syntax.ts"
import { tokenizeCondition } from "../../domain/conditions/condition-tokenizer.ts"
import { conditionLanguage } from "../../ui/console/editor/code/condition-language.ts"
import { condition } from "../arbitraries/conditions.ts"

type Leaf = { readonly name: string; readonly start: number; readonly end: number }

/** The tokens of the grammar's tree. */
const leavesOf = (text: string): ReadonlyArray<Leaf> => {
  const leaves: Array<Leaf> = []
  conditionLanguage.parser.parse(text).iterate({
    enter: ({ node, name, from, to, type }) => {
      if (node.firstChild === null && !type.isError && from < to) leaves.push({ name, start: from, end: to })
    },
  })
  return leaves
}

/** Whether the tree has no errors, which can be empty or contain tokens. */
const isAccepted = (text: string): boolean => {
  let isWithoutErrors = true
  conditionLanguage.parser.parse(text).iterate({
    enter: ({ name, type }) => {
      if (type.isError || name === "Invalid") isWithoutErrors = false
    },
  })
  return isWithoutErrors
}

const wordNames: ReadonlySet<string> = new Set("Name Key Literal Facet ScoreFacet AnswersRoot ActionsRoot KeyRoot Count Sum".split(" "))
/** The kind that the domain gives to a token of the grammar; a symbol is its own kind, and `contains` is a name after a dot. */
const kindOf = (text: string, { name, start, end }: Leaf): string => {
  if (name === "Number" || name === "String") return name.toLowerCase()
  const source = text.slice(start, end)
  return wordNames.has(name) && source !== "contains" ? "name" : source
}

const words =
  '( ) ! && || == != < <= > >= contains !contains !containsX count( sum( sum count , answers. answers metadata. actions. actions crm. .value .text .total .average . [ ] ["a"] .["b"] q1 naam naïef "a" \'b\' 1 -2.5 1e999 1abc 1e 2.5e+3 null true false & | = \\ "\\u12 "\\u0041" é “ 😀 𝒳'.split(
    " ",
  )
const conditionLike = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom("", " ", "\n", "\u00a0")), { maxLength: 14 })
  .map((parts) => parts.flat().join(""))
const anyText = fc.oneof(
  condition.map(printCondition),
  conditionLike,
  {
    weight: 2,
    arbitrary: fc.tuple(condition.map(printCondition), conditionLike, fc.nat()).map(([text, more, n]) => insert(text, more, n)),
  },
  fc.string({ unit: "binary", maxLength: 12 }),
)
const insert = (text: string, more: string, n: number): string => {
  const at = n % (text.length + 1)
  return `${text.slice(0, at)}${more}${text.slice(at)}`
}

describe("condition grammar", () => {
  test("accepts the texts that the domain accepts, except for its limits on length and nesting", () => {
    let [accepted, refused] = [0, 0]
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseCondition(text)
        if (parsed._tag === "Parsed") accepted++
        else refused++
        expect(isAccepted(text)).toBe(parsed._tag === "Parsed")
      }),
      { numRuns: 4000 },
    )
    expect(Math.min(accepted, refused)).toBeGreaterThan(400)
  })

  test("has the domain's tokens in every text that it accepts, and before the error in others", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseCondition(text)
        const end = parsed._tag === "Parsed" ? text.length : parsed.offset
        const expected = tokenizeCondition(text).filter((token) => token.end <= end && token.kind !== "wrong")
        const leaves = leavesOf(text).filter((leaf) => leaf.end <= end && leaf.name !== "Invalid")
        expect(leaves.map((leaf) => [kindOf(text, leaf), leaf.start, leaf.end])).toEqual(
          expected.map(({ kind, start, end: tokenEnd }) => [kind, start, tokenEnd]),
        )
      }),
      { numRuns: 4000 },
    )
  })

  test("reads tokens that are longer than what it looks at first", () => {
    const name = "n".repeat(1000)
    const text = `${name} == "${"\\u0041x".repeat(500)}"${" ".repeat(300)}&& ${"1".repeat(300)} !contains ${name}`
    expect(leavesOf(text).map(({ start, end }) => [start, end])).toEqual(tokenizeCondition(text).map(({ start, end }) => [start, end]))
    expect(isAccepted(text)).toBe(true)
  })

  test("marks an invalid string up to the end of the text, and a malformed number as a whole", () => {
    const invalid = (text: string) => leavesOf(text).flatMap(({ name, start, end }) => (name === "Invalid" ? [text.slice(start, end)] : []))
    expect(invalid('q1 == "open && q2')).toEqual(['"open && q2'])
    expect(invalid(`q1 == "open${"x".repeat(200)}\\z" && q2`)).toEqual([`"open${"x".repeat(200)}\\z" && q2`])
    expect(invalid("q1 == 12ab")).toEqual(["12ab"])
  })

  test("takes roots, words of functions and `contains` for names where they are names", () => {
    const names = (text: string) => leavesOf(text).map(({ name }) => name)
    expect(names("answers.contains.total")).toEqual(["AnswersRoot", ".", "Key", ".", "Facet"])
    expect(names("sum.total contains count")).toEqual(["Sum", ".", "ScoreFacet", "Comparator", "Count"])
    expect(names("crm.sum == sum(count, metadata.crm)")).toEqual("KeyRoot . Key Comparator Sum ( Count , KeyRoot . Key )".split(" "))
  })
})
