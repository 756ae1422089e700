// A list of a million people with four columns, three of which must be unique: reading it, mapping its columns and finding every duplicate,
// against papaparse with a Set for each of these columns. Measures CPU time and peak memory, each side in a process of its own.
import { spawnSync } from "node:child_process"
import { mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Papa from "papaparse"
import { createLinkGenerator } from "../../adapters/browser/link-generation/link-generator.ts"
import { detectedFormat } from "../../domain/links/participant-list.ts"
import { type Figure, median } from "./figure.ts"

const people = 1_000_000
const rounds = 3

type Spent = { readonly cpu: number; readonly memory: number }

export const bench = async (): Promise<ReadonlyArray<Figure>> => {
  const folder = mkdtempSync(join(tmpdir(), "people-bench-"))
  try {
    const path = join(folder, "people.csv")
    const line = (i: number) => `p${i % (people - 1)}@example.org;K${i};+316${i};Jan ${i}`
    writeFileSync(path, ["E-mail;Klantnummer;Telefoon;Voornaam", ...Array.from({ length: people }, (_, i) => line(i))].join("\r\n"))
    const [ours, peers]: [Array<Spent>, Array<Spent>] = [[], []]
    for (let round = 0; round < rounds; round++) {
      ours.push(inProcess("ours", path))
      peers.push(inProcess("peer", path))
    }
    const middle = (of: ReadonlyArray<Spent>, what: keyof Spent) => median(of.map((it) => it[what]))
    return [
      { name: `list of ${people} people: processor`, unit: "ms", target: 0.33, ours: middle(ours, "cpu"), floor: middle(peers, "cpu") },
      { name: "the same: memory", unit: "kB", target: 0.5, ours: middle(ours, "memory"), floor: middle(peers, "memory") },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const inProcess = (who: keyof typeof ways, path: string): Spent => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, who, path], { encoding: "utf8" })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

const ways = {
  ours: async (path: string): Promise<number> => {
    const never = () => Promise.reject(new Error("nothing is sent"))
    const generator = createLinkGenerator({ makeLinks: never, makeUniqueLinks: never }, () => "run")
    const file = new File([await openAsBlob(path)], "people.csv")
    await generator.read({ file, settings: detectedFormat }, new AbortController().signal, () => undefined)
    const mapping = ["profile.email", "profile.external_id", "profile.phone", "profile.first_name"] as const
    return (await generator.check({ mapping, isHeaded: true, leavesOut: false })).doubled
  },
  peer: async (path: string): Promise<number> => {
    const { data } = Papa.parse<ReadonlyArray<string>>(readFileSync(path, "utf8"))
    const seen = [new Set<string>(), new Set<string>(), new Set<string>()]
    let doubled = 0
    for (const cells of data.slice(1))
      for (const [column, keys] of seen.entries()) {
        const key = (cells[column] ?? "").trim().toLowerCase()
        if (keys.has(key)) doubled++
        keys.add(key)
      }
    return doubled
  },
} as const

const [who, path] = process.argv.slice(2)
if (process.argv[1] === import.meta.filename && (who === "ours" || who === "peer") && path !== undefined) {
  const doubled = await ways[who](path)
  if (doubled !== 1) throw new Error(`${who} found ${doubled} duplicates`)
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  console.log(JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS }))
}
