// `seal FILE…` and `seal FILE -o OUT`: write files with a correct checksum and no other change [F9].

import { resealFile } from "../../domain/files/file-check.ts"
import { writeAtomically } from "./atomic-write.ts"
import { parseCommandArguments } from "./command-arguments.ts"
import { readRequiredText, sha256 } from "./input-files.ts"
import { CommandFailed, print } from "./terminal-output.ts"

export const runSeal = async (args: ReadonlyArray<string>): Promise<number> => {
  const { values, positionals } = parseCommandArguments(args, { output: { type: "string", short: "o" } })
  if (positionals.length === 0) throw new CommandFailed("seal needs a file")
  if (positionals.length > 1 && (values.output !== undefined || positionals.includes("-")))
    throw new CommandFailed("several files are sealed in place, and take neither -o nor standard input")
  // No file is written unless all can be.
  const sealed: Array<readonly [out: string, text: string]> = []
  for (const file of positionals) sealed.push([values.output ?? file, await seal(file)])
  for (const [out, text] of sealed) {
    if (out === "-") print(text)
    else await writeAtomically(out, text)
  }
  return 0
}

/** Returns the text of a file with a correct checksum. */
const seal = async (file: string): Promise<string> => {
  const sealed = await resealFile(await readRequiredText(file), sha256)
  if (sealed.ok) return sealed.text
  const [first] = sealed.findings
  throw new CommandFailed(`${file}:${first?.pointer ?? ""} ${first?.message ?? "cannot be sealed"}`)
}
