// `run FILE`: plays a chat in the terminal, by hand or with a file of answers, with the same engine as the chat page.

import { compileScript } from "../../domain/chat/compiled-script.ts"
import { isRecord } from "../../domain/json/json-value.ts"
import { parseJson } from "../../domain/schema/json-parser.ts"
import { getSingleFile, parseCommandArguments } from "./command-arguments.ts"
import { loadScript, readRequiredText } from "./input-files.ts"
import { CommandFailed } from "./terminal-output.ts"

export const runChat = async (args: ReadonlyArray<string>): Promise<number> => {
  const { file, answers, trace, to } = parseRunArguments(args)
  if (to !== undefined && answers === undefined) return (await import("./prove-options.ts")).runToLabel(file, to)
  const script = await loadScript(file)
  if (script === null) return 1
  const chat = compileScript(script)
  if (answers !== undefined)
    return (await import("./chat-player.ts")).playWithAnswers(chat, await readAnswers(answers), { isTracing: trace, to })
  if (file === "-")
    throw new CommandFailed("the chat comes from standard input, so its answers have to come from a file: --answers ANSWERS.json")
  return (await import("./chat-player.ts")).playInteractively(chat, trace)
}

const parseRunArguments = (args: ReadonlyArray<string>) => {
  const { values, positionals } = parseCommandArguments(args, {
    answers: { type: "string" },
    trace: { type: "boolean" },
    to: { type: "string" },
  })
  const file = getSingleFile("run", positionals)
  if (values.to !== undefined && values.answers === undefined && values.trace)
    throw new CommandFailed("--to prints answers, and takes --trace only together with --answers")
  if (file === "-" && values.answers === "-") throw new CommandFailed("only one of the two files can be standard input")
  return { file, answers: values.answers, trace: values.trace ?? false, to: values.to }
}

const readAnswers = async (file: string): Promise<ReadonlyMap<string, unknown>> => {
  const json = parseJson(await readRequiredText(file))
  const [finding] = json.ok ? [] : json.findings
  if (finding !== undefined) throw new CommandFailed(`${file}${finding.pointer}: ${finding.message}`)
  if (!json.ok || !isRecord(json.value)) throw new CommandFailed(`${file} is not a JSON object of answers by label`)
  return new Map(Object.entries(json.value))
}
