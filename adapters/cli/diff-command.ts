// `diff BEFORE AFTER`: what differs between two versions of a script, and which answers change their meaning [V1, V2].

import { editorInstructions } from "../../domain/catalog/en/editor-instructions.ts"
import { revisions } from "../../domain/catalog/en/revisions.ts"
import { compareScripts, getFieldKey, type ScriptComparison } from "../../domain/revisions/change-impact.ts"
import type { AffectedColumn } from "../../domain/revisions/script-diff.ts"
import { getInstructionKind, type Instruction } from "../../domain/script/instruction.ts"
import { getInstructionName } from "../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { parseCommandArguments } from "./command-arguments.ts"
import { loadScript } from "./input-files.ts"
import { CommandFailed, escapeControlCharacters, printLine } from "./terminal-output.ts"

/** Returns exit code 1 if answers change their meaning, or if a file has errors that leave no script to compare; otherwise 0. */
export const runDiff = async (args: ReadonlyArray<string>): Promise<number> => {
  const { before, after, breaking, json } = parseDiffArguments(args)
  const [earlier, later] = [await loadScript(before), await loadScript(after)]
  if (earlier === null || later === null) return 1
  const comparison = compareScripts(earlier, later)
  for (const line of json ? [JSON.stringify(toJson(earlier, comparison))] : formatComparison(earlier, comparison, breaking))
    printLine(escapeControlCharacters(line))
  return comparison.affectedColumns.length > 0 ? 1 : 0
}

const parseDiffArguments = (args: ReadonlyArray<string>) => {
  const { values, positionals } = parseCommandArguments(args, { breaking: { type: "boolean" }, json: { type: "boolean" } })
  const [before, after, ...others] = positionals
  if (before === undefined || after === undefined || others.length > 0) throw new CommandFailed("diff needs exactly two files")
  if (before === "-" && after === "-") throw new CommandFailed("only one of the two files can be standard input")
  return { before, after, breaking: values.breaking ?? false, json: values.json ?? false }
}

const formatComparison = (
  before: AuthoredScript,
  { fields, added, removed, moved, changed, affectedColumns }: ScriptComparison,
  isBreakingOnly: boolean,
): ReadonlyArray<string> => {
  const columns = affectedColumns.map((it) => formatColumn(before, it))
  if (isBreakingOnly) return columns
  return [
    ...fields.map((it) => `changed  ${revisions[`versions.field.${it.field}`]}: ${it.before} → ${it.after}`),
    ...added.map((it) => `added    ${describe(it)}`),
    ...removed.map((it) => `removed  ${describe(it)}`),
    ...moved.map((it) => `moved    ${describe(it)}`),
    ...changed.map((it) => `changed  ${describe(it.instruction)}: ${it.fields.map(describeField).join(", ")}`),
    ...columns,
  ]
}

const describe = (instruction: Instruction): string =>
  `${getInstructionName(instruction)} (${editorInstructions[`editor.kind.${getInstructionKind(instruction)}`]})`

const describeField = (field: string): string => {
  const key = getFieldKey(field)
  return key === null ? field : revisions[key]
}

const formatColumn = (before: AuthoredScript, affected: AffectedColumn): string => {
  const { name, change } = affected.column
  const users = listUsers(before, affected)
  return `breaking ${name}: ${revisions[`versions.touched.${change}`]}${users.length === 0 ? "" : `; used by ${users.join(", ")}`}`
}

/** Returns the names of the instructions that refer to the question, each once. */
const listUsers = ({ instructions }: AuthoredScript, { uses }: AffectedColumn): ReadonlyArray<string> => {
  const uuids = new Set(uses.map(({ uuid }) => uuid))
  return instructions.filter(({ uuid }) => uuids.has(uuid)).map(getInstructionName)
}

const toJson = (before: AuthoredScript, { fields, added, removed, moved, changed, affectedColumns }: ScriptComparison) => {
  const toEntry = (instruction: Instruction) => ({ uuid: instruction.uuid, name: getInstructionName(instruction) })
  return {
    fields,
    added: added.map(toEntry),
    removed: removed.map(toEntry),
    moved: moved.map(toEntry),
    changed: changed.map(({ instruction, fields: names }) => ({ ...toEntry(instruction), fields: names })),
    breaking: affectedColumns.map((it) => ({ ...it.column, usedBy: listUsers(before, it) })),
  }
}
