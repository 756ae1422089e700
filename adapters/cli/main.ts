// Entry point of the command line tool: finds the command, loads it, and prints failures on one line.
import { CommandFailed, escapeControlCharacters, print, printLine, readVersion } from "./terminal-output.ts"

type Command = (args: ReadonlyArray<string>) => Promise<number>

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import("./check-command.ts")).runCheck,
  seal: async () => (await import("./seal-command.ts")).runSeal,
  outline: async () => (await import("./outline-command.ts")).runOutline,
  run: async () => (await import("./run-command.ts")).runChat,
  backup: async () => (await import("./backup-command.ts")).runBackup,
  restore: async () => (await import("./backup-command.ts")).runRestore,
}

const help = `conversation-admin: checks, seals, prints and plays the files of conversational surveys.

  conversation-admin check FILE… [--format text|json|sarif|junit] [--json] [--quiet] [--max-warnings N]
      Checks script and style files. - reads standard input; a folder stands for all .json files below it.
      --quiet leaves the warnings out of the report.
      Exit code 0: no errors; 1: errors, or more warnings than N; 2: could not run.

  conversation-admin check FILE --prove "LABEL & LABEL" [--json]
      Says whether one conversation can show all these instructions: possible, with answers that do; impossible, with the conditions
      that exclude each other; or unknown. Exit code 0: possible; 1: not, or unknown; 2: could not run.

  conversation-admin seal FILE [-o OUT]
      Writes the file with its checksum made right, to OUT or in its own place.

  conversation-admin outline FILE
      Prints the script as readable text, conditions included.

  conversation-admin run FILE [--answers ANSWERS.json] [--trace]
      Plays the chat in the terminal. With --answers, a map from label to answer, it prints the visited labels, one a line.
      An action's answer is its outcome, or an object of its values; those of a CRM authentication are known as crm.key from then on.
      An entry metadata, {"metadata": {"key": "value"}}, holds what is known of the respondent from the start.
      --trace adds, per instruction, its condition, the values that it saw, and the outcome.

  conversation-admin run FILE --to LABEL
      Prints answers that lead to the instruction, in the form that --answers takes.

  conversation-admin backup FILE
  conversation-admin restore FILE
      Writes all that the server of this folder's settings (DATA_DIR, …) keeps to one file, or fills an empty one from it. The embedded
      database has to be at rest: stop the server first. The file holds the server's secret: keep it safe.

  conversation-admin --help | --version
`

const run = async ([name, ...args]: ReadonlyArray<string>): Promise<number> => {
  if (name === "--version" || name === "-v") {
    printLine(readVersion())
    return 0
  }
  if (name === "--help" || name === "-h" || args.includes("--help") || args.includes("-h")) {
    print(help)
    return 0
  }
  if (name === undefined) throw new CommandFailed("what is to be done? See conversation-admin --help")
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) throw new CommandFailed(`no such command: ${name}. There are ${Object.keys(commands).join(", ")}`)
  return (await load())(args)
}

const start = async (): Promise<void> => {
  try {
    process.exitCode = await run(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof CommandFailed ? `conversation-admin: ${escapeControlCharacters(error.message)}` : error)
    process.exitCode = 2
  }
}

void start()
