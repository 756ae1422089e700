// The SPSS syntax, run by PSPP where it is installed: it reads the exported file cell for cell, without a warning.
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { buildCsvHead, buildCsvPage } from "../../domain/exports/answers-csv.ts"
import { exportEmojiLabels, planAnswers } from "../../domain/exports/answers-table.ts"
import { createVariableNames, type Revision } from "../../domain/exports/export-columns.ts"
import { defaultExportOptions, type ExportOptions, toSpssOptions } from "../../domain/exports/export-options.ts"
import { buildSpssSyntax } from "../../domain/exports/spss.ts"
import { createChoices, questionInstruction } from "../arbitraries/answerable.ts"
import { conversationFrom, revisions } from "../arbitraries/conversations.ts"
import { finishedConversation } from "../fixtures/finished-conversation.ts"
import { inTemporaryFolder, isInstalled } from "../fixtures/outside-programs.ts"
import { psppCommandWords } from "../fixtures/pspp-commands.ts"
import { readCsv } from "../fixtures/read-csv.ts"

const table = revisions.chain((all) =>
  fc.record({
    all: fc.constant(all),
    rows: fc.array(conversationFrom(all), { minLength: 1, maxLength: 12 }),
    separatorDefinition: fc.boolean(),
  }),
)
const metadataKeys = ["source", 'it\'s "quoted", and = long', "BY", "=1+1"]

const linesOf = (text: string, separator: "," | ";") => readCsv(text.replace("\ufeff", "").replaceAll(/\r?\n/g, "\r\n"), separator)

/** Undoes the padding of texts and the date format MM/DD/YYYY, as SPSS writes them. */
const normalizeCell = (cell: string): string => cell.trimEnd().replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$3-$1-$2")

const planOf = (all: ReadonlyArray<Revision>, keys: ReadonlyArray<string>, options: ExportOptions) =>
  planAnswers({ revisions: all, metadataKeys: keys, options, emojiLabels: exportEmojiLabels(all) })

type Exported = { readonly plan: ReturnType<typeof planOf>; readonly rows: ReadonlyArray<Conversation>; readonly options: ExportOptions }

/** Exports rows, lets PSPP read them and write them again, and returns both files and what PSPP printed. */
const runPspp = ({ plan, rows, options }: Exported, syntaxMode: "AUTO" | "BATCH" | "INTERACTIVE" = "AUTO") =>
  inTemporaryFolder((folder) => {
    const csvOptions = { options, isFlat: true }
    const path = (name: string) => join(folder, name)
    writeFileSync(path("it's.csv"), buildCsvHead(plan, csvOptions) + buildCsvPage(plan, rows, csvOptions).text)
    const saveCommands = "SAVE TRANSLATE /OUTFILE='back.csv' /TYPE=CSV /FIELDNAMES /CELLS=VALUES.\r\nDISPLAY DICTIONARY.\r\n"
    writeFileSync(path("read.sps"), buildSpssSyntax(plan, "it's.csv", options) + saveCommands)
    writeFileSync(path("run.sps"), `INSERT FILE='read.sps' SYNTAX=${syntaxMode}.\n`)
    const output = execFileSync("pspp", ["-O", "format=txt", "run.sps"], { cwd: folder, encoding: "utf8" })
    const written = linesOf(readFileSync(path("it's.csv"), "utf8"), options.separatorDefinition ? ";" : ",")
    return {
      output,
      written: written.slice(options.separatorDefinition ? 2 : 1).map((cells) => cells.map(normalizeCell)),
      read: linesOf(readFileSync(path("back.csv"), "utf8"), ",").map((cells) => cells.map(normalizeCell)),
    }
  })

const conversation = (answers: Conversation["answers"]): Conversation => finishedConversation({ uuid: null, answers })

describe.skipIf(!isInstalled("pspp", ["--version"]))("PSPP", () => {
  test.each(fc.sample(table, { numRuns: 12, seed: 1 }).map((it, index) => [index, it] as const))(
    "[X6] [X7] reads table %i as it was written, without a warning",
    (_, { all, rows, separatorDefinition }) => {
      const options = toSpssOptions({ ...defaultExportOptions, separatorDefinition, emptyChats: true })
      const { output, written, read } = runPspp({ plan: planOf(all, metadataKeys, options), rows, options })
      expect(output).not.toMatch(/warning|error|note:/i)
      expect(read.slice(1)).toEqual(written)
    },
  )

  test.each(["AUTO", "BATCH", "INTERACTIVE"] as const)(
    "[X7] keeps variables that are called like a command, in any abbreviation, with syntax rules %s",
    (syntaxMode) => {
      const options = toSpssOptions({ ...defaultExportOptions, emptyChats: true })
      const choices = createChoices("Ja", "Nee")
      const instructions = psppCommandWords.map((word, i) =>
        questionInstruction(i, word, { uuid: `q${i}`, ...(i % 2 === 0 ? { type: "open" } : { type: "choice", choices }) }),
      )
      const plan = planOf([{ revision: 1, language: "nl", instructions }], [], options)
      const { output, written, read } = runPspp({ plan, rows: [conversation({ i0: "=1+1", i1: 2 })], options }, syntaxMode)
      expect(output).not.toMatch(/warning|error|note:/i)
      expect(read[0]).toEqual(createVariableNames(plan.columns))
      expect(read[0]?.slice(7)).toEqual(psppCommandWords)
      expect(read.slice(1)).toEqual(written)
    },
  )
})
