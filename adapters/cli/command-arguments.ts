// The arguments of a command, as typed after its name.
import { type ParseArgsOptionsConfig, parseArgs } from "node:util"
import { CommandFailed, toCommandFailed } from "./terminal-output.ts"

/** Parses options and positionals; throws `CommandFailed` for an unknown option or a missing value. */
export const parseCommandArguments = <const Options extends ParseArgsOptionsConfig>(args: ReadonlyArray<string>, options: Options) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw toCommandFailed(error)
  }
}

/** Returns the only file of a command; throws `CommandFailed` if there is none, or more than one. */
export const getSingleFile = (command: string, [file, ...others]: ReadonlyArray<string>): string => {
  if (file === undefined || others.length > 0) throw new CommandFailed(`${command} needs exactly one file`)
  return file
}
