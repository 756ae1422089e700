// What a check found in a file, and the four ways to say it (contract "Command line tool").
import type { Finding } from "../../domain/finding.ts"

export type Checked = { readonly file: string; readonly findings: ReadonlyArray<Finding> }
export type Totals = { readonly files: number; readonly errors: number; readonly warnings: number }

/** Writes what was found: `file` as the files come, in order, `end` once. */
export type Report = {
  readonly file: (checked: Checked) => string
  readonly end: (totals: Totals) => string
}

export const isError = ({ severity }: Finding): boolean => severity === "error"

export const formats = ["text", "json", "sarif", "junit"] as const
export type Format = (typeof formats)[number]
