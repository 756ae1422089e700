// The two packages, the domain and the command line tool, packed and installed in another project, and the examples of domain/README.md.
import { execFile } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"

const root = resolve(import.meta.dirname, "../..")
const run = promisify(execFile)

const packageNames = ["@conversation-admin/domain", "conversation-admin"] as const
/** A project outside the repository in which only the two packages are installed, and `effect`, the only dependency. */
const elsewhere = mkdtempSync(join(tmpdir(), "packages-"))
const tarballs = join(elsewhere, "tarballs")

beforeAll(async () => {
  await buildStaleTargets(["tool", "domain"])
  mkdirSync(tarballs)
  // Without its script, npm does not build again what is built.
  const options = ["--ignore-scripts", "--pack-destination", tarballs, "--json"]
  const { stdout } = await run("npm", ["pack", ...packageNames.flatMap((name) => ["-w", name]), ...options], { cwd: root })
  const packed: ReadonlyArray<{ readonly name: string; readonly filename: string }> = Object.values(JSON.parse(stdout))
  for (const { name, filename } of packed) {
    const folder = join(elsewhere, "node_modules", name)
    mkdirSync(folder, { recursive: true })
    await run("tar", ["-xzf", join(tarballs, filename), "-C", folder, "--strip-components=1"])
  }
  symlinkSync(join(root, "node_modules/effect"), join(elsewhere, "node_modules/effect"), "junction")
})
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }))

const program = async (name: string, code: string): Promise<string> => {
  const file = join(elsewhere, name)
  writeFileSync(file, code)
  const { stdout, stderr } = await run(process.execPath, [file], { cwd: elsewhere })
  expect(stderr).toBe("")
  return stdout
}

const readManifest = (path: string): { readonly version: string; readonly engines: unknown } =>
  JSON.parse(readFileSync(join(root, path), "utf8"))

test("both packages have the version and the engines of the console", () => {
  const { version, engines } = readManifest("package.json")
  for (const path of ["domain/package.json", "adapters/cli/package.json"]) expect(readManifest(path)).toMatchObject({ version, engines })
})

/** Checks a file of the corpus with the domain, and prints the number of its findings. */
const checkingProgram = `import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { checkFile } from "@conversation-admin/domain/check"
const sha256 = async (text) => createHash("sha256").update(text).digest()
console.log((await checkFile(readFileSync(process.argv[2], "utf8"), sha256)).length)
`
const badFile = join(root, "tests/fixtures/corpus/bad/names.json")

