// The command line tool (contract "Command line tool"): finds the command, loads it, and says in one line what cannot be done.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { CannotRun } from "./cannot-run.ts"

const commands: Readonly<Record<string, () => Promise<(args: ReadonlyArray<string>) => Promise<number>>>> = {
  check: async () => (await import("./check.ts")).check,
  seal: async () => (await import("./seal.ts")).seal,
}

const help = `conversation-admin: checks and seals the files of conversational surveys.

  conversation-admin check FILE… [--format text|json|sarif|junit] [--json] [--quiet] [--max-warnings N]
      Checks script and style files. - reads standard input; a folder stands for all .json files below it.
      Exit code 0: no errors; 1: errors, or more warnings than N; 2: could not run.

  conversation-admin seal FILE [-o OUT]
      Writes the file with its checksum made right, to OUT or in its own place.

  conversation-admin --help | --version
`

const version = (): string => {
  const root = join(import.meta.dirname, "../..") // the same from adapters/cli and from .build/tool
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return String(version)
}

const run = async ([name, ...args]: ReadonlyArray<string>): Promise<number> => {
  if (name === "--version" || name === "-v") {
    console.log(version())
    return 0
  }
  if (name === "--help" || name === "-h" || args.includes("--help") || args.includes("-h")) {
    process.stdout.write(help)
    return 0
  }
  if (name === undefined) throw new CannotRun("what is to be done? See conversation-admin --help")
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) throw new CannotRun(`no such command: ${name}. There are ${Object.keys(commands).join(", ")}`)
  return (await load())(args)
}

// A reader that has seen enough (`| head`) closes the pipe: that is no error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0)
  throw error
})

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof CannotRun)) throw error
  console.error(`conversation-admin: ${error.message}`)
  process.exitCode = 2
}
