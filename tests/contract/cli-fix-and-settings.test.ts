// The command `fix`, and the settings file of checks.
import { execFileSync, spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, beforeEach, describe, expect, test } from "vitest"
import { settingsFileName } from "../../domain/files/check-settings.ts"
import { runTool } from "../fixtures/command-line-tool.ts"

const corpus = resolve(import.meta.dirname, "../fixtures/corpus")
const namesFile = join(corpus, "bad/names.json")
const folder = mkdtempSync(join(tmpdir(), "fix-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let file: string
beforeEach(() => {
  rmSync(join(folder, settingsFileName), { force: true })
  mkdirSync(join(folder, "scripts"), { recursive: true })
  file = join(folder, "scripts/names.json")
  copyFileSync(namesFile, file)
})

describe("conversation-admin fix", () => {
  test("fixes names, seals the file, keeps its indentation, and says what it fixed", async () => {
    const { out, err, code } = await runTool(["fix", join(folder, "scripts")])
    expect({ err, code }).toEqual({ err: "", code: 0 })
    expect(out).toContain(`${file}:/payload/instructions/0/label fixed name-syntax `)
    expect(out).toMatch(/\n4 fixed, 0 errors and 0 warnings left\n$/)
    expect(await runTool(["check", file])).toEqual({ out: "1 files, 0 errors, 0 warnings\n", err: "", code: 0 })
    const indent = /\n(\s+)"payload"/
    expect(indent.exec(readFileSync(file, "utf8"))?.[1]).toBe(indent.exec(readFileSync(namesFile, "utf8"))?.[1])
    const before = readFileSync(file, "utf8")
    expect((await runTool(["fix", file])).out).toBe("0 fixed, 0 errors and 0 warnings left\n")
    expect(readFileSync(file, "utf8")).toBe(before)
  })

  test("changes no file with --dry-run", async () => {
    const { out, code } = await runTool(["fix", "--dry-run", file])
    expect(code).toBe(0)
    expect(out).toMatch(/\n4 can be fixed, 0 errors and 0 warnings left\n$/)
    expect(readFileSync(file, "utf8")).toBe(readFileSync(namesFile, "utf8"))
  })

  test("leaves a file with a wrong checksum as it is, unless --unsealed accepts it", async () => {
    const edited = readFileSync(file, "utf8").replace("een naam", "mijn naam")
    writeFileSync(file, edited)
    const refused = await runTool(["fix", file])
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining(" error checksum-mismatch ") })
    expect(readFileSync(file, "utf8")).toBe(edited)
    expect(await runTool(["fix", "--unsealed", file])).toMatchObject({ code: 0 })
    expect((await runTool(["check", file])).code).toBe(0)
  })

  test("says what only the author can decide, and exits with 1", async () => {
    copyFileSync(join(corpus, "bad/conditions.json"), file)
    const { out, code } = await runTool(["fix", file])
    expect(code).toBe(1)
    expect(out).toContain(" error condition-")
  })

  test.each([[["fix"]], [["fix", "-"]], [["fix", join(folder, "missing.json")]]])("cannot run as %j", async (args) => {
    expect(await runTool(args)).toMatchObject({ out: "", code: 2, err: expect.stringMatching(/^conversation-admin: .+\n$/) })
  })
})

describe("the hook of Git", () => {
  const hook = resolve(import.meta.dirname, "../../.github/hooks/pre-commit")
  const tool = `"${process.execPath}" "${resolve(import.meta.dirname, "../../adapters/cli/bin.cjs")}"`
  const runHook = (cwd: string) => {
    const launcher = join(folder, "tool")
    writeFileSync(launcher, `#!/bin/sh\nexec ${tool} "$@"\n`, { mode: 0o755 })
    const { status, stdout } = spawnSync("sh", [hook], { cwd, env: { ...process.env, CONVERSATION_ADMIN: launcher }, encoding: "utf8" })
    return { status, stdout }
  }

  test.skipIf(process.platform === "win32")("checks what is committed, and not what is in the folder", () => {
    const repository = mkdtempSync(join(folder, "repository-"))
    const git = (...args: ReadonlyArray<string>) => execFileSync("git", [...args], { cwd: repository })
    git("init", "--quiet")
    mkdirSync(join(repository, "scripts"))
    const script = join(repository, "scripts/names.json")
    copyFileSync(namesFile, script)
    expect(runHook(repository)).toEqual({ status: 0, stdout: "" })
    git("add", ".")
    copyFileSync(join(corpus, "good/every-type.json"), script)
    const refused = runHook(repository)
    expect(refused.status).toBe(1)
    expect(refused.stdout).toMatch(/^scripts\/names\.json:\d+:\d+: error: /)
    git("add", ".")
    expect(runHook(repository)).toMatchObject({ status: 0, stdout: "1 files, 0 errors, 0 warnings\n" })
  })
})

describe("the settings file", () => {
  const checkIn = (cwd: string, settings: unknown, ...args: ReadonlyArray<string>) => {
    writeFileSync(join(folder, settingsFileName), typeof settings === "string" ? settings : JSON.stringify(settings))
    return runTool(["check", ...args, file], "", join(folder, cwd))
  }

  test("sets the level of rules, in its folder and below", async () => {
    const settings = { rules: { "name-syntax": "off", "name-not-unique": "warning" } }
    for (const cwd of [".", "scripts"]) {
      const { out, code } = await checkIn(cwd, settings)
      expect(out).not.toContain("name-syntax")
      expect(out).toMatch(/ warning name-not-unique /)
      expect(out).toMatch(/1 files, 0 errors, 3 warnings\n$/)
      expect(code).toBe(0)
    }
  })

  test("leaves rules that are off out of a JUnit report", async () => {
    const { out } = await checkIn(".", { rules: { "name-syntax": "off" } }, "--format", "junit")
    expect(out).not.toContain('<testcase name="name-syntax"')
    expect(out).toContain('<testcase name="name-not-unique"')
  })

  test.each([
    ["{", /:.+JSON/],
    [{ rules: { "name-sintax": "off" } }, /:\/rules\/name-sintax no rule is called name-sintax; did you mean name-syntax\?/],
    [{ rules: { "name-syntax": "never" } }, /:\/rules\/name-syntax .*off, warning, error/],
    [{ rules: { structure: "off" } }, /:\/rules\/structure the level of structure cannot be set/],
    [{ rule: {} }, /:\/rule there is no setting rule/],
  ])("with the mistake %j ends the check with its place", async (settings, message) => {
    const { out, err, code } = await checkIn(".", settings)
    expect({ out, code }).toEqual({ out: "", code: 2 })
    expect(err).toMatch(message)
  })
})
