// `codebook FILE`: the columns that an export of the script's answers has, with their codes, as CSV [X8].

import { exportEmojiLabels, planAnswers } from "../../domain/exports/answers-table.ts"
import { buildCodebook } from "../../domain/exports/codebook.ts"
import { defaultExportOptions } from "../../domain/exports/export-options.ts"
import { getSingleFile, parseCommandArguments } from "./command-arguments.ts"
import { loadScript } from "./input-files.ts"
import { print } from "./terminal-output.ts"

/** Returns exit code 1 if the file has errors that leave no script to read; otherwise 0. */
export const runCodebook = async (args: ReadonlyArray<string>): Promise<number> => {
  const file = getSingleFile("codebook", parseCommandArguments(args, {}).positionals)
  const script = await loadScript(file)
  if (script === null) return 1
  const revisions = [{ revision: 1, language: script.language, instructions: script.instructions }]
  const options = { ...defaultExportOptions, nonNumeric: false }
  const plan = planAnswers({ revisions, metadataKeys: [], options, emojiLabels: exportEmojiLabels(revisions) })
  print(buildCodebook(plan, { options }))
  return 0
}
