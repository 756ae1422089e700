// `run FILE`: plays a chat in the terminal, by hand or with a file of answers, with the engine that respondents meet.
import { parseArgs } from "node:util"
import { prepare } from "../../domain/chat/compiled-script.ts"
import { isRecord, readJson } from "../../domain/json/json-parser.ts"
import { asCannotRun, CannotRun } from "./command-line.ts"
import { scriptOf, textOf } from "./input-files.ts"

export const run = async (args: ReadonlyArray<string>): Promise<number> => {
  const { file, answers, trace } = read(args)
  const script = await scriptOf(file)
  if (script === null) return 1
  const chat = prepare(script)
  if (answers !== undefined) return (await import("./chat-player.ts")).playByAnswers(chat, await answersIn(answers), trace)
  if (file === "-")
    throw new CannotRun("the chat comes from standard input, so its answers have to come from a file: --answers ANSWERS.json")
  return (await import("./chat-player.ts")).playByHand(chat, trace)
}

const read = (args: ReadonlyArray<string>) => {
  const { values, positionals } = parsed(args)
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new CannotRun("run needs just one file")
  return { file, answers: values.answers, trace: values.trace ?? false }
}

const parsed = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { answers: { type: "string" }, trace: { type: "boolean" } } })
  } catch (error) {
    throw asCannotRun(error)
  }
}

const answersIn = async (file: string): Promise<ReadonlyMap<string, unknown>> => {
  const json = readJson(await textOf(file))
  const [fault] = json.ok ? [] : json.findings
  if (fault !== undefined) throw new CannotRun(`${file}${fault.pointer}: ${fault.message}`)
  if (!json.ok || !isRecord(json.value)) throw new CannotRun(`${file} is no map from labels to answers`)
  return new Map(Object.entries(json.value))
}
