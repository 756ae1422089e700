// Answer exports: CSV, codebook, SPSS syntax, options and file names.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { en } from "../../domain/catalog/en.ts"
import { getArchivePath } from "../../domain/conversations/answer-file.ts"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { getEmojiLabels } from "../../domain/conversations/stored-answer.ts"
import { answersCsv } from "../../domain/exports/answers-csv.ts"
import { type AnswersPlan, exportEmojiLabels, planAnswers } from "../../domain/exports/answers-table.ts"
import { buildCodebook } from "../../domain/exports/codebook.ts"
import { createVariableNames, type Revision } from "../../domain/exports/export-columns.ts"
import { exportFileName } from "../../domain/exports/export-file-names.ts"
import {
  defaultBounds,
  defaultExportOptions,
  defaultRange,
  type ExportOptions,
  formatTimePart,
  getRangeBounds,
  parseExportOptions,
  parseMoment,
  splitMoment,
  toSpssOptions,
} from "../../domain/exports/export-options.ts"
import { buildSpssSyntax } from "../../domain/exports/spss.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { conversationFrom, revisions } from "../arbitraries/conversations.ts"
import { finishedConversation } from "../fixtures/finished-conversation.ts"
import { readCsv } from "../fixtures/read-csv.ts"

const emojiLabels = getEmojiLabels(en)
const options: fc.Arbitrary<ExportOptions> = fc.record({
  instructionNumber: fc.boolean(),
  shortLabel: fc.boolean(),
  type: fc.boolean(),
  questionText: fc.boolean(),
  nonNumeric: fc.boolean(),
  scores: fc.boolean(),
  emptyChats: fc.boolean(),
  separatorDefinition: fc.boolean(),
  formulaGuard: fc.boolean(),
})
const table = revisions.chain((all) =>
  fc.record({ all: fc.constant(all), rows: fc.array(conversationFrom(all), { maxLength: 12 }), options }),
)
const metadataKeys = ["source", "n"]
const planOf = (all: ReadonlyArray<Revision>, chosen: ExportOptions) =>
  planAnswers({ revisions: all, metadataKeys, options: chosen, emojiLabels })

async function* inPages(rows: ReadonlyArray<Conversation>, size: number) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
const exportCsv = async (
  all: ReadonlyArray<Revision>,
  rows: ReadonlyArray<Conversation>,
  chosen: ExportOptions,
  size = 5,
  isFlat = false,
) => {
  let [text, read, count] = ["", 0, 0]
  for await (const chunk of answersCsv(planOf(all, chosen), inPages(rows, size), { options: chosen, isFlat })) {
    text += chunk.text
    read += chunk.read
    count += chunk.written
  }
  return { text, read, rows: count }
}
const isEmpty = ({ answers }: Conversation) =>
  Object.values(answers).every((it) => it === null || it === "" || (Array.isArray(it) && it.length === 0))

const start = 7 + metadataKeys.length
const choice = { uuid: "q1", type: "choice" as const, choices: createChoices("Ja", "Nee") }
const multiple = { uuid: "q2", type: "multiple" as const, choices: createChoices("Rood", "Groen") }
const script: Revision = {
  revision: 1,
  language: "nl",
  instructions: [
    instruction(0, { messages: [{ uuid: "m", locale: "nl", content: "<p>Hallo</p>" }] }),
    {
      ...questionInstruction(1, "again", choice),
      messages: [
        { uuid: "m", locale: "en", content: "<p>Again?</p>" },
        { uuid: "m", locale: "nl", content: "<p>Nog <b>eens</b>?</p><p>Echt &amp; waar</p>" },
      ],
    },
    questionInstruction(2, "colours", multiple),
    questionInstruction(3, null, { uuid: "q3", type: "open" }),
    questionInstruction(4, "mood", { uuid: "q4", type: "emoji" }),
  ],
}
const row = (answers: Readonly<Record<string, unknown>>, rest: Partial<Conversation> = {}): Conversation =>
  finishedConversation({ metadata: { source: "mail", n: 3, other: "x" }, answers, ...rest })

