// `outline FILE`: the script as readable text, conditions included.
import { parseArgs } from "node:util"
import { editor } from "../../domain/catalog/en/editor.ts"
import { pacing } from "../../domain/flow/duration-estimate.ts"
import type { Authored } from "../../domain/script/script.ts"
import { type OutlineEntry, outline as outlineOf } from "../../domain/script/text-outline.ts"
import { asLine } from "./chat-player.ts"
import { asCannotRun, CannotRun } from "./command-line.ts"
import { scriptOf } from "./input-files.ts"
import { print } from "./terminal.ts"

export const outline = async (args: ReadonlyArray<string>): Promise<number> => {
  const [file, ...others] = positionals(args)
  if (file === undefined || others.length > 0) throw new CannotRun("outline needs just one file")
  const script = await scriptOf(file)
  if (script === null) return 1
  print([head(script), ...outlineOf(script).map(entry)].join("\n"))
  return 0
}

const positionals = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: {} }).positionals
  } catch (error) {
    throw asCannotRun(error)
  }
}

const head = (script: Authored): string => {
  const { least, typical, most, isJoint } = pacing(script)
  const { name, public_name, language, instructions } = script
  const times = [least, typical, most].map((seconds) => (seconds / 60).toFixed(1))
  return [
    asLine(name),
    ...(public_name === "" || public_name === name ? [] : [`shown as ${asLine(public_name)}`]),
    `${language}, ${instructions.length} instructions, ${times[1]} minutes to read (${isJoint ? "" : "within "}${times[0]} to ${times[2]})`,
    "",
  ].join("\n")
}

const entry = ({ number, name, kind, condition, text, choices, settings }: OutlineEntry): string =>
  [
    `${number}. ${asLine(name)}: ${editor[`editor.kind.${kind}`]}`,
    ...(condition === null ? [] : [`   if ${asLine(condition)}`]),
    ...(text === "" ? [] : text.split("\n").map((line) => `   ${asLine(line)}`)),
    ...choices.map((choice) => `   ${String(choice.value).padStart(3)}  ${asLine(choice.text)}`),
    ...(settings.length === 0
      ? []
      : [`   (${settings.map(([key, value]) => asLine(value === true ? key : `${key} ${[value].flat().join(" ")}`)).join(", ")})`]),
    "",
  ].join("\n")
