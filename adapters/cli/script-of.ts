// The script in a file that a command needs: where the file is damaged, it is said what is wrong with it.
import type { Authored } from "../../domain/script/script.ts"
import { openScriptFile } from "../../domain/script/script-file.ts"
import { sha256, textOf } from "./files.ts"
import { textReport } from "./reports/text.ts"

/** Null for a damaged file: then its findings stand on standard error. */
export const scriptOf = async (file: string): Promise<Authored | null> => {
  const opened = await openScriptFile(await textOf(file), sha256)
  if (opened.ok) return opened.authored
  process.stderr.write(textReport({ colours: process.stderr.isTTY }).file({ file, findings: opened.findings, isRead: true }))
  return null
}
