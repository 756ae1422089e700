// The table of answers and its codebook with exact values; their general properties are in answers-export.test.ts.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { en } from "../../domain/catalog/en.ts"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { getEmojiLabels } from "../../domain/conversations/stored-answer.ts"
import { buildCsvHead, buildCsvPage } from "../../domain/exports/answers-csv.ts"
import { planAnswers } from "../../domain/exports/answers-table.ts"
import { buildCodebook } from "../../domain/exports/codebook.ts"
import { type Revision, truncateToBytes } from "../../domain/exports/export-columns.ts"
import { linksFileName, membersFileName } from "../../domain/exports/export-file-names.ts"
import { defaultExportOptions, type ExportOptions } from "../../domain/exports/export-options.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { utf8ByteLength } from "../../domain/text/text-input.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { finishedConversation } from "../fixtures/finished-conversation.ts"

const revision = (n: number, ...instructions: ReadonlyArray<Instruction>): Revision => ({ revision: n, language: "nl", instructions })
const bare: ExportOptions = { ...defaultExportOptions, instructionNumber: false, shortLabel: false, questionText: false, emptyChats: true }
const planOf = (revisions: ReadonlyArray<Revision>, { options = bare, metadataKeys = [] as ReadonlyArray<string> } = {}) =>
  planAnswers({ revisions, metadataKeys, options, emojiLabels: getEmojiLabels(en) })
const headings = (...args: Parameters<typeof planOf>) =>
  planOf(...args)
    .columns.slice(7)
    .map(({ heading }) => heading)
const row = (answers: Readonly<Record<string, unknown>>, rest: Partial<Conversation> = {}): Conversation =>
  finishedConversation({ startedAt: "a", updatedAt: "b", finishedAt: "d", answers, ...rest })
const open = (order: number, label: string | null) => questionInstruction(order, label, { uuid: `q${order}`, type: "open" })

