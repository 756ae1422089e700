// The files of an export, read by the programs that people open them with, where these are installed.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Schema from "effect/Schema"
import { afterAll, describe, expect, test, vi } from "vitest"
import { buildCsvHead, buildCsvPage } from "../../domain/exports/answers-csv.ts"
import { exportEmojiLabels, planAnswers } from "../../domain/exports/answers-table.ts"
import { buildCodebook } from "../../domain/exports/codebook.ts"
import { defaultExportOptions } from "../../domain/exports/export-options.ts"
import { createChoices, questionInstruction } from "../arbitraries/answerable.ts"
import { finishedConversation } from "../fixtures/finished-conversation.ts"
import { canRun, inTemporaryFolder, isInstalled } from "../fixtures/outside-programs.ts"
import { readCsv } from "../fixtures/read-csv.ts"

const answers = [
  "=1+1",
  "x;=1+1",
  "x,@sum",
  "x\t+cmd",
  "\t=1+1",
  "-1,cmd|' /C calc'!A0",
  "+31 6 1234",
  "a; b, c\td",
  'zeg "ja"',
  "een\ntwee",
  "een\n=1+1",
  " =1+1",
  "＝1+1",
  "één woord",
]
const revisions = [
  {
    revision: 1,
    language: "nl",
    instructions: [
      questionInstruction(0, "open; or, not", { uuid: "q0", type: "open" }),
      questionInstruction(1, "colours", { uuid: "q1", type: "multiple", choices: createChoices("Rood, groen", "=Blauw") }),
      questionInstruction(2, "again", {
        uuid: "q2",
        type: "choice",
        choices: createChoices("Ja", "Nee").map((choice, i) => (i === 0 ? { ...choice, score: 0.5 } : choice)),
      }),
    ],
  },
]
const rows = answers.map((answer) => finishedConversation({ metadata: { "=key;x": answer }, answers: { i0: answer, i1: [1], i2: 2 } }))

/** The files of an export whose separator is `;` or `,`. */
const createFiles = (separatorDefinition: boolean, nonNumeric = false) => {
  const options = { ...defaultExportOptions, nonNumeric, separatorDefinition }
  const plan = planAnswers({ revisions, metadataKeys: ["=key;x"], options, emojiLabels: exportEmojiLabels(revisions) })
  return {
    answers: buildCsvHead(plan, { options }) + buildCsvPage(plan, rows, { options }).text,
    codebook: buildCodebook(plan, { options }),
  }
}
/** The cells of a file, which has the same line ends within cells as between rows. */
const readCells = (text: string, separator: string) =>
  readCsv(text.replace(/^\ufeff?(?:sep=;\r\n)?/, "").replaceAll(/\r?\n/g, "\r\n"), separator)

const profile = mkdtempSync(join(tmpdir(), "libreoffice-"))
afterAll(() => rmSync(profile, { recursive: true }))
const office = ["soffice", `-env:UserInstallation=${pathToFileURL(profile).href}`, "--headless"] as const
const csvFilter = "Text - txt - csv (StarCalc)"
const separatorCodes: Readonly<Record<string, number>> = { ",": 44, ";": 59, "\t": 9, " ": 32 }

/** Lets LibreOffice split files at these characters, with formulas evaluated, and returns the cells as it shows them. */
const openInSpreadsheet = (files: Readonly<Record<string, string>>, separators: ReadonlyArray<string>) =>
  inTemporaryFolder((folder) => {
    const [program, ...start] = office
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const codes = separators.map((separator) => separatorCodes[separator]).join("/")
    execFileSync(
      program,
      [
        ...start,
        `--infilter=${csvFilter}:${codes},34,76,1,,0,false,false,false,false,false,-1,true`,
        "--convert-to",
        `csv:${csvFilter}:44,34,76,1,,0,true,true,false`,
        "--outdir",
        "read",
        ...Object.keys(files),
      ],
      { cwd: folder, stdio: "ignore" },
    )
    return Object.keys(files).map((name) => readCells(readFileSync(join(folder, "read", name), "utf8"), ","))
  })

const combinations = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
  .map((bits) => [",", ";", "\t", " "].filter((_, i) => (bits & (1 << i)) !== 0))
  .filter((separators) => separators.includes(",") || separators.includes(";"))

