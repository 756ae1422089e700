// `outline FILE`: prints a script as readable text, including its conditions.

import { fillPlaceholders } from "../../domain/catalog/catalog.ts"
import { editorInstructions } from "../../domain/catalog/en/editor-instructions.ts"
import { conditions } from "../../domain/catalog/en/findings.ts"
import { buildTextOutline, type OutlineEntry } from "../../domain/editing/text-outline.ts"
import { estimateDuration } from "../../domain/flow/duration-estimate.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { toSafeLine } from "./chat-player.ts"
import { getSingleFile, parseCommandArguments } from "./command-arguments.ts"
import { loadScript } from "./input-files.ts"
import { print } from "./terminal-output.ts"

export const runOutline = async (args: ReadonlyArray<string>): Promise<number> => {
  const file = getSingleFile("outline", parseCommandArguments(args, {}).positionals)
  const script = await loadScript(file)
  if (script === null) return 1
  print([formatHeader(script), ...buildTextOutline(script).map(formatEntry)].join("\n"))
  return 0
}

const formatHeader = (script: AuthoredScript): string => {
  const { minSeconds, typicalSeconds, most, isExact } = estimateDuration(script)
  const { name, public_name, language, instructions } = script
  const times = [minSeconds, typicalSeconds, most].map((seconds) => (seconds / 60).toFixed(1))
  return [
    toSafeLine(name),
    ...(public_name === "" || public_name === name ? [] : [`shown as ${toSafeLine(public_name)}`]),
    `${language}, ${instructions.length} instructions, ${times[1]} minutes to read (${isExact ? "" : "within "}${times[0]} to ${times[2]})`,
    "",
  ].join("\n")
}

const formatEntry = ({ number, name, kind, condition, neverShown, text, choices, settings }: OutlineEntry): string =>
  [
    `${number}. ${toSafeLine(name)}: ${editorInstructions[`editor.kind.${kind}`]}`,
    ...(condition === null ? [] : [`   if ${toSafeLine(condition)}`]),
    ...(neverShown === null ? [] : [`   (${toSafeLine(fillPlaceholders(conditions[neverShown.key], neverShown.values))})`]),
    ...(text === "" ? [] : text.split("\n").map((line) => `   ${toSafeLine(line)}`)),
    ...choices.map((choice) => `   ${String(choice.value).padStart(3)}  ${toSafeLine(choice.text)}`),
    ...(settings.length === 0
      ? []
      : [`   (${settings.map(([key, value]) => toSafeLine(value === true ? key : `${key} ${[value].flat().join(" ")}`)).join(", ")})`]),
    "",
  ].join("\n")
