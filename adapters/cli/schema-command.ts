// `schema KIND`: prints the JSON Schema of script, style or answers files, for editors and validators.

import { schemaKinds } from "../../domain/files/file-envelope.ts"
import { createJsonSchema } from "../../domain/files/json-schemas.ts"
import { parseCommandArguments } from "./command-arguments.ts"
import { CommandFailed, printLine } from "./terminal-output.ts"

export const runSchema = async (args: ReadonlyArray<string>): Promise<number> => {
  const [name, ...others] = parseCommandArguments(args, {}).positionals
  const kind = schemaKinds.find((it) => it === name)
  if (kind === undefined || others.length > 0) throw new CommandFailed(`schema takes one of ${schemaKinds.join(", ")}`)
  printLine(JSON.stringify(createJsonSchema(kind), null, 2))
  return 0
}