describe("columns of the answers table", () => {
  test("[X2] follow the order of the instructions and exclude those that are not questions", () => {
    const script = revision(
      1,
      { ...open(2, "c") },
      open(0, "a"),
      { ...open(1, "b"), type: "message" },
      instruction(3, { type: "question" }),
    )
    expect(headings([script])).toEqual(["a", "c"])
    expect(headings([])).toEqual([])
  })

  test("[X1] get a number that makes their heading unique", () => {
    const script = revision(1, open(0, "a"), { ...open(1, "a (2)") }, { ...open(2, "a") }, { ...open(3, "a") })
    expect(headings([script])).toEqual(["a", "a (2)", "a (3)", "a (4)"])
    expect(headings([revision(1, open(0, "a"), open(1, "a"), open(2, "a (2)"))])).toEqual(["a", "a (3)", "a (2)"])
    expect(headings([revision(1, open(0, "Status"))])).toEqual(["Status (2)"])
  })

  test("[X1] have headings on one line; a flat file has its cells on one line too", () => {
    const question = { ...open(0, "a"), messages: [{ uuid: "m", locale: "nl", content: "<p>Een</p><p>twee</p>" }] }
    const options = { ...bare, questionText: true }
    const plan = planOf([revision(1, question)], { options, metadataKeys: ["x\r\n\ny"] })
    expect(plan.columns.at(-1)?.heading).toBe("Een twee")
    const head = (isFlat: boolean) => buildCsvHead(plan, { options, isFlat }).split(",").slice(7).join(",")
    expect([head(true), head(false)]).toEqual(['"x y","Een twee"\r\n', '"x\r\n\ny","Een twee"\r\n'])
    const page = buildCsvPage(plan, [row({ i0: "1\r\n\n2" }, { metadata: { "x\r\n\ny": "\n" } })], { options, isFlat: true })
    expect(page).toEqual({ text: 'c,r,finished,a,b,,d," ","1 2"\r\n', read: 1, written: 1 })
  })

  test("[X7] have SPSS names that begin with `meta_` for metadata", () => {
    expect(planOf([], { metadataKeys: ["Status", "ref"] }).columns.slice(7)).toEqual(
      ["Status", "ref"].map((key) => ({
        width: 4000,
        decimals: 0,
        codes: [],
        source: null,
        heading: key === "ref" ? key : "Status (2)",
        preferredName: `meta_${key}`,
        label: key,
        kind: "text",
      })),
    )
  })

  const kindOf = (question: Question, nonNumeric = false) => {
    const [column] = planOf([revision(1, questionInstruction(0, "a", question))], { options: { ...bare, nonNumeric } }).columns.slice(7)
    return column && { kind: column.kind, width: column.width, decimals: column.decimals, codes: column.codes }
  }
  test.each<[Question, ReturnType<typeof kindOf>]>([
    [
      { uuid: "q", type: "numeric" },
      { kind: "number", width: 20, decimals: 2, codes: [] },
    ],
    [
      { uuid: "q", type: "numeric", options: { precision: 0 } },
      { kind: "number", width: 20, decimals: 0, codes: [] },
    ],
    [
      { uuid: "q", type: "currency", options: { precision: 1 } },
      { kind: "number", width: 20, decimals: 1, codes: [] },
    ],
    [
      { uuid: "q", type: "currency", options: {} },
      { kind: "number", width: 20, decimals: 2, codes: [] },
    ],
    [
      { uuid: "q", type: "starRating" },
      { kind: "number", width: 20, decimals: 1, codes: [] },
    ],
    [
      { uuid: "q", type: "nps" },
      { kind: "number", width: 20, decimals: 0, codes: [] },
    ],
    [
      { uuid: "q", type: "date" },
      { kind: "date", width: 10, decimals: 0, codes: [] },
    ],
    [
      { uuid: "q", type: "email" },
      { kind: "text", width: 320, decimals: 0, codes: [] },
    ],
    [
      { uuid: "q", type: "file" },
      { kind: "text", width: 4096, decimals: 0, codes: [] },
    ],
    [
      { uuid: "q", type: "open" },
      { kind: "text", width: 16_384, decimals: 0, codes: [] },
    ],
    [
      { uuid: "q", type: "open", options: { maximum: 20 } },
      { kind: "text", width: 80, decimals: 0, codes: [] },
    ],
    [
      { uuid: "q", type: "open", options: { maximum: 100_000 } },
      { kind: "text", width: 32_767, decimals: 0, codes: [] },
    ],
    [
      { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") },
      {
        kind: "coded",
        width: 3,
        decimals: 0,
        codes: [
          { value: 1, label: "Ja" },
          { value: 2, label: "Nee" },
        ],
      },
    ],
  ])("[X7] for %j have the format %j", (question, content) => {
    expect(kindOf(question)).toEqual(content)
  })

  test("[X4] of texts are as wide as the longest in bytes, and never narrower than 1", () => {
    expect(kindOf({ uuid: "q", type: "choice", choices: createChoices("Ja", "Één", "x") }, true)).toEqual({
      kind: "text",
      width: 5,
      decimals: 0,
      codes: [
        { value: 1, label: "Ja" },
        { value: 2, label: "Één" },
        { value: 3, label: "x" },
      ],
    })
    expect(kindOf({ uuid: "q", type: "choice" }, true)?.width).toBe(1)
    expect(kindOf({ uuid: "q", type: "emoji" }, true)?.width).toBe("Very unsatisfied".length)
  })
})

describe("cells of the answers table", () => {
  const cellsOf = (revisions: ReadonlyArray<Revision>, it: Conversation, options = bare) =>
    planOf(revisions, { options }).cells(it).slice(7)

  test("[X2] use the newest revision where the conversation's revision is unknown", () => {
    const choice = (...texts: ReadonlyArray<string>) =>
      questionInstruction(0, "a", { uuid: "q", type: "choice", choices: createChoices(...texts) })
    const both = [revision(1, choice("Oud")), revision(2, choice("Nieuw"))]
    const cellsAt = (known: number | undefined) => cellsOf(both, row({ i0: 1 }, known === undefined ? {} : { revision: known }))
    expect([cellsAt(1), cellsAt(2), cellsAt(3), cellsAt(undefined)]).toEqual([["Oud"], ["Nieuw"], ["Nieuw"], ["Nieuw"]])
    expect(planOf([]).cells(row({ i0: 1 }))).toEqual(["c", "r", "finished", "a", "b", "", "d"])
  })

  test("[X4] of multiple choice are 1 for chosen (by value, uuid or number as text), 0 for not chosen, and empty without an answer", () => {
    const script = [revision(1, questionInstruction(0, "a", { uuid: "q", type: "multiple", choices: createChoices("x", "y", "z") }))]
    for (const [answer, cells] of [
      [
        [1, 3],
        [1, 0, 1],
      ],
      [["c1"], [0, 1, 0]],
      [["2"], [0, 1, 0]],
      [2, [0, 1, 0]],
      [[9], [0, 0, 0]],
      [[], ["", "", ""]],
      [null, ["", "", ""]],
      [undefined, ["", "", ""]],
    ] as const)
      expect(cellsOf(script, row({ i0: answer }))).toEqual(cells)
    const twins = createChoices("x", "y").map((it) => ({ ...it, value: 1 }))
    expect(cellsOf([revision(1, questionInstruction(0, "a", { uuid: "q", type: "multiple", choices: twins }))], row({ i0: [1] }))).toEqual([
      1, 0,
    ])
  })

  test("[X3] of a choice have a code that means it alone, even where its value was reused or swapped", () => {
    const [yes, no, never] = createChoices("Yes", "No", "Never")
    if (!(yes && no && never)) throw new Error("there are three")
    const asking = (n: number, ...choices: ReadonlyArray<typeof yes>) =>
      revision(n, questionInstruction(0, "a", { uuid: "q", type: "choice", choices }))
    const options = { ...bare, nonNumeric: false }
    const codesOf = (plan: ReturnType<typeof planOf>, ...answers: ReadonlyArray<readonly [revision: number, value: number]>) =>
      answers.map(([at, value]) => plan.cells(row({ i0: value }, { revision: at })).at(-1))
    // "No" was removed, and "Never" has its value since.
    const reused = planOf([asking(1, yes, no), asking(2, yes, { ...never, value: 2 })], { options })
    expect(reused.columns.at(-1)?.codes).toEqual([
      { value: 1, label: "Yes" },
      { value: 2, label: "Never" },
      { value: 3, label: "No" },
    ])
    expect(codesOf(reused, [1, 1], [1, 2], [2, 2])).toEqual([1, 3, 2])
    // The values of "Yes" and "No" were swapped.
    const swapped = planOf([asking(1, yes, no), asking(2, { ...yes, value: 2 }, { ...no, value: 1 })], { options })
    expect(swapped.columns.at(-1)?.codes).toEqual([
      { value: 2, label: "Yes" },
      { value: 1, label: "No" },
    ])
    expect(codesOf(swapped, [1, 1], [1, 2], [2, 2], [2, 1])).toEqual([2, 1, 2, 1])
  })

  test("[X4] of an open question contain the answer as it is, and list members joined by spaces", () => {
    const script = [revision(1, open(0, "a"))]
    for (const [answer, cell] of [
      ["ja", "ja"],
      [5, 5],
      [["a", "b"], "a b"],
      [null, ""],
    ] as const)
      expect(cellsOf(script, row({ i0: answer }))).toEqual([cell])
  })

  test("[X4] are the same for the same answer, and differ for different ones", () => {
    const plan = planOf([revision(1, questionInstruction(0, "a", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") }))])
    const seen = [1, 2, 1, "2", "weet niet", null, 1].map((answer) => plan.cells(row({ i0: answer })).at(-1))
    expect(seen).toEqual(["Ja", "Nee", "Ja", "Nee", "weet niet", "", "Ja"])
  })
})

test("[X8] the codebook lists type, codes, instruction and revisions of each column", () => {
  const revisions = [
    revision(1, questionInstruction(0, "a", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") })),
    revision(
      2,
      questionInstruction(0, "a", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") }),
      questionInstruction(1, "b", { uuid: "q1", type: "multiple", choices: createChoices("x") }),
      open(2, null),
    ),
  ]
  const options = { ...bare, nonNumeric: false }
  const lines = buildCodebook(planOf(revisions, { options, metadataKeys: ["ref"] }), { options }).split("\r\n")
  expect([lines[0], lines[1], ...lines.slice(8)]).toEqual([
    '\ufeffVariable,Heading,Label,Type,Code,"Code label",Instruction,Revision,"Formula guard of answers","Formula guard of codebook",Score,"Form of answers"',
    "ConversationUuid,ConversationUuid,ConversationUuid,text,,,,,on,on,,",
    "meta_ref,ref,ref,text,,,,,on,on,,",
    'a,a,a,choice,1,Ja,i0,"1, 2",on,on,,code',
    'a,a,a,choice,2,Nee,i0,"1, 2",on,on,,code',
    'b_1,"b | x","b | x",multiple,0,"not chosen",i1,2,on,on,,code',
    'b_1,"b | x","b | x",multiple,1,chosen,i1,2,on,on,,code',
    "q3,q3,q3,open,,,i2,2,on,on,,",
    "",
  ])
})

describe("UTF-8 byte lengths", () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
      fc.constantFrom("\u007f", "\u0080", "\u07ff", "\u0800", "\uffff", "\u{10000}"),
    ),
  })

  test("match the encoded length", () => {
    fc.assert(
      fc.property(text, (it) => {
        expect(utf8ByteLength(it)).toBe(new TextEncoder().encode(it).length)
      }),
    )
    expect(["\u007f", "\u0080", "\u07ff", "\u0800", "\uffff", "\u{10000}"].map(utf8ByteLength)).toEqual([1, 2, 2, 3, 3, 4])
  })

  test("limit a truncated text to the whole characters that fit", () => {
    fc.assert(
      fc.property(text, fc.nat(20), (it, maxBytes) => {
        const cut = truncateToBytes(it, maxBytes)
        expect(it.startsWith(cut)).toBe(true)
        expect(utf8ByteLength(cut)).toBeLessThanOrEqual(maxBytes)
        const [next] = it.slice(cut.length)
        if (next !== undefined) expect(utf8ByteLength(cut + next)).toBeGreaterThan(maxBytes)
      }),
    )
    expect([truncateToBytes("abé", 4), truncateToBytes("abé", 3)]).toEqual(["abé", "ab"])
  })
})

test("[X9] names files of people and links after day, community and script", () => {
  expect([membersFileName("2026-03-01", "demo"), linksFileName("2026-03-01", "demo", "In/take")]).toEqual([
    "20260301_demo_members.csv",
    "20260301_demo_In_take_links.csv",
  ])
})
