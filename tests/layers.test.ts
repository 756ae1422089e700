// The layers, as a test: who may import whom, which packages where, and what stands at the top of the house.
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

const imports = (file: string): ReadonlyArray<string> =>
  [...readFileSync(join(root, file), "utf8").matchAll(/(?:^|[\s;])(?:from|import)\s*\(?\s*"([^"\s,]+)"/g)].map(([, to = ""]) => to)

const breaches = (file: string, to: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [layer = "", adapter = ""] = file.split("/")
  const may = layers[layer]
  if (may === undefined) return []
  return to.filter((path) => {
    if (!path.startsWith("."))
      return !may.packages.some((name) => name === "*" || path === name || (name.endsWith("/") && path.startsWith(name)))
    const [aim = "", sibling = ""] = relative(root, join(root, dirname(file), path)).split("/")
    if (aim === "adapters" && layer === "ui") return !isWiring(file)
    if (aim === "adapters" && layer === "adapters") return sibling !== adapter && adapters.includes(sibling)
    return !may.layers.includes(aim) && !(isWiring(file) && aim !== "tests")
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

test("the top of the house holds what it may hold", () => {
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

test("no drawer is called utils, helpers, common or index", () => {
  expect(tracked.filter((file) => /(^|\/)(utils?|helpers?|common|index)\.(tsx?|mts)$/.test(file))).toEqual([])
})
