// One file checked, with the lines of what was found where a report asks for them.
import { checkFile } from "../../domain/check-file.ts"
import { found } from "../../domain/found.ts"
import { startsOf } from "../../domain/json.ts"
import { linesOf } from "../../domain/json-text.ts"
import { readText, type Source, sha256 } from "./files.ts"
import type { Checked, Told } from "./report.ts"

export const checkOne = async ({ name: file, path }: Source, { withLines }: { readonly withLines: boolean }): Promise<Checked> => {
  const read = await readText(path)
  switch (read._tag) {
    case "Unread":
      return { file, isRead: false, findings: [found("unreadable", "", "finding.unreadable", { reason: read.reason })] }
    case "NoText":
      return { file, isRead: true, findings: [found("not-json", "", "finding.not-text")] }
    case "Text": {
      const findings = await checkFile(read.text, sha256)
      return { file, isRead: true, findings: withLines && findings.length > 0 ? located(read.text, findings) : findings }
    }
  }
}

/** A finding about a field that is missing stands where the object begins that misses it. */
const located = (text: string, findings: ReadonlyArray<Told>): ReadonlyArray<Told> => {
  const starts = startsOf(
    text.replace(/^\ufeff/, ""),
    findings.flatMap(({ pointer }) => ways(pointer)),
  )
  const lineAndColumn = linesOf(text)
  return findings.map((it) => {
    const start = ways(it.pointer).map((way) => starts.get(way))
    return { ...it, ...lineAndColumn(start.find((at) => at !== undefined) ?? 0) }
  })
}

/** The pointer, and those of all that it is within, the inner ones first. */
const ways = (pointer: string): ReadonlyArray<string> => {
  const steps = pointer.split("/")
  return steps.map((_, i) => steps.slice(0, steps.length - i).join("/"))
}