/** LibreOffice takes seconds to start. */
const timeout = 60_000
describe.skipIf(!isInstalled("soffice", ["--version"]))("LibreOffice", () => {
  test.each(combinations.map((separators) => [separators] as const))(
    "[X12] [X13] shows the cells of answers and codebook as they were written when it splits at %j",
    { timeout },
    (separators) => {
      const written = separators.flatMap((separator) =>
        separator === "," || separator === ";"
          ? Object.entries(createFiles(separator === ";")).map(([name, text]) => ({ name: `${name} ${separator}.csv`, text, separator }))
          : [],
      )
      const expected = written.map(({ text, separator }) => readCells(text, separator))
      const read = openInSpreadsheet(Object.fromEntries(written.map(({ name, text }) => [name, text])), separators)
      // A first line that declares the separator is a row of the sheet.
      expect(read.map((lines, i) => lines.slice(-(expected[i]?.length ?? 0)))).toEqual(expected)
    },
  )
})

const hasPandas = ["-c", "import pandas"] as const
const python = ["python3", "/usr/bin/python3"].find((program) => canRun(program, hasPandas)) ?? "python3"
const decodeTables = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.Array(Schema.Array(Schema.String)))))

test.skipIf(!isInstalled(python, hasPandas))("[X8] [X13] pandas reads the answers and the codebook, with either separator", () => {
  const read = inTemporaryFolder((folder) => {
    const [comma, semicolon] = [createFiles(false), createFiles(true)]
    const files = { "a.csv": comma.answers, "b.csv": comma.codebook, "c.csv": semicolon.answers, "d.csv": semicolon.codebook }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const script = `
import json, pandas
def read(name, **how):
    table = pandas.read_csv(name, dtype=str, keep_default_na=False, **how)
    return [list(table.columns)] + table.values.tolist()
print(json.dumps([
    read("a.csv"), read("b.csv"), read("c.csv", sep=";", skiprows=1), read("d.csv", sep=";"),
    read("d.csv", sep=None, engine="python", encoding="utf-8-sig"),
]))`
    return decodeTables(execFileSync(python, ["-c", script], { cwd: folder, encoding: "utf8" })).map((table) =>
      table.map((line) => line.map((cell) => cell.replaceAll("\n", "\r\n"))),
    )
  })
  const [comma, semicolon] = [createFiles(false), createFiles(true)]
  const codebook = readCells(semicolon.codebook, ";")
  expect(read).toEqual([
    readCells(comma.answers, ","),
    readCells(comma.codebook, ","),
    readCells(semicolon.answers, ";"),
    codebook,
    codebook,
  ])
})

test.skipIf(!isInstalled(python, hasPandas))(
  "[X8] pandas finds the codes of each choice in the codebook of texts and in that of codes",
  () => {
    const tables = inTemporaryFolder((folder) => {
      for (const [name, nonNumeric] of Object.entries({ "texts.csv": true, "codes.csv": false }))
        writeFileSync(join(folder, name), createFiles(true, nonNumeric).codebook)
      const script = `
import json, pandas
def read(name):
    table = pandas.read_csv(name, sep=";")
    columns = ["Variable", "Code", "Code label", "Score", "Form of answers"]
    return [[str(cell) for cell in row] for row in table[table["Type"] == "choice"][columns].values.tolist()]
print(json.dumps([read("texts.csv"), read("codes.csv")]))`
      return decodeTables(execFileSync(python, ["-c", script], { cwd: folder, encoding: "utf8" }))
    })
    expect(tables).toEqual(
      ["text", "code"].map((form) => [
        ["again", "1.0", "Ja", "0.5", form],
        ["again", "2.0", "Nee", "nan", form],
      ]),
    )
  },
)

test("a program that is not installed is named when its tests are skipped", () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true)
  const isHere = isInstalled("no-such-program", ["--version"])
  const messages = write.mock.calls.map(([text]) => text)
  write.mockRestore()
  expect([isHere, messages]).toEqual([false, ["Tests are skipped, because `no-such-program --version` does not run here.\n"]])
  expect(isInstalled(process.execPath, ["--version"])).toBe(true)
})
