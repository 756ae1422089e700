// The command line tool as whole processes, against the minimum that any program reading the same files needs.
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { sha256 } from "../../adapters/cli/input-files.ts"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import { sealScriptFile } from "../../domain/files/script-file.ts"
import { type Figure, median } from "./figure.ts"
import { longScriptInstruction } from "./long-script.ts"

const root = resolve(import.meta.dirname, "../..")
const tool = join(root, "adapters/cli/bin.cjs")
const rounds = 15
const manyRounds = 3
const manyFiles = 10_000

/** Reads, hashes (SHA-256) and parses each file: the minimum that any check of a sealed JSON file needs. */
const floorProgram = `
import { createHash } from "node:crypto"
import { readFileSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
const [path] = process.argv.slice(2)
const files = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path]
for (const file of files) {
  const bytes = readFileSync(file)
  createHash("sha256").update(bytes).digest("hex")
  JSON.parse(bytes.toString("utf8"))
}
`

export const bench = async (): Promise<ReadonlyArray<Figure>> => {
  await buildStaleTargets(["tool"])
  const folder = mkdtempSync(join(tmpdir(), "bench-tool-"))
  try {
    const empty = join(folder, "empty.mjs")
    const floor = join(folder, "floor.mjs")
    writeFileSync(empty, "")
    writeFileSync(floor, floorProgram)
    const one = join(folder, "one.json")
    writeFileSync(one, await fileOf(100_000))
    const many = join(folder, "many")
    mkdirSync(many)
    // Every file is a different script, so that caching cannot help.
    for (let i = 0; i < manyFiles; i++) writeFileSync(join(many, `${i}.json`), await fileOf(20_000, i * 1000))
    const compare = (name: string, target: number, ours: ReadonlyArray<string>, other: ReadonlyArray<string>, times: number): Figure => {
      const [own, theirs]: readonly [Array<number>, Array<number>] = [[], []]
      for (let round = 0; round <= times; round++) {
        const [a, b] = [timed(ours), timed(other)]
        if (round === 0) continue // warms the caches of both
        own.push(a)
        theirs.push(b)
      }
      return { name, unit: "ms", ours: median(own), floor: median(theirs), target }
    }
    return [
      compare("start alone, against an empty script", 1.15, [tool, "--version"], [empty], rounds),
      compare(`check a file of ${kilobytes(one)} kB`, 1.25, [tool, "check", one], [floor, one], rounds),
      compare(
        `check ${manyFiles} files of ${kilobytes(join(many, "0.json"))} kB, against one thread`,
        1.1,
        [tool, "check", many],
        [floor, many],
        manyRounds,
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A valid script file of about this many bytes; the names of its instructions are numbered from `from`. */
const fileOf = async (bytes: number, from = 0): Promise<string> => sealed(Math.round(bytes / (await bytesOfEach())), from)

const sealed = async (count: number, from: number): Promise<string> => {
  const instructions = Array.from({ length: count }, (_, i) => longScriptInstruction(i, from))
  const text = await sealScriptFile({ name: "Bench", public_name: "", language: "nl", instructions }, sha256)
  if (text === undefined) throw new Error("the script has no canonical form")
  return text
}

let bytesOfOne: number | undefined
const bytesOfEach = async (): Promise<number> => {
  bytesOfOne ??= (await sealed(200, 0)).length / 200
  return bytesOfOne
}

const kilobytes = (path: string): number => Math.round(readFileSync(path).length / 1000)

const timed = (args: ReadonlyArray<string>): number => {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] })
  const took = performance.now() - start
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr.toString()}`)
  return took
}
