// One file checked, with the lines of what was found where a report asks for them.
import { checkFile } from "../../domain/check-file.ts"
import { found } from "../../domain/found.ts"
import { pointerTo } from "../../domain/json.ts"
import { lineAndColumn, places } from "../../domain/json-text.ts"
import { readText, sha256 } from "./files.ts"
import type { Checked, Told } from "./report.ts"

export const checkOne = async (file: string, { withLines }: { readonly withLines: boolean }): Promise<Checked> => {
  const read = await readText(file)
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
  const starts = new Map<string, number>()
  const wanted = new Set(findings.flatMap(({ pointer }) => ways(pointer)))
  for (const { path, start } of places(text.replace(/^\ufeff/, ""))) {
    const pointer = pointerTo(...path())
    if (wanted.has(pointer)) starts.set(pointer, start)
  }
  return findings.map((it) => {
    const start = ways(it.pointer).map((way) => starts.get(way))
    return { ...it, ...lineAndColumn(text, start.find((at) => at !== undefined) ?? 0) }
  })
}

/** The pointer, and those of all that it is within, the inner ones first. */
const ways = (pointer: string): ReadonlyArray<string> => {
  const steps = pointer.split("/")
  return steps.map((_, i) => steps.slice(0, steps.length - i).join("/"))
}
