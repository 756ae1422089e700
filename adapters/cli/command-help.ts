// The help of the command line tool: all commands, or one of them with its options and examples.

type CommandHelp = {
  readonly usage: ReadonlyArray<string>
  /** One sentence for the list of commands. */
  readonly summary: string
  readonly details?: string
  readonly examples: ReadonlyArray<string>
}

const commandHelps: Readonly<Record<string, CommandHelp>> = {
  check: {
    usage: [
      "check FILE… [--format text|json|sarif|junit|unix|github] [--json] [--quiet] [--max-warnings N] [--unsealed]",
      'check FILE --prove "LABEL & LABEL" [--json] [--unsealed]',
    ],
    summary: "Checks script and style files.",
    details: `- reads standard input; a folder stands for all .json files below it.
--format      text has JSON pointers; unix (FILE:LINE:COLUMN) and github (annotations) have lines, sarif and junit are for services.
--quiet       leaves the warnings out of the report.
--unsealed    accepts files without a correct checksum.
--prove       says whether one conversation can show all these instructions: possible, with answers that show them; impossible, with the
              conditions that exclude each other; or unknown.
The nearest .conversation-admin.json, from the working folder upwards, sets the level of rules: {"rules": {"order-gap": "off"}}, where a
level is off, warning or error.
Exit code 0: no errors (--prove: possible); 1: errors, or more warnings than N (--prove: impossible or unknown); 2: could not run.`,
    examples: ["check scripts/", "check --format sarif scripts/ > check.sarif", 'check mine.json --prove "adult & minor"'],
  },
  fix: {
    usage: ["fix FILE… [--dry-run] [--unsealed]"],
    summary: "Applies the editor's quick fixes to script files.",
    details: `A folder stands for all .json files below it. Prints what was fixed and what is left.
--dry-run     prints what would be fixed, and changes no file.
--unsealed    also fixes files without a correct checksum, and gives them one.
Exit code 0: no errors are left; 1: errors are left; 2: could not run.`,
    examples: ["fix mine.json", "fix --dry-run scripts/"],
  },
  seal: {
    usage: ["seal FILE…", "seal FILE -o OUT"],
    summary: "Gives files a correct checksum.",
    details: "With -o, the result is written to OUT, and the file stays as it is.",
    examples: ["seal mine.json", "seal - -o sealed.json < mine.json"],
  },
  outline: {
    usage: ["outline FILE"],
    summary: "Prints the script as readable text, conditions included.",
    examples: ["outline mine.json"],
  },
  diff: {
    usage: ["diff BEFORE AFTER [--breaking] [--json]"],
    summary: "Prints what differs between two versions of a script, and which answers change their meaning.",
    details: `An answer changes its meaning if its question is removed, or its type, choices, scale, scores or name differ.
--breaking    prints only these.
Exit code 0: no answer changes its meaning; 1: some do, or a file has errors; 2: could not run.`,
    examples: ["diff before.json after.json", "diff <(git show main:mine.json) mine.json --breaking"],
  },
  graph: {
    usage: ["graph FILE [--format mermaid|dot]"],
    summary: "Prints which instruction can follow which, as a drawing for Mermaid or Graphviz.",
    examples: ["graph mine.json", "graph mine.json --format dot | dot -Tsvg > mine.svg"],
  },
  codebook: {
    usage: ["codebook FILE"],
    summary: "Prints the columns of an export of the answers, with the codes of their choices, as CSV.",
    examples: ["codebook mine.json > codebook.csv"],
  },
  rules: {
    usage: ["rules [RULE] [--markdown]"],
    summary: "Prints the rules of the check, or what one of them means, with an example and what to do.",
    examples: ["rules", "rules score-gap"],
  },
  schema: {
    usage: ["schema script|style|answers"],
    summary: "Prints the JSON Schema of such files, for editors of text and validators.",
    examples: ["schema script > script.schema.json"],
  },
  run: {
    usage: ["run FILE [--answers ANSWERS.json] [--trace]", "run FILE --to LABEL [--answers ANSWERS.json [--trace]]"],
    summary: "Plays the chat in the terminal.",
    details: `--answers     plays a JSON object of answers by label, and prints the labels of the shown instructions, one per line. An action's answer is
              its outcome, or an object of its results; those of a CRM authentication are then available as crm.key. The entry
              "metadata", {"metadata": {"key": "value"}}, sets the metadata of the respondent.
--trace       adds, for each instruction, its condition, the values that the condition refers to, and whether the instruction was shown.
--to          prints answers that lead to the instruction, in the form that --answers takes. With --answers (- for standard input), it
              plays these answers until the instruction is shown, and then stops; exit code 1 if it is not shown.`,
    examples: [
      "run mine.json",
      "run mine.json --to too_young > answers.json",
      "run mine.json --to too_young --answers answers.json --trace",
    ],
  },
  backup: {
    usage: ["backup FILE"],
    summary: "Writes all data of the server that the settings (DATA_DIR, …) describe to FILE.",
    details: "Stop the server first if it uses the embedded database. FILE contains the server's secret key: store it safely.",
    examples: ["backup all.backup"],
  },
  restore: {
    usage: ["restore FILE"],
    summary: "Loads a backup into an empty server.",
    examples: ["restore all.backup"],
  },
}

const program = "conversation-admin"

/** Returns the help of a command, or that of all commands if there is no such command. */
export const formatHelp = (command: string | undefined): string => {
  const help = command !== undefined && Object.hasOwn(commandHelps, command) ? commandHelps[command] : undefined
  return help === undefined ? formatCommandList() : formatCommand(help)
}

const formatCommand = ({ usage, summary, details, examples }: CommandHelp): string =>
  [
    usage.map((line) => `${program} ${line}\n`).join(""),
    `${summary}\n${details === undefined ? "" : `${details}\n`}`,
    `Examples:\n${examples.map((line) => `  ${program} ${line}\n`).join("")}`,
  ].join("\n")

const formatCommandList = (): string =>
  [
    `${program}: checks, fixes, compares, prints and plays the files of conversational surveys.\n`,
    ...Object.values(commandHelps).map(
      ({ usage, summary }) => `${usage.map((line) => `  ${program} ${line}\n`).join("")}      ${summary}\n`,
    ),
    `  ${program} COMMAND --help\n      Prints the options and examples of a command.\n`,
    `  ${program} --help | --version\n`,
  ].join("\n")