/** Uses both packages of a project with a Node: what the program above prints, and the exit codes of the tool for a bad and a good file. */
const usePackages = async (project: string, node: string) => {
  const file = join(project, "checking.mjs")
  writeFileSync(file, checkingProgram)
  const tool = join(project, "node_modules/conversation-admin/bin.cjs")
  const runTool = (...args: ReadonlyArray<string>) =>
    run(node, [tool, ...args], { cwd: project }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { readonly code: number; readonly stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    )
  return {
    findings: (await run(node, [file, badFile], { cwd: project })).stdout.trim(),
    bad: (await runTool("check", badFile)).code,
    good: (await runTool("check", join(root, "tests/fixtures/corpus/good"))).code,
    version: (await runTool("--version")).stdout.trim(),
  }
}
const expectedUse = { findings: "4", bad: 1, good: 0, version: readManifest("package.json").version }

describe("the packages", () => {
  test("run from where they are installed", async () => {
    expect(await usePackages(elsewhere, process.execPath)).toEqual(expectedUse)
  })

  test("contain no sources and no tests, and the license", () => {
    for (const name of packageNames) {
      const files = readdirSync(join(elsewhere, "node_modules", name), { recursive: true }).map(String)
      expect(files).toContain("LICENSE")
      expect(files).toContain("README.md")
      expect(files.filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))).toEqual([])
    }
  })

  test("have a source map with the source for each module of the domain", () => {
    const dist = join(elsewhere, "node_modules/@conversation-admin/domain/dist")
    const modules = readdirSync(dist, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith(".js"))
    expect(modules.length).toBeGreaterThan(200)
    for (const file of modules) {
      expect(existsSync(join(dist, file.replace(/js$/, "d.ts")))).toBe(true)
      const map: { readonly sourcesContent: ReadonlyArray<string> } = JSON.parse(readFileSync(join(dist, `${file}.map`), "utf8"))
      expect(map.sourcesContent).toHaveLength(1)
    }
  })

  test("say where backups are made", async () => {
    const tool = join(elsewhere, "node_modules/conversation-admin/bin.cjs")
    await expect(run(process.execPath, [tool, "backup", "all.backup"], { cwd: elsewhere })).rejects.toMatchObject({
      code: 2,
      stderr: "conversation-admin: backup needs the server: run it in the server's checkout\n",
    })
  })

  test("are installed by npm, and run on Node 20, 22 and 24", { tags: ["long"] }, async ({ skip }) => {
    const project = join(elsewhere, "installed")
    mkdirSync(project)
    writeFileSync(join(project, "package.json"), '{ "private": true }')
    const install = (...names: ReadonlyArray<string>) => run("npm", ["install", "--no-audit", "--no-fund", ...names], { cwd: project })
    const platform = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`
    const versions = ["20.19.5", "22.20.0", "24.10.0"]
    const nodes = versions.map((version) => `node-${version}@npm:node-${platform}@${version}`)
    const registry = await install(...nodes).catch((error: Error) => error)
    if (registry instanceof Error) return skip(`the registry has no Node for ${platform}: ${registry.message.split("\n")[0]}`)
    await install(...readdirSync(tarballs).map((file) => join(tarballs, file)))
    for (const version of versions) {
      const node = join(project, `node_modules/node-${version}/bin/node`)
      expect((await run(node, ["--version"])).stdout.trim()).toBe(`v${version}`)
      expect(await usePackages(project, node)).toEqual(expectedUse)
    }
  })

  test("the check is at most 110 kB of a browser bundle, compressed", { tags: ["long"] }, async () => {
    const entry = join(elsewhere, "browser.mjs")
    writeFileSync(entry, 'export { checkFile } from "@conversation-admin/domain/check"\n')
    const { build } = await import("vite")
    const outDir = join(elsewhere, "bundle")
    await build({
      configFile: false,
      root: elsewhere,
      logLevel: "warn",
      build: { outDir, lib: { entry, formats: ["es"], fileName: "bundle" }, minify: true },
    })
    const [file = ""] = readdirSync(outDir)
    const code = readFileSync(join(outDir, file))
    expect(code.toString()).not.toMatch(/(?:from|import)\s*\(?\s*["']node:/)
    expect(statSync(join(outDir, file)).size).toBeGreaterThan(100_000)
    expect(gzipSync(code).length).toBeLessThan(110_000)
  })
})

const subjects = readdirSync(join(root, "domain/public"))
  .map((file) => basename(file, ".ts"))
  .sort()
/** Folders that other programs use only through the subjects. */
const internalFolders = ["date", "editing", "findings", "flow", "json", "preview", "revisions", "schema", "text"]
const folders = readdirSync(join(root, "domain"), { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && !["public", "dist"].includes(entry.name),
)

describe("the domain", () => {
  test("has every folder as a subject or as an internal folder", () => {
    expect(folders.length).toBeGreaterThan(15)
    expect(folders.map(({ name }) => name).filter((name) => !subjects.includes(name))).toEqual(internalFolders)
  })

  test.each(subjects)("lists the exports of %s one by one", (subject) => {
    const source = readFileSync(join(root, `domain/public/${subject}.ts`), "utf8")
    const code = source.replace(/^\/\/.*$/gm, "")
    expect(code.replace(/export (?:type )?\{[^}]+\} from "\.\.\/[\w./-]+\.ts"/g, "").trim()).toBe("")
  })

  test("exports names from every subject to another program", async () => {
    const imports = subjects.map((subject, i) => `import * as s${i} from "@conversation-admin/domain/${subject}"`)
    const printed = await program(
      "subjects.mjs",
      `${imports.join("\n")}\nconsole.log(JSON.stringify([${subjects.map((_, i) => `Object.keys(s${i})`).join(",")}]))`,
    )
    const exportedNames: ReadonlyArray<ReadonlyArray<string>> = JSON.parse(printed)
    expect(exportedNames).toHaveLength(subjects.length)
    for (const names of exportedNames) expect(names.length).toBeGreaterThan(0)
    expect(exportedNames[subjects.indexOf("pacing")]).toEqual(expect.arrayContaining(["estimateDuration", "listSlowestInstructions"]))
  })

  test.each(["conditions/parse", "script/script", "check-file", "public/script", "dist/public/script"])(
    "does not export %s",
    async (path) => {
      await expect(program("inside.mjs", `import "@conversation-admin/domain/${path}"`)).rejects.toThrow(
        /ERR_MODULE_NOT_FOUND|ERR_PACKAGE_PATH_NOT_EXPORTED/,
      )
    },
  )

  test("comes with types for both module resolutions", { tags: ["long"] }, async () => {
    const all = subjects.map(
      (subject, i) => `import * as s${i} from "@conversation-admin/domain/${subject}"\nexport type S${i} = typeof s${i}`,
    )
    const typedProgram = `import { estimateDuration } from "@conversation-admin/domain/pacing"
import type { AuthoredScript } from "@conversation-admin/domain/script"
export const least = (script: AuthoredScript): number => estimateDuration(script).minSeconds`
    writeFileSync(join(elsewhere, "right.mts"), [...all, typedProgram].join("\n"))
    writeFileSync(join(elsewhere, "wrong.mts"), typedProgram.replace("): number", "): string"))
    const compiler = join(root, "node_modules/typescript/bin/tsc")
    const options = ["--noEmit", "--strict", "--target", "es2023", "--types", "", "right.mts", "wrong.mts"]
    for (const [module, resolution] of [
      ["node16", "node16"],
      ["esnext", "bundler"],
    ]) {
      const args = [compiler, "--module", module ?? "", "--moduleResolution", resolution ?? "", ...options]
      const compilerOutput: string = await run(process.execPath, args, { cwd: elsewhere }).then(
        ({ stdout }) => stdout,
        (error: { readonly stdout: string }) => error.stdout,
      )
      expect(compilerOutput.trim().split("\n")).toEqual([
        expect.stringContaining("wrong.mts(3,58): error TS2322: Type 'number' is not assignable"),
      ])
    }
  })
})

describe("the README of the domain", () => {
  const readme = readFileSync(join(root, "domain/README.md"), "utf8")
  const examples = [...readme.matchAll(/```ts\n([^]+?)```\n\n```text\n([^]+?)```/g)].map(([, code = "", output = ""]) => ({ code, output }))
  /** In the repository, since the examples read its files. */
  const folder = join(root, ".build", `examples-${process.pid}`)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test("has three examples", () => {
    expect(examples).toHaveLength(3)
  })

  test.each(examples.map(({ code, output }, i) => [i + 1, code, output] as const))(
    "states the output of example %i",
    async (i, code, output) => {
      mkdirSync(folder, { recursive: true })
      const file = join(folder, `${i}.mts`)
      writeFileSync(file, code)
      const { stdout, stderr } = await run(process.execPath, [file], { cwd: root })
      expect({ stdout, stderr }).toEqual({ stdout: output, stderr: "" })
    },
  )

  test("has examples that type-check", async () => {
    mkdirSync(folder, { recursive: true })
    const files = examples.map(({ code }, i) => {
      writeFileSync(join(folder, `${i}.mts`), code)
      return `${i}.mts`
    })
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2024", "--module", "nodenext"]
    const types = ["--ignoreConfig", "--types", "node", "--typeRoots", join(root, "node_modules/@types")]
    const compiler = join(root, "node_modules/typescript/bin/tsc")
    const { stdout } = await run(process.execPath, [compiler, ...options, ...types, ...files], { cwd: folder }).catch(
      (error: { readonly stdout: string }) => error,
    )
    expect(stdout.trim()).toBe("")
  })
})
