// The SPSS syntax, run by PSPP where it is installed: it reads the exported file cell for cell, without a warning.
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { buildCsvHead, buildCsvPage } from "../../domain/exports/answers-csv.ts"
import { exportEmojiLabels, planAnswers } from "../../domain/exports/answers-plan.ts"
import { defaultExportOptions, type ExportOptions } from "../../domain/exports/export-options.ts"
import { buildSpssSyntax } from "../../domain/exports/spss.ts"
import { conversationFrom, revisions } from "../arbitraries/conversations.ts"
import { readCsv } from "../fixtures/read-csv.ts"

const hasPspp = spawnSync("pspp", ["--version"]).status === 0

const table = revisions.chain((all) =>
  fc.record({
    all: fc.constant(all),
    rows: fc.array(conversationFrom(all), { minLength: 1, maxLength: 12 }),
    nonNumeric: fc.boolean(),
    separatorDefinition: fc.boolean(),
  }),
)
const metadataKeys = ["source", 'it\'s "quoted", and = long', "BY"]

const linesOf = (text: string, separator: "," | ";") => readCsv(text.replace("\ufeff", "").replaceAll(/\r?\n/g, "\r\n"), separator)

/** Undoes the padding of texts and the date format MM/DD/YYYY, as SPSS writes them. */
const normalizeCell = (cell: string): string => cell.trimEnd().replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$3-$1-$2")

describe.skipIf(!hasPspp)("PSPP", () => {
  test.each(fc.sample(table, { numRuns: 12, seed: 1 }).map((it, index) => [index, it] as const))(
    "[X6] [X7] reads table %i as it was written, without a warning",
    (_, { all, rows, nonNumeric, separatorDefinition }) => {
      const options: ExportOptions = { ...defaultExportOptions, nonNumeric, separatorDefinition, emptyChats: true }
      const plan = planAnswers({ revisions: all, metadataKeys, options, emojiLabels: exportEmojiLabels(all) })
      const csvOptions = { options, isFlat: true }
      const folder = mkdtempSync(join(tmpdir(), "spss-"))
      const path = (name: string) => join(folder, name)
      try {
        writeFileSync(path("it's.csv"), buildCsvHead(plan, csvOptions) + buildCsvPage(plan, rows, csvOptions).text)
        const saveCommands = "SAVE TRANSLATE /OUTFILE='back.csv' /TYPE=CSV /FIELDNAMES /CELLS=VALUES.\r\nDISPLAY DICTIONARY.\r\n"
        writeFileSync(path("read.sps"), buildSpssSyntax(plan, "it's.csv", options) + saveCommands)
        const output = execFileSync("pspp", ["-O", "format=txt", "read.sps"], { cwd: folder, encoding: "utf8" })
        expect(output).not.toMatch(/warning|error|note:/i)
        const written = linesOf(readFileSync(path("it's.csv"), "utf8"), separatorDefinition ? ";" : ",")
        const read = linesOf(readFileSync(path("back.csv"), "utf8"), ",")
        expect(read.slice(1).map((cells) => cells.map(normalizeCell))).toEqual(
          written.slice(separatorDefinition ? 2 : 1).map((cells) => cells.map(normalizeCell)),
        )
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
})