describe("answers CSV", () => {
  test("[X2] has a cell per column on every line, reads back, and does not depend on the page size", async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 6 }), async ({ all, rows, options: chosen }, size) => {
        const { text, read, rows: count } = await exportCsv(all, rows, chosen, size)
        const start = chosen.separatorDefinition ? "\ufeffsep=;\r\n" : "\ufeff"
        expect(text.startsWith(start)).toBe(true)
        const lines = readCsv(text.slice(start.length), chosen.separatorDefinition ? ";" : ",")
        const width = planOf(all, chosen).columns.length
        expect(lines.every((cells) => cells.length === width)).toBe(true)
        const kept = chosen.emptyChats ? rows : rows.filter((it) => !isEmpty(it))
        expect(lines.slice(1).map(([cuuid]) => cuuid)).toEqual(kept.map(({ cuuid }) => cuuid))
        expect([read, count]).toEqual([rows.length, kept.length])
        expect((await exportCsv(all, rows, chosen, 100)).text).toBe(text)
      }),
    )
  })

  test("[X1] has no duplicate headings, whatever metadata keys and questions are called", () => {
    fc.assert(
      fc.property(
        table,
        fc.uniqueArray(fc.constantFrom("Status", "Status (2)", "Q1", "Q2", "started", "Started"), { minLength: 1 }),
        ({ all, options: chosen }, keys) => {
          const headings = planAnswers({ revisions: all, metadataKeys: keys, options: chosen, emojiLabels }).columns.map((it) => it.heading)
          expect(new Set(headings).size).toBe(headings.length)
          expect(headings.slice(0, 4)).toEqual(["ConversationUuid", "RespondentUuid", "Status", "Started"])
        },
      ),
    )
    const { columns } = planAnswers({ revisions: [], metadataKeys: ["Status (2)", "Status"], options: defaultExportOptions, emojiLabels })
    expect(columns.slice(7).map(({ heading }) => heading)).toEqual(["Status (2)", "Status (3)"])
  })

  test("[X2] lists for each column the revisions that ask its question, earliest first", () => {
    const plan = planOf([{ ...script, revision: 3 }, script, { ...script, revision: 2 }], defaultExportOptions)
    expect(plan.columns[start]?.source).toEqual({ instruction: "i1", type: "choice", revisions: [1, 2, 3] })
  })

  test("[X6] has one line per row when written flat", async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ all, rows, options: chosen }) => {
        const { text, rows: count } = await exportCsv(all, rows, chosen, 5, true)
        expect(text.split(/\r\n|\r|\n/).length).toBe(1 + count + 1 + (chosen.separatorDefinition ? 1 : 0))
      }),
    )
  })

  test("requests a page only after the previous one was written", async () => {
    const requestedPages: Array<number> = []
    async function* endless() {
      for (let n = 0; ; n++) {
        requestedPages.push(n)
        yield [row({ i1: 1 })]
      }
    }
    const chunks = answersCsv(planOf([script], defaultExportOptions), endless(), { options: defaultExportOptions })
    for (const pages of [[], [0], [0, 1], [0, 1, 2]]) {
      await chunks.next()
      expect(requestedPages).toEqual(pages)
    }
    await chunks.return(undefined)
  })

  test("[X2] has columns that do not depend on the rows, and a newer revision only adds columns", () => {
    fc.assert(
      fc.property(table, ({ all, rows, options: chosen }) => {
        const plan = planOf(all, chosen)
        const before = plan.columns.map(({ heading }) => heading)
        for (const it of rows) expect(plan.cells(it).length).toBe(before.length)
        expect(plan.columns.map(({ heading }) => heading)).toEqual(before)
        expect(planOf(all.toReversed(), chosen).columns).toEqual(plan.columns)
        const older = planOf(all.slice(0, -1), chosen).columns
        for (const { source } of older)
          expect(plan.columns.some((it) => it.source?.instruction === source?.instruction && it.source?.type === source?.type)).toBe(true)
      }),
    )
  })

  test("[X4] puts each answer in its question's column, as the conversation's own revision defines it", () => {
    fc.assert(
      fc.property(table, ({ all, rows, options: chosen }) => {
        const plan = planOf(all, chosen)
        for (const it of rows) {
          const cells = plan.cells(it)
          const own = all.find(({ revision }) => revision === it.revision)?.instructions ?? []
          for (const { uuid, question } of own) {
            if (!question) continue
            const at = plan.columns.flatMap(({ source }, i) => (source?.instruction === uuid && source.type === question.type ? [i] : []))
            const questionCells = at.map((i) => cells[i])
            const answer = it.answers[uuid]
            if (question.type === "multiple") {
              if (!Array.isArray(answer) || answer.length === 0) expect(questionCells.every((cell) => cell === "")).toBe(true)
              else expect(questionCells.reduce<number>((sum, cell) => sum + Number(cell), 0)).toBe(answer.length)
            } else if (question.type === "choice")
              expect(questionCells).toEqual([
                answer === null
                  ? ""
                  : chosen.nonNumeric
                    ? question.choices?.find(({ value }) => value === answer)?.translation.content
                    : answer,
              ])
            else if (question.type === "emoji")
              expect(questionCells).toEqual([answer === null ? "" : chosen.nonNumeric ? emojiLabels[Number(answer) - 1] : answer])
            else expect(questionCells).toEqual([answer ?? ""])
          }
          const otherCells = plan.columns.flatMap(({ source }, i) =>
            source !== null && !own.some((one) => one.uuid === source.instruction && one.question?.type === source.type) ? [cells[i]] : [],
          )
          expect(otherCells.every((cell) => cell === "")).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  const cellsOf = (it: Conversation, chosen: Partial<ExportOptions> = {}) =>
    planOf([script], { ...defaultExportOptions, ...chosen }).cells(it)
  const headings = (chosen: Partial<ExportOptions>) =>
    planOf([script], { ...defaultExportOptions, ...chosen }).columns.map(({ heading }) => heading)

  test("starts with the fields of the conversation, then the metadata", () => {
    expect(headings({}).slice(0, start)).toEqual([
      "ConversationUuid",
      "RespondentUuid",
      "Status",
      "Started",
      "Updated",
      "Synced",
      "Finished",
      "source",
      "n",
    ])
    expect(cellsOf(row({})).slice(0, start)).toEqual([
      "c",
      "r",
      "finished",
      "2024-01-01T10:00:00Z",
      "2024-01-01T10:01:00Z",
      "",
      "2024-01-01T10:01:00Z",
      "mail",
      "3",
    ])
  })

  test("[X1] builds headings from the chosen parts", () => {
    const none = { instructionNumber: false, shortLabel: false, type: false, questionText: false }
    const all = { instructionNumber: true, shortLabel: true, type: true, questionText: true }
    expect(headings(all).slice(start)).toEqual([
      "Q2 | again | choice | Nog eens? Echt & waar",
      "Q3 | colours | multiple | Rood",
      "Q3 | colours | multiple | Groen",
      "Q4 | q4 | open",
      "Q5 | mood | emoji",
    ])
    expect(headings({ ...none, questionText: true }).slice(start)).toEqual([
      "Nog eens? Echt & waar",
      "colours | Rood",
      "colours | Groen",
      "q4",
      "mood",
    ])
    expect(headings({ ...none, type: true, instructionNumber: true }).slice(start, start + 1)).toEqual(["Q2 | choice"])
    expect(headings(none).slice(start)).toEqual(["again", "colours | Rood", "colours | Groen", "q4", "mood"])
  })

  test("[X4] writes answers as texts or as values", () => {
    const answered = row({ i1: 2, i2: [2], i3: "Prima", i4: 5 })
    expect(cellsOf(answered, { nonNumeric: true }).slice(start)).toEqual(["Nee", 0, 1, "Prima", "Very satisfied"])
    expect(cellsOf(answered, { nonNumeric: false }).slice(start)).toEqual([2, 0, 1, "Prima", 5])
    expect(cellsOf(row({ i1: "c0", i2: ["c0", "c1"] })).slice(start)).toEqual(["Ja", 1, 1, "", ""])
    expect(cellsOf(row({ i2: [] })).slice(start)).toEqual(["", "", "", "", ""])
    expect(cellsOf(row({ i1: 9, i3: ["a", "b"] })).slice(start)).toEqual(["9", "", "", "a b", ""])
  })

  test("[X3] keeps the column of a choice that a later revision removed, with the answers that chose it", () => {
    const later: Revision = {
      revision: 2,
      language: "nl",
      instructions: [
        questionInstruction(2, "colours", {
          ...multiple,
          choices: [{ uuid: "new", value: 1, order: 0, translation: { locale: "nl", content: "Blauw" } }],
        }),
      ],
    }
    const plan = planOf([script, later], defaultExportOptions)
    expect(plan.columns.slice(start).map(({ label }) => label)).toEqual([
      "colours | Blauw",
      "colours | Rood",
      "colours | Groen",
      "Nog eens? Echt & waar",
      "q4",
      "mood",
    ])
    expect(plan.cells(row({ i2: [1] }, { revision: 1 })).slice(start, start + 3)).toEqual([0, 1, 0])
    expect(plan.cells(row({ i2: [1] }, { revision: 2 })).slice(start, start + 3)).toEqual([1, 0, 0])
    expect(plan.columns.slice(start).map(({ source }) => source?.revisions)).toEqual([[1, 2], [1, 2], [1, 2], [1], [1], [1]])
  })
})

describe("variable names", () => {
  const column = fc
    .oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("age", "Age", "AGE", "all", "With", "1a", "_", "é", "e\u0301", "x".repeat(80), "日本".repeat(30), "a b", "a_2"),
    )
    .map((preferredName) => ({ preferredName }))

  test("[X7] are valid in SPSS and unique", () => {
    fc.assert(
      fc.property(fc.array(column), (columns) => {
        const names = createVariableNames(columns)
        expect(names.length).toBe(columns.length)
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
        for (const name of names) {
          expect(name).toMatch(/^\p{L}[\p{L}\p{N}_]*$/u)
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(64)
          expect(name).not.toMatch(/^(all|and|by|eq|ge|gt|le|lt|ne|not|or|to|with)$/i)
          expect(name).not.toMatch(/_$/)
        }
      }),
      { numRuns: 300 },
    )
  })

  test("[X7] stay as they are where valid; reserved and duplicate ones get a number", () => {
    expect(
      createVariableNames([
        { preferredName: "age" },
        { preferredName: "leeftijd_2" },
        { preferredName: "Età" },
        { preferredName: "with" },
        { preferredName: "age" },
        { preferredName: "AGE" },
      ]),
    ).toEqual(["age", "leeftijd_2", "Età", "with_2", "age_2", "AGE_3"])
  })

  test("[X7] are computed quickly for 50,000 columns with the same name", () => {
    const names = createVariableNames(Array.from({ length: 50_000 }, () => ({ preferredName: "x" })))
    expect(names.at(-1)).toBe("x_50000")
  })
})

describe("SPSS syntax", () => {
  test("[X7] declares and labels every column, and no text ends a literal early", () => {
    fc.assert(
      fc.property(table, ({ all, options: chosen }) => {
        const plan = planOf(all, chosen)
        const syntax = buildSpssSyntax(plan, "it's.csv", chosen)
        const bare = syntax.replace(/'(?:[^'\r\n]|'')*'/g, "''")
        expect(bare.replaceAll("''", "")).not.toMatch(/'/)
        for (const [i, name] of createVariableNames(plan.columns).entries()) {
          expect(bare).toMatch(new RegExp(` ${name}\\s+(A\\d+|F\\d+\\.\\d|SDATE10)( .+)?$`, "mu"))
          expect(bare).not.toMatch(new RegExp(`^\\s*${name}\\b`, "mu"))
          expect(bare).toContain(`${i === 0 ? "" : "/"}${name} ''`)
        }
        expect(bare.split("\r\n").every((line) => Buffer.byteLength(line) < 2000)).toBe(true)
      }),
    )
  })

  test("names the file, separator, first data line, codes, levels and missing values", () => {
    const chosen = { ...defaultExportOptions, nonNumeric: false, separatorDefinition: true }
    const plan = planOf([script], chosen)
    expect(buildSpssSyntax({ ...plan, columns: plan.columns.slice(start) }, "it's.csv", chosen).split("\r\n")).toEqual([
      "* Encoding: UTF-8.",
      "SET DECIMAL=DOT.",
      "GET DATA",
      "  /TYPE=TXT",
      "  /FILE='it''s.csv'",
      "  /ENCODING='UTF8'",
      "  /ARRANGEMENT=DELIMITED",
      '  /DELIMITERS=";"',
      "  /QUALIFIER='\"'",
      "  /FIRSTCASE=3",
      "  /VARIABLES= again",
      "    F3.0 colours_1",
      "    F1.0 colours_2",
      "    F1.0 q4",
      "    A16384 mood",
      "    F3.0",
      "  .",
      "VARIABLE LABELS again 'Nog eens? Echt & waar'",
      "  /colours_1 'colours | Rood'",
      "  /colours_2 'colours | Groen'",
      "  /q4 'q4'",
      "  /mood 'mood'",
      "  .",
      "VALUE LABELS again 1 'Ja' 2 'Nee'",
      "  /colours_1 0 'not chosen' 1 'chosen'",
      "  /colours_2 0 'not chosen' 1 'chosen'",
      "  /mood 1 'Very unsatisfied' 2 'Unsatisfied' 3 'Neutral' 4 'Satisfied' 5 'Very satisfied'",
      "  .",
      "VARIABLE LEVEL again (NOMINAL)",
      "  /colours_1 (NOMINAL)",
      "  /colours_2 (NOMINAL)",
      "  /q4 (NOMINAL)",
      "  /mood (NOMINAL)",
      "  .",
      "MISSING VALUES q4 (' ')",
      "  .",
      "EXECUTE.",
      "",
    ])
  })
})

describe("codebook", () => {
  const read = (plan: AnswersPlan, chosen: ExportOptions, isFlat = false) =>
    readCsv(buildCodebook(plan, { options: chosen, isFlat }).slice(1), chosen.separatorDefinition ? ";" : ",")

  test("[X8] has a row per code, or one per column without codes, and headings in its first line", () => {
    fc.assert(
      fc.property(table, ({ all, options: chosen }) => {
        const plan = planOf(all, { ...chosen, formulaGuard: false })
        const lines = read(plan, { ...chosen, formulaGuard: false })
        expect(lines[0]?.slice(0, 6)).toEqual(["Variable", "Heading", "Label", "Type", "Code", "Code label"])
        const names = createVariableNames(plan.columns)
        expect(lines.slice(1).map(([name, , , , value, label]) => [name, value, label])).toEqual(
          plan.columns.flatMap(({ codes }, i) =>
            codes.length === 0 ? [[names[i], "", ""]] : codes.map(({ value, label }) => [names[i], String(value), label]),
          ),
        )
      }),
    )
  })

  test("[X8] describes each column and its codes", () => {
    const chosen = { ...defaultExportOptions, nonNumeric: false }
    const again = ["again", "Q2 | again | Nog eens? Echt & waar", "Nog eens? Echt & waar", "choice"]
    const red = ["colours_1", "Q3 | colours | Rood", "colours | Rood", "multiple"]
    expect(read(planOf([script], chosen), chosen).slice(start + 1, start + 5)).toEqual([
      [...again, "1", "Ja", "i1", "1", "on", "on", "", "code"],
      [...again, "2", "Nee", "i1", "1", "on", "on", "", "code"],
      [...red, "0", "not chosen", "i2", "1", "on", "on", "", "code"],
      [...red, "1", "chosen", "i2", "1", "on", "on", "", "code"],
    ])
  })

  test("[X8] has the same codes in both forms of the answers, with their scores, and says which form it is", () => {
    fc.assert(
      fc.property(table, ({ all, options: chosen }) => {
        const readForm = (nonNumeric: boolean) => {
          const form = { ...chosen, nonNumeric, formulaGuard: false }
          return read(planOf(all, form), form).slice(1)
        }
        const [texts, codes] = [readForm(true), readForm(false)]
        expect(texts.map((cells) => cells.slice(0, -1))).toEqual(codes.map((cells) => cells.slice(0, -1)))
        const codedColumns = planOf(all, { ...chosen, nonNumeric: false }).columns.filter(
          ({ kind, codes: own }) => kind === "coded" && own.length > 0,
        )
        expect(texts.filter((cells) => cells.at(-1) === "text")).toHaveLength(codedColumns.flatMap(({ codes: own }) => own).length)
        const forms = (lines: typeof texts) =>
          new Set(lines.flatMap(([, , , type, code, ...rest]) => (code === "" ? [] : [`${type} ${rest.at(-1)}`])))
        for (const form of forms(texts)) expect(["choice text", "emoji text", "multiple code"]).toContain(form)
        for (const form of forms(codes)) expect(["choice code", "emoji code", "multiple code"]).toContain(form)
      }),
    )
    const [never, often] = createChoices("Nooit", "Vaak").map((it, score) => ({ ...it, score: score * 1.5 }))
    const scored = {
      ...script,
      instructions: [choice, multiple].map((it, i) =>
        questionInstruction(i, `s${i}`, { ...it, choices: [never, often].flatMap((one) => one ?? []) }),
      ),
    }
    expect(
      read(planOf([scored], defaultExportOptions), defaultExportOptions)
        .slice(start + 1)
        .map((cells) => [cells[0], cells[4], cells[5], ...cells.slice(-2)]),
    ).toEqual([
      ["s0", "1", "Nooit", "0", "text"],
      ["s0", "2", "Vaak", "1.5", "text"],
      ["s1_1", "0", "not chosen", "", "code"],
      ["s1_1", "1", "chosen", "0", "code"],
      ["s1_2", "0", "not chosen", "", "code"],
      ["s1_2", "1", "chosen", "1.5", "code"],
    ])
  })

  test.each([
    [true, false, "on", "on"],
    [false, false, "off", "off"],
    [true, true, "off", "on"],
    [false, true, "off", "off"],
  ])(
    "[X12] says whether the formula guard was on for the answers and for itself: %s, for SPSS %s",
    (formulaGuard, isFlat, answers, own) => {
      const chosen = { ...defaultExportOptions, formulaGuard, nonNumeric: false }
      const more = questionInstruction(0, "more", { uuid: "q", type: "choice", choices: createChoices("=More") })
      const lines = read(planOf([{ ...script, instructions: [more] }], chosen), chosen, isFlat)
      expect(lines[0]?.slice(8, 10)).toEqual(["Formula guard of answers", "Formula guard of codebook"])
      expect(new Set(lines.slice(1).map((cells) => cells.slice(8, 10).join()))).toEqual(new Set([`${answers},${own}`]))
      expect(lines.at(-1)?.[5]).toBe(own === "on" ? "'=More" : "=More")
    },
  )
})

describe("formula guard", () => {
  const exported = async (chosen: Partial<ExportOptions>, isFlat = false) => {
    const all = { ...defaultExportOptions, ...chosen }
    const { text } = await exportCsv([script], [row({ i3: "=1+1" }, { metadata: { source: "@x", n: "+31 6 1234" } })], all, 5, isFlat)
    const [cells = []] = readCsv(text.slice(1)).slice(1)
    return [cells[7], cells[8], cells[start + 3]]
  }

  test("[X12] is on by default and can be turned off", async () => {
    expect(await exported({})).toEqual(["'@x", "+31 6 1234", "'=1+1"])
    expect(await exported({ formulaGuard: false })).toEqual(["@x", "+31 6 1234", "=1+1"])
  })

  test("[X6] is off in the file for SPSS", async () => {
    expect(await exported({}, true)).toEqual(["@x", "+31 6 1234", "=1+1"])
  })
})

test("[X4] the options for SPSS have answers as codes, whatever was chosen, and differ in nothing else", () => {
  fc.assert(
    fc.property(options, (chosen) => {
      expect(toSpssOptions(chosen)).toEqual({ ...chosen, nonNumeric: false })
    }),
  )
})

describe("recalls", () => {
  const recall = "{{answers.first_name|jij}}"
  const choices = [{ uuid: "c", value: 1, order: 0, translation: { locale: "nl", content: `Ik, ${recall}` } }]
  const asked = (type: "choice" | "multiple") =>
    planAnswers({
      revisions: [
        {
          revision: 1,
          language: "nl",
          instructions: [
            {
              ...questionInstruction(0, "who", { uuid: "q", type, choices }),
              messages: [{ uuid: "m", locale: "nl", content: `<p>Dag ${recall} &amp; {{metadata["a < b"]}}</p>` }],
            },
          ],
        },
      ],
      metadataKeys: [],
      options: { ...defaultExportOptions, nonNumeric: type === "choice" },
      emojiLabels,
    })

  test("[X14] are shown by name in headings, labels and codes", () => {
    const multiple = asked("multiple").columns.slice(7)
    expect(multiple.map(({ heading, label }) => [heading, label])).toEqual([
      ["Q1 | who | Dag [first_name] & [a < b] | Ik, [first_name]", "Dag [first_name] & [a < b] | Ik, [first_name]"],
    ])
    const coded = planAnswers({
      revisions: [{ revision: 1, language: "nl", instructions: [questionInstruction(0, "who", { uuid: "q", type: "choice", choices })] }],
      metadataKeys: [],
      options: { ...defaultExportOptions, nonNumeric: false },
      emojiLabels,
    })
    expect(coded.columns.at(-1)?.codes).toEqual([{ value: 1, label: "Ik, [first_name]" }])
  })

  test("[X14] are shown by name in the cells of a choice, and an answer that looks like one stays", () => {
    const plan = asked("choice")
    expect([1, "{{answers.x}}"].map((answer) => plan.cells(row({ i0: answer })).at(-1))).toEqual(["Ik, [first_name]", "{{answers.x}}"])
  })
})

test("[X15] a file's cell has its path in the archive, and any other answer stays as it is", () => {
  const plan = planOf(
    [{ revision: 1, language: "nl", instructions: [questionInstruction(0, "cv", { uuid: "q", type: "file" })] }],
    defaultExportOptions,
  )
  const [id, other] = ["0197a0b1-0000-7000-8000-000000000001", "0197a0b1-0000-7000-8000-000000000002"]
  const cellOf = (answer: unknown) => plan.cells(row({ i0: answer })).at(-1)
  expect(cellOf(`${id}/mijn_cv.pdf`)).toBe(`c/${id}_mijn_cv.pdf`)
  expect(cellOf([`${id}/a.png`, `${other}/a.png`])).toBe(`c/${id}_a.png c/${other}_a.png`)
  for (const answer of ["https://example.org/a b.png", "a.png"]) expect(cellOf(answer)).toBe(answer)
  for (const answer of [null, undefined, []]) expect(cellOf(answer)).toBe("")
})

describe("export defaults and file names", () => {
  test.each([
    ["2024-03-31", "2024-02-29"],
    ["2023-03-31", "2023-02-28"],
    ["2024-01-15", "2023-12-15"],
    ["2024-05-31", "2024-04-30"],
    ["2024-07-01", "2024-06-01"],
  ])("one month before %s is %s, from its start to the end of today", (today, before) => {
    expect(defaultBounds(today)).toEqual({ from: `${before}T00:00:00.000`, to: `${today}T23:59:59.999` })
  })

  test("clamps hours and minutes and pads them to two digits", () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.double()), fc.constantFrom(23 as const, 59 as const), (typed, max) => {
        const part = formatTimePart(typed, max)
        expect(part).toMatch(/^\d\d$/)
        expect(Number(part)).toBeLessThanOrEqual(max)
        if (Number.isInteger(typed) && typed >= 0 && typed <= max) expect(Number(part)).toBe(typed + 0)
      }),
    )
    expect([formatTimePart(9.9, 23), formatTimePart(58.5, 59), formatTimePart(Number.NaN, 59)]).toEqual(["09", "58", "00"])
  })

  test("[X4] names the five emoji in the language of the newest revision: Dutch, otherwise English", () => {
    const english = ["Very unsatisfied", "Unsatisfied", "Neutral", "Satisfied", "Very satisfied"]
    const [dutchFirst, englishFirst] = [
      ["nl", "en"],
      ["en", "nl"],
    ].map((languages) => languages.map((language, i) => ({ revision: i + 1, language })))
    expect(exportEmojiLabels(dutchFirst ?? [])).toEqual(english)
    expect(exportEmojiLabels((dutchFirst ?? []).toReversed())).toEqual(english)
    expect(exportEmojiLabels(englishFirst ?? [])[0]).toBe("Zeer ontevreden")
    expect(exportEmojiLabels([{ revision: 1, language: "de" }])).toEqual(english)
    expect(exportEmojiLabels([])).toEqual(english)
  })

  test("[X9] names files after day, community and script", () => {
    expect(exportFileName("2024-05-01", "demo", "Hoe gaat/het?", "answers")).toBe("20240501_demo_Hoe_gaat_het_export.csv")
    expect(exportFileName("2024-05-01", "demo", "x", "codebook")).toBe("20240501_demo_x_codebook.csv")
  })

  test("[X9] gives no file for SPSS the name of another file", () => {
    const nameOf = (part: Parameters<typeof exportFileName>[3]) => exportFileName("2024-05-01", "demo", "x", part)
    expect([nameOf("spss"), nameOf("spss-answers"), nameOf("spss-codebook")]).toEqual([
      "20240501_demo_x_spss.sps",
      "20240501_demo_x_spss.csv",
      "20240501_demo_x_spss_codebook.csv",
    ])
  })
})

