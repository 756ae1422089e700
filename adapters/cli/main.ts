// Entry point of the command line tool: finds the command, loads it, and prints failures on one line.
import manifest from "./package.json" with { type: "json" }
import { CommandFailed, escapeControlCharacters, print, printLine } from "./terminal-output.ts"

type Command = (args: ReadonlyArray<string>) => Promise<number>

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import("./check-command.ts")).runCheck,
  fix: async () => (await import("./fix-command.ts")).runFix,
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

const run = async ([name, ...args]: ReadonlyArray<string>): Promise<number> => {
  if (name === "--version" || name === "-v") {
    printLine(manifest.version)
    return 0
  }
  if (name === "--help" || name === "-h" || args.includes("--help") || args.includes("-h")) {
    const { formatHelp } = await import("./command-help.ts")
    print(formatHelp(name))
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
