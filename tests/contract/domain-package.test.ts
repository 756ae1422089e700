// The domain as a package of another program, and the examples of domain/README.md.
import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, describe, expect, test } from "vitest"

const root = resolve(import.meta.dirname, "../..")
const run = promisify(execFile)

/** A folder outside the repository in which only the package is installed. */
const elsewhere = mkdtempSync(join(tmpdir(), "domain-package-"))
mkdirSync(join(elsewhere, "node_modules/@conversation-admin"), { recursive: true })
symlinkSync(join(root, "domain"), join(elsewhere, "node_modules/@conversation-admin/domain"), "junction")
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }))

const program = async (name: string, code: string): Promise<string> => {
  const file = join(elsewhere, name)
  writeFileSync(file, code)
  const { stdout, stderr } = await run(process.execPath, [file], { cwd: elsewhere })
  expect(stderr).toBe("")
  return stdout
}

const subjects = readdirSync(join(root, "domain/public"))
  .map((file) => basename(file, ".ts"))
  .sort()
/** Folders that other programs use only through the subjects. */
const internalFolders = ["date", "editing", "findings", "flow", "json", "preview", "revisions", "schema", "text"]
const folders = readdirSync(join(root, "domain"), { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== "public")

describe("the package", () => {
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

  test.each(["conditions/parse", "script/script", "check-file", "public/script", "package.json"])("does not export %s", async (path) => {
    await expect(program("inside.mjs", `import "@conversation-admin/domain/${path}"`)).rejects.toThrow("ERR_MODULE_NOT_FOUND")
  })

  test("cannot be copied into node_modules, as the README says", async () => {
    const installed = join(elsewhere, "installed")
    const copy = join(installed, "node_modules/@conversation-admin/domain")
    cpSync(join(root, "domain"), copy, { recursive: true })
    const file = join(installed, "program.mjs")
    writeFileSync(file, 'import "@conversation-admin/domain/pacing"')
    const refusal = "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING"
    await expect(run(process.execPath, [file], { cwd: installed })).rejects.toThrow(refusal)
    expect(readFileSync(join(root, "domain/README.md"), "utf8")).toContain(refusal)
  })

  test("comes with types", { tags: ["long"] }, async () => {
    const all = subjects.map(
      (subject, i) => `import * as s${i} from "@conversation-admin/domain/${subject}"\nexport type S${i} = typeof s${i}`,
    )
    const typedProgram = `import { estimateDuration } from "@conversation-admin/domain/pacing"
import type { AuthoredScript } from "@conversation-admin/domain/script"
export const least = (script: AuthoredScript): number => estimateDuration(script).minSeconds`
    writeFileSync(join(elsewhere, "right.mts"), [...all, typedProgram].join("\n"))
    writeFileSync(join(elsewhere, "wrong.mts"), typedProgram.replace("): number", "): string"))
    const compiler = join(root, "node_modules/typescript/bin/tsc")
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2024", "--module", "nodenext", "--allowImportingTsExtensions"]
    const compiling = run(process.execPath, [compiler, ...options, "--types", "", "right.mts", "wrong.mts"], { cwd: elsewhere })
    const compilerOutput: string = await compiling.then(
      ({ stdout }) => stdout,
      (error: { readonly stdout: string }) => error.stdout,
    )
    expect(compilerOutput.trim().split("\n")).toEqual([
      expect.stringContaining("wrong.mts(3,58): error TS2322: Type 'number' is not assignable"),
    ])
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
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2024", "--module", "nodenext", "--allowImportingTsExtensions"]
    const types = ["--ignoreConfig", "--types", "node", "--typeRoots", join(root, "node_modules/@types")]
    const compiler = join(root, "node_modules/typescript/bin/tsc")
    const { stdout } = await run(process.execPath, [compiler, ...options, ...types, ...files], { cwd: folder }).catch(
      (error: { readonly stdout: string }) => error,
    )
    expect(stdout.trim()).toBe("")
  })
})