describe("export options and range", () => {
  const options = fc.record(Object.fromEntries(Object.keys(defaultExportOptions).map((key) => [key, fc.boolean()])))

  test("restores stored options, and uses the defaults for anything else", () => {
    fc.assert(
      fc.property(options, fc.jsonValue(), (stored, other) => {
        expect(parseExportOptions(JSON.parse(JSON.stringify({ ...stored, more: other })))).toEqual(stored)
        expect(parseExportOptions({ ...stored, type: "yes" })).toEqual({ ...stored, type: defaultExportOptions.type })
        if (typeof other !== "object" || other === null || Array.isArray(other))
          expect(parseExportOptions(other)).toEqual(defaultExportOptions)
      }),
    )
  })

  test("starts the default range one month ago at the start of the day, and ends it at the end of today", () => {
    const range = defaultRange("2026-03-31")
    expect(range).toEqual({ from: "2026-02-28T00:00", to: "2026-03-31T23:59" })
    expect(getRangeBounds(range)).toEqual(defaultBounds("2026-03-31"))
    expect(getRangeBounds({ from: "", to: "" })).toEqual({})
  })

  const moment = fc
    .tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), fc.nat(23), fc.nat(59))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")))
    .map(([year, month, day, hour, minute]) => `${year}-${month}-${day}T${hour}:${minute}`)

  test("splits a moment into parts that parse back to it, with either form of the day", () => {
    fc.assert(
      fc.property(fc.oneof(moment, fc.constant("")), (it) => {
        const parts = splitMoment(it, "00:00")
        expect(parseMoment(parts)).toBe(it)
        expect(parseMoment({ ...parts, day: parts.day.replaceAll("-", "/") })).toBe(it)
        if (it !== "") expect(parseMoment({ ...parts, day: it.slice(0, 10) })).toBe(it)
      }),
    )
  })

  test("clamps hours and minutes; a moment without a day is empty, and one with an invalid day is undefined", () => {
    const day = "01-02-2026"
    expect(parseMoment({ day, hour: "99", minute: "-3" })).toBe("2026-02-01T23:00")
    expect(parseMoment({ day, hour: "7", minute: "" })).toBe("2026-02-01T07:00")
    expect(parseMoment({ day: " ", hour: "7", minute: "5" })).toBe("")
    expect(parseMoment({ day: "31-02-2026", hour: "7", minute: "5" })).toBe(undefined)
    expect(splitMoment("", "23:59")).toEqual({ day: "", hour: "23", minute: "59" })
  })
})

test("[X15] a file's path in the archive has a safe name, and keeps the extension of a long one", () => {
  const pathOf = (name: string) => getArchivePath("c", { id: "f", name })
  expect(["cv.png", "../../etc/passwd", "a/b\\c:d.pdf", ".png"].map(pathOf)).toEqual([
    "c/f_cv.png",
    "c/f_etc_passwd",
    "c/f_a_b_c_d.pdf",
    "c/f_png",
  ])
  expect(pathOf(`${"x".repeat(300)}.jpeg`)).toMatch(/^c\/f_x{150}\.jpeg$/)
})
