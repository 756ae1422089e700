// `codebook FILE`: the columns that an export of the script's answers has, with their codes, as CSV [X8].
import { parseArgs } from "node:util"
import { exportEmojiLabels, planAnswers } from "../../domain/exports/answers-table.ts"
import { buildCodebook } from "../../domain/exports/codebook.ts"
import { defaultExportOptions } from "../../domain/exports/export-options.ts"
import { loadScript } from "./input-files.ts"
import { CommandFailed, print, toCommandFailed } from "./terminal-output.ts"

/** Returns exit code 1 if the file has errors that leave no script to read; otherwise 0. */
export const runCodebook = async (args: ReadonlyArray<string>): Promise<number> => {
  const [file, ...others] = parsePositionals(args)
  if (file === undefined || others.length > 0) throw new CommandFailed("codebook needs exactly one file")
  const script = await loadScript(file)
  if (script === null) return 1
  const revisions = [{ revision: 1, language: script.language, instructions: script.instructions }]
  const options = { ...defaultExportOptions, nonNumeric: false }
  const plan = planAnswers({ revisions, metadataKeys: [], options, emojiLabels: exportEmojiLabels(revisions) })
  print(buildCodebook(plan, { options }))
  return 0
}

const parsePositionals = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: {} }).positionals
  } catch (error) {
    throw toCommandFailed(error)
  }
}
