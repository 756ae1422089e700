// Messages about conditions with a syntax error, the ranges they mark, and the truncation of quotes.
import { describe, expect, test } from "vitest"
import { conditionFindings } from "../../domain/check/condition-findings.ts"
import { createNameSuggester } from "../../domain/check/reference-findings.ts"
import { findErrorRanges } from "../../domain/conditions/condition-analysis.ts"
import { buildNameIndex } from "../../domain/script/instruction-name.ts"
import { truncateQuote } from "../../domain/text/quote.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const zeker = questionInstruction(0, "zeker", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") })
const script = (condition: string) => [zeker, instruction(1, { condition })]
const messagesOf = (condition: string) =>
  conditionFindings({ name: "", public_name: "", language: "nl", instructions: script(condition) }).map(({ message }) => message)
const open = "a name, a value"

describe("[C2] a condition with a syntax error", () => {
  test.each([
    ["zeker ==", `1:9: expected ${open} or (, found the end`],
    ["zeker == )", `1:10: expected ${open} or (, found )`],
    ["zeker &&", `1:9: expected ${open}, ( or !, found the end`],
    ["zeker\n && &&", `2:5: expected ${open}, ( or !, found &&`],
    ["zeker zeker", "1:7: expected a comparison, &&, || or the end, found zeker"],
    ["(zeker", "1:7: expected a comparison, &&, || or ), found the end"],
    ["(zeker zeker)", "1:8: expected a comparison, &&, || or ), found zeker"],
    ["zeker == 1 2", "1:12: expected &&, || or the end, found 2"],
    ["(zeker == 1", "1:12: expected &&, || or ), found the end"],
    ["(zeker == 1 2)", "1:13: expected &&, || or ), found 2"],
    ["count(", "1:7: expected a name, found the end"],
    ["count(1)", "1:7: expected a name, found 1"],
    ["count(zeker", "1:12: expected ), found the end"],
    ["count(zeker 1", "1:13: expected ), found 1"],
    ["answers.", "1:9: expected a name, or [ and a name in quotes, found the end"],
    ["answers.1", "1:9: expected a name, or [ and a name in quotes, found 1"],
    ["answers[", "1:9: expected a text in quotes, found the end"],
    ["answers[zeker]", "1:9: expected a text in quotes, found zeker"],
    ["answers['zeker'", "1:16: expected ], found the end"],
    ["answers['zeker')", "1:16: expected ], found )"],
    ["answers.zeker.", "1:15: expected value, text, score, amount, total, average or count, found the end"],
    ["answers.zeker.x", "1:15: expected value, text, score, amount, total, average or count, found x"],
    ["zeker == 'a", "1:10: expected a closing quote, found 'a"],
    ["zeker == 'a\\q'", "1:12: expected a character that can follow \\, found \\q"],
    ["zeker == 1e999", "1:10: expected a smaller number, found 1e999"],
    [`zeker == ${"1".repeat(41)} 2`, "1:52: expected &&, || or the end, found 2"],
    [`zeker ${"a".repeat(40)}`, `1:7: expected a comparison, &&, || or the end, found ${"a".repeat(40)}`],
    [`zeker ${"a".repeat(41)}`, `1:7: expected a comparison, &&, || or the end, found ${"a".repeat(40)}`],
    ["a".repeat(65_537), "1:65538: expected at most 64 kB, found more"],
    [`zeker == '${"é".repeat(32_768)}'`, "1:32780: expected at most 64 kB, found more"],
    [`${"(".repeat(501)}zeker${")".repeat(501)}`, "1:501: expected at most 500 levels, found more"],
    [`${"!".repeat(501)}zeker`, "1:501: expected at most 500 levels, found more"],
  ])("%# is reported with its position and what was expected", (condition, message) => {
    expect(messagesOf(condition)).toEqual([message])
  })

  test("is one of more than 64 kB in bytes, or of more than 500 levels", () => {
    const ofBytes = (filled: string) => messagesOf(`zeker != '${filled}'`).filter((it) => it.includes("64 kB"))
    const room = 65_536 - "zeker != ''".length
    expect([ofBytes("a".repeat(room)), ofBytes("a".repeat(room + 1)).length]).toEqual([[], 1])
    for (const [sign, size] of [
      ["\u007f", 1],
      ["\u0080", 2],
      ["\u07ff", 2],
      ["\u0800", 3],
      ["\uffff", 3],
      ["\u{10000}", 4],
    ] as const) {
      const maxCount = Math.floor(room / size)
      expect([sign, ofBytes(sign.repeat(maxCount)), ofBytes(sign.repeat(maxCount + 1)).length]).toEqual([sign, [], 1])
    }
    expect(messagesOf(`${"(".repeat(500)}zeker == 1${")".repeat(500)}`)).toEqual([])
  })

  test("is marked at the error", () => {
    const marked = (condition: string) =>
      findErrorRanges(condition, 1, () => buildNameIndex(script(condition))).map(({ from, to }) => [from, to])
    expect(["zeker zeker", "zeker ==", "zeker", "", "  "].map(marked)).toEqual([[[6, 11]], [[8, 9]], [], [], []])
  })
})

test("[C10] names are suggested until many of them are wrong, and always the same for the same name", () => {
  const suggest = createNameSuggester([zeker])
  expect([suggest("zekr"), suggest("zekr"), suggest("iets heel anders")]).toEqual(["zeker", "zeker", null])
  expect(suggest("zker")).toBe("zeker")
  for (let n = 0; n < 200; n++) suggest(`fout${n}`)
  expect([suggest("zekr"), suggest("zeke")]).toEqual(["zeker", null])
})

test("quotes of what an author wrote are cut after 80 characters", () => {
  expect([truncateQuote("a".repeat(80)), truncateQuote("a".repeat(81))]).toEqual(["a".repeat(80), `${"a".repeat(79)}…`])
})
