// Entry point of the command line tool: finds the command, loads it, and prints failures on one line.
import manifest from "./package.json" with { type: "json" }
import { CommandFailed, escapeControlCharacters, print, printLine } from "./terminal-output.ts"

type Command = (args: ReadonlyArray<string>) => Promise<number>

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import("./check-command.ts")).runCheck,
  seal: async () => (await import("./seal-command.ts")).runSeal,
  outline: async () => (await import("./outline-command.ts")).runOutline,
  diff: async () => (await import("./diff-command.ts")).runDiff,
  graph: async () => (await import("./graph-command.ts")).runGraph,
  codebook: async () => (await import("./codebook-command.ts")).runCodebook,
  rules: async () => (await import("./rules-command.ts")).runRules,
  schema: async () => (await import("./schema-command.ts")).runSchema,
  run: async () => (await import("./run-command.ts")).runChat,
  backup: async () => (await import("./backup-command.ts")).runBackup,
  restore: async () => (await import("./backup-command.ts")).runRestore,
}

const help = `conversation-admin: checks, seals, prints and plays the files of conversational surveys.

  conversation-admin check FILE… [--format text|json|sarif|junit] [--json] [--quiet] [--max-warnings N]
                            [--unsealed]
      Checks script and style files. - reads standard input; a folder stands for all .json files below it.
      --quiet leaves the warnings out of the report; --unsealed accepts files without a correct checksum.
      Exit code 0: no errors; 1: errors, or more warnings than N; 2: could not run.

  conversation-admin check FILE --prove "LABEL & LABEL" [--json] [--unsealed]
      Says whether one conversation can show all these instructions: possible, with answers that show them; impossible, with the
      conditions that exclude each other; or unknown. Exit code 0: possible; 1: impossible or unknown; 2: could not run.

  conversation-admin seal FILE…
  conversation-admin seal FILE -o OUT
      Gives files a correct checksum. With -o, the result is written to OUT, and the file stays as it is.

  conversation-admin outline FILE
      Prints the script as readable text, conditions included.

  conversation-admin diff BEFORE AFTER [--breaking] [--json]
      Prints what differs between two versions of a script, and which answers change their meaning: the question is removed, or its type,
      choices, scale, scores or name differ. --breaking prints only these. Exit code 0: no answer changes its meaning; 1: some do, or a file
      has errors; 2: could not run.

  conversation-admin graph FILE [--format mermaid|dot]
      Prints which instruction can follow which, as a drawing for Mermaid or Graphviz.

  conversation-admin codebook FILE
      Prints the columns of an export of the answers, with the codes of their choices, as CSV.

  conversation-admin rules [RULE] [--markdown]
      Prints the rules of the check, or what one of them means, with an example and what to do.

  conversation-admin schema script|style|answers
      Prints the JSON Schema of such files, for editors of text and validators.

  conversation-admin run FILE [--answers ANSWERS.json] [--trace]
      Plays the chat in the terminal. With --answers, a JSON object of answers by label, it prints the labels of the shown instructions, one
      per line. An action's answer is its outcome, or an object of its results; those of a CRM authentication are then available as crm.key.
      The entry "metadata", {"metadata": {"key": "value"}}, sets the metadata of the respondent.
      --trace adds, for each instruction, its condition, the values that the condition refers to, and whether the instruction was shown.

  conversation-admin run FILE --to LABEL
      Prints answers that lead to the instruction, in the form that --answers takes.

  conversation-admin backup FILE
  conversation-admin restore FILE
      backup writes all data of the server that the settings (DATA_DIR, …) describe to FILE; restore loads FILE into an empty server.
      Stop the server first if it uses the embedded database. FILE contains the server's secret key: store it safely.

  conversation-admin --help | --version
`

const run = async ([name, ...args]: ReadonlyArray<string>): Promise<number> => {
  if (name === "--version" || name === "-v") {
    printLine(manifest.version)
    return 0
  }
  if (name === "--help" || name === "-h" || args.includes("--help") || args.includes("-h")) {
    print(help)
    return 0
  }
  if (name === undefined) throw new CommandFailed("no command was given. See conversation-admin --help")
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) throw new CommandFailed(`no such command: ${name}. The commands are ${Object.keys(commands).join(", ")}`)
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
