// The settings file of a team's scripts: the nearest one from the working folder upwards.
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseRuleLevels, type RuleLevels, settingsFileName } from "../../domain/files/check-settings.ts"
import { readRequiredText } from "./input-files.ts"
import { CommandFailed } from "./terminal-output.ts"

/** Returns the levels of rules in the settings file, or none if there is no such file; throws `CommandFailed` if it has a mistake. */
export const readRuleLevels = async (): Promise<RuleLevels> => {
  const file = findSettingsFile(process.cwd())
  if (file === null) return {}
  const parsed = parseRuleLevels(await readRequiredText(file))
  if (!parsed.ok) throw new CommandFailed(`${file}:${parsed.pointer} ${parsed.message}`)
  return parsed.levels
}

const findSettingsFile = (folder: string): string | null => {
  const file = join(folder, settingsFileName)
  if (existsSync(file)) return file
  const parent = dirname(folder)
  return parent === folder ? null : findSettingsFile(parent)
}
