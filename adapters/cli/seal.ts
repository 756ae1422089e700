// `seal FILE [-o OUT]`: the file with its checksum made right.
import { writeFile } from "node:fs/promises"
import { parseArgs } from "node:util"
import { resealed } from "../../domain/check-file.ts"
import { asCannotRun, CannotRun } from "./cannot-run.ts"
import { readText, sha256 } from "./files.ts"

export const seal = async (args: ReadonlyArray<string>): Promise<number> => {
  const { values, positionals } = parsed(args)
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new CannotRun("seal needs just one file")
  const text = await readText(file)
  const result = text === undefined ? undefined : await resealed(text, sha256)
  if (result === undefined) throw new CannotRun(`${file} is no script or style file: an object with a version and a payload`)
  const out = values.output ?? file
  if (out === "-") process.stdout.write(result)
  else
    await writeFile(out, result).catch((error: unknown) => {
      throw asCannotRun(error)
    })
  return 0
}

const parsed = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { output: { type: "string", short: "o" } } })
  } catch (error) {
    throw asCannotRun(error)
  }
}
