// `run FILE`: plays a chat in the terminal, by hand or with a file of answers, with the engine that respondents meet.
import { parseArgs } from "node:util"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { isRecord, parseJson } from "../../domain/json/json-parser.ts"
import { CommandFailed, toCommandFailed } from "./command-line.ts"
import { loadScript, readRequiredText } from "./input-files.ts"

export const run = async (args: ReadonlyArray<string>): Promise<number> => {
  const { file, answers, trace } = read(args)
  const script = await loadScript(file)
  if (script === null) return 1
  const chat = compileScript(script)
  if (answers !== undefined) return (await import("./chat-player.ts")).playWithAnswers(chat, await answersIn(answers), trace)
  if (file === "-")
    throw new CommandFailed("the chat comes from standard input, so its answers have to come from a file: --answers ANSWERS.json")
  return (await import("./chat-player.ts")).playInteractively(chat, trace)
}

const read = (args: ReadonlyArray<string>) => {
  const { values, positionals } = parsed(args)
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new CommandFailed("run needs just one file")
  return { file, answers: values.answers, trace: values.trace ?? false }
}

const parsed = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { answers: { type: "string" }, trace: { type: "boolean" } } })
  } catch (error) {
    throw toCommandFailed(error)
  }
}

const answersIn = async (file: string): Promise<ReadonlyMap<string, unknown>> => {
  const json = parseJson(await readRequiredText(file))
  const [fault] = json.ok ? [] : json.findings
  if (fault !== undefined) throw new CommandFailed(`${file}${fault.pointer}: ${fault.message}`)
  if (!json.ok || !isRecord(json.value)) throw new CommandFailed(`${file} is no map from labels to answers`)
  return new Map(Object.entries(json.value))
}
