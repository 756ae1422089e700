// The layers: which folder may import which, where packages are used, what public pages load, and what is at the top of the repository.
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { describe, expect, test } from "vitest"

const root = join(import.meta.dirname, "..")
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter(Boolean)

type Layer = { readonly layers: ReadonlyArray<string>; readonly packages: ReadonlyArray<string> }
const layers: Readonly<Record<string, Layer>> = {
  domain: { layers: ["domain"], packages: ["effect/"] },
  machines: { layers: ["domain", "machines"], packages: ["xstate"] },
  adapters: { layers: ["domain", "adapters"], packages: ["*"] },
  ui: { layers: ["domain", "machines", "ui"], packages: ["*"] },
}
/** Adapters see each other only through the contract. */
const adapters = ["api", "browser", "public-pages", "cli", "server"]
/** The composition roots: the only files of ui that may see adapters. */
const isWiring = (file: string) => /^ui\/(.+\/)?[\w-]+-(wiring|worker)\.ts$|^ui\/[^/]+\/main\.tsx$/.test(file)

type Import = { readonly to: string; readonly kind: "value" | "type" | "lazy" }

/** The files that a file imports, each with whether only types are used and whether it is loaded later with `import()`. */
const importsOf = (file: string): ReadonlyArray<Import> => {
  const code = readFileSync(join(root, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
  const statements = [...code.matchAll(/^(?:import|export)\b(\s+type\b)?([^"';]*?)from\s*"([^"]+)"/gm)].map(
    ([, type, names = "", to = ""]) => {
      const listed = /^\s*\{([^}]*)\}\s*$/
        .exec(names)?.[1]
        ?.split(",")
        .map((name) => name.trim())
        .filter(Boolean)
      const isType = type !== undefined || (listed !== undefined && listed.length > 0 && listed.every((name) => name.startsWith("type ")))
      return { to, kind: isType ? ("type" as const) : ("value" as const) }
    },
  )
  const effects = [...code.matchAll(/^import\s*"([^"]+)"/gm)].map(([, to = ""]) => ({ to, kind: "value" as const }))
  const lazy = [...code.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g)].map(([, to = ""]) => ({ to, kind: "lazy" as const }))
  return [...statements, ...effects, ...lazy].map(({ to, kind }) => ({ to: to.startsWith(".") ? join(dirname(file), to) : to, kind }))
}

const imports = (file: string): ReadonlyArray<string> =>
  [...readFileSync(join(root, file), "utf8").matchAll(/(?:^|[\s;])(?:from|import)\s*\(?\s*"([^"\s,]+)"/g)].map(([, to = ""]) => to)

const breaches = (file: string, to: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [layer = "", adapter = ""] = file.split("/")
  const may = layers[layer]
  if (may === undefined) return []
  return to.filter((path) => {
    if (!path.startsWith("."))
      return !may.packages.some((name) => name === "*" || path === name || (name.endsWith("/") && path.startsWith(name)))
    const [target = "", sibling = ""] = relative(root, join(root, dirname(file), path)).split("/")
    if (target === "adapters" && layer === "ui") return !isWiring(file)
    if (target === "adapters" && layer === "adapters") return sibling !== adapter && adapters.includes(sibling)
    return !may.layers.includes(target) && !(isWiring(file) && target !== "tests")
  })
}

describe("layers", () => {
  const sources = tracked.filter((file) => /^(domain|machines|adapters|ui)\/.*\.tsx?$/.test(file))

  test("every import follows the arrows", () => {
    expect(sources.length).toBeGreaterThan(30)
    expect(sources.flatMap((file) => breaches(file, imports(file)).map((to) => `${file} imports ${to}`))).toEqual([])
  })

  test.each([
    ["domain/script/script.ts", "../../machines/port.ts"],
    ["domain/files/file-envelope.ts", "node:crypto"],
    ["domain/files/file-envelope.ts", "effect"], // the whole package, where a sub-path is meant
    ["machines/session/session-machine.ts", "../../adapters/api/http-client.ts"],
    ["machines/session/session-machine.ts", "react"],
    ["adapters/api/http-client.ts", "../server/main.ts"],
    ["adapters/server/main.ts", "../../machines/port.ts"],
    ["ui/console/shell/SignedInLayout.tsx", "../../../adapters/api/http-client.ts"],
    ["ui/console/console-wiring.ts", "../../tests/run.ts"],
  ])("%s may not import %s", (file, to) => {
    expect(breaches(file, [to])).toEqual([to])
  })
})

type Graph = ReadonlyMap<string, Iterable<string>>

/** Returns the groups of files or folders that import each other, directly or by way of others. */
const findCycles = (graph: Graph): ReadonlyArray<string> => {
  const reach = (start: string): ReadonlySet<string> => {
    const reached = new Set(graph.get(start))
    for (const name of reached) for (const to of graph.get(name) ?? []) reached.add(to)
    return reached
  }
  const reached = new Map([...graph.keys()].map((name) => [name, reach(name)]))
  const groups = [...reached].map(([name, others]) => [...others].filter((other) => reached.get(other)?.has(name)).toSorted())
  return [...new Set(groups.filter((group) => group.length > 0).map((group) => group.join(" ↔ ")))]
}

// A file that is loaded later with `import()` may use the one that loads it: both are complete by then.
describe("cycles", () => {
  const files = tracked.filter((file) => /^(domain|machines|adapters|ui)\/.*\.tsx?$/.test(file))
  const graph = new Map(files.map((file) => [file, importsOf(file).flatMap(({ to, kind }) => (kind === "lazy" ? [] : [to]))]))

  test("no files import each other, not even types", () => {
    expect(graph.size).toBeGreaterThan(30)
    expect(findCycles(graph)).toEqual([])
  })

  test("are noticed, and what only leads to them is not named", () => {
    const graphOfFive = { a: ["b"], b: ["c"], c: ["b", "d"], d: ["e"], e: ["d"] }
    expect(findCycles(new Map(Object.entries(graphOfFive)))).toEqual(["b ↔ c", "d ↔ e"])
  })
})

describe("folders of the domain", () => {
  const rows = readFileSync(join(root, "domain/README.md"), "utf8").match(/^\| `.*$/gm) ?? []
  const order = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([\w-]+)\/`/g)].map(([, name = ""]) => name))
  const files = tracked.filter((file) => /^domain\/.+\/.+\.ts$/.test(file))
  const getFolder = (file: string) => file.split("/")[1] ?? ""

  test("are all in the table of its README, and hold all its files", () => {
    expect(new Set(order)).toEqual(new Set(files.map(getFolder)))
    expect(tracked.filter((file) => /^domain\/[^/]+\.ts$/.test(file))).toEqual([])
  })

  test("import only folders before them in that table, not even types of others", () => {
    const isBefore = (file: string, to: string) => order.indexOf(getFolder(to)) <= order.indexOf(getFolder(file))
    const breaches = files.flatMap((file) =>
      importsOf(file).flatMap(({ to }) => (to.startsWith("domain/") && !isBefore(file, to) ? [`${file} imports ${to}`] : [])),
    )
    expect(breaches).toEqual([])
  })

  test("and their subfolders do not import each other", () => {
    const graph = new Map<string, ReadonlyArray<string>>()
    for (const file of files) {
      const targets = importsOf(file).flatMap(({ to }) => (to.startsWith("domain/") && dirname(to) !== dirname(file) ? [dirname(to)] : []))
      graph.set(dirname(file), [...(graph.get(dirname(file)) ?? []), ...targets])
    }
    expect(findCycles(graph)).toEqual([])
  })
})

/** Every file that an entry point loads before anything else is asked for. */
const loadedWith = (entry: string): ReadonlyArray<string> => {
  const loaded = new Set([entry])
  for (const file of loaded)
    if (tracked.includes(file)) for (const { to, kind } of importsOf(file)) if (kind === "value" && tracked.includes(to)) loaded.add(to)
  return [...loaded]
}

describe("public pages", () => {
  test.each(["ui/chat/main.tsx", "ui/stats/main.tsx"])("%s loads no module that creates Schemas", (entry) => {
    const loaded = loadedWith(entry)
    expect(loaded.length).toBeGreaterThan(20)
    expect(loaded.filter((file) => importsOf(file).some(({ to, kind }) => kind === "value" && to === "effect/Schema"))).toEqual([])
  })
})

test("the command line tool loads no domain module before it has parsed its command", () => {
  expect(loadedWith("adapters/cli/main.ts").toSorted()).toEqual([
    "adapters/cli/main.ts",
    "adapters/cli/package.json",
    "adapters/cli/terminal-output.ts",
  ])
})

test("the top level holds only the layers, the tests and the settings of tools", () => {
  const may = [
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
    "domain",
    "machines",
    "adapters",
    "ui",
    "tests",
    "README.md",
    "LICENSE",
    "biome.json",
  ]
  const there = new Set(tracked.map((file) => file.split("/")[0] ?? ""))
  expect([...there].filter((name) => !name.startsWith(".") && !may.includes(name))).toEqual([])
})

test("no file is named utils, helpers, common or index", () => {
  expect(tracked.filter((file) => /(^|\/)(utils?|helpers?|common|index)\.(tsx?|mts)$/.test(file))).toEqual([])
})
