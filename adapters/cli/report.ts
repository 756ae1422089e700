// What a check found in a file, and the four ways to say it (contract "Command line tool").
import type { Finding } from "../../domain/finding.ts"

/** `line` and `column`, from 1, are told where a report asks for them. */
export type Told = Pick<Finding, "pointer" | "severity" | "rule" | "message"> & { readonly line?: number; readonly column?: number }
export type Checked = { readonly file: string; readonly findings: ReadonlyArray<Told>; readonly isRead: boolean }
export type Totals = { readonly files: number; readonly errors: number; readonly warnings: number }

/** Writes what was found: `file` as the files come, in order, `end` once. */
export type Report = {
  readonly file: (checked: Checked) => string
  readonly end: (totals: Totals) => string
}

export const formats = ["text", "json", "sarif", "junit"] as const
export type Format = (typeof formats)[number]

/** Texts and names of files are hostile: no line breaks, no control signs of a terminal, no turning of the direction of writing. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`)
