// The command line tool as people and CI servers run it: the real program, in a process of its own, on files on disk.
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, test } from "vitest"

const root = resolve(import.meta.dirname, "../..")
const demo = join(root, "adapters/server/demo/employee-pulse.en.json")
const folder = mkdtempSync(join(tmpdir(), "conversation-admin-tool-"))
const at = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = async (args: ReadonlyArray<string>, input = "") => {
  const child = spawn(process.execPath, [join(root, "adapters/cli/bin.mjs"), ...args], { cwd: root, stdio: "pipe" })
  child.stdin.end(input)
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((done) => child.once("exit", done)),
  ])
  return { out, err, code }
}

const write = (
  name: string,
  change: (file: { version: unknown; payload: { name: unknown; instructions: Array<Record<string, unknown>> } }) => unknown,
) => {
  const file = JSON.parse(readFileSync(demo, "utf8"))
  writeFileSync(at(name), JSON.stringify(change(file)))
  return at(name)
}
const sealed = async (...change: Parameters<typeof write>) => {
  const file = write(...change)
  expect(await run(["seal", file])).toEqual({ out: "", err: "", code: 0 })
  return file
}

beforeAll(async () => {
  write("tampered.json", (file) => ({ ...file, payload: { ...file.payload, name: "another" } }))
  write("old.json", (file) => ({ ...file, version: 1 }))
  writeFileSync(at("broken.json"), '{"version": 2,')
  writeFileSync(at("empty.json"), "")
  writeFileSync(at("binary.json"), Buffer.from([0xff, 0xfe, 0x00, 0x80]))
  await sealed("named.json", (file) => {
    const instructions = file.payload.instructions.map((it, place) => (place === 2 ? { ...it, label: "not a name" } : it))
    return { ...file, payload: { ...file.payload, instructions } }
  })
  await sealed("gap.json", (file) => {
    const last = file.payload.instructions.length - 1
    const instructions = file.payload.instructions.map((it, place) => (place === last ? { ...it, order: last + 5 } : it))
    return { ...file, payload: { ...file.payload, instructions } }
  })
})

describe("conversation-admin check", () => {
  test("a good file: the counts, exit code 0", async () => {
    expect(await run(["check", demo])).toEqual({ out: "1 files, 0 errors, 0 warnings\n", err: "", code: 0 })
  })

  test("a line per finding with its place, files in order, exit code 1", async () => {
    const { out, code } = await run(["check", folder])
    expect(out.split("\n").map((line) => line.replace(`${folder}/`, "").split(" ").slice(0, 3).join(" "))).toEqual([
      "binary.json: error unreadable",
      "broken.json: error not-json",
      "empty.json: error unreadable",
      expect.stringMatching(/^gap\.json:\/payload\/instructions\/\d+\/order warning order-gap$/),
      "named.json:/payload/instructions/2/label error name-syntax",
      "old.json:/version error unknown-version",
      "tampered.json:/checksum error checksum-mismatch",
      "7 files, 6",
      "",
    ])
    expect(out).toContain("We only support importing from version 2 of the style file.")
    expect(code).toBe(1)
  })

  test("standard input", async () => {
    expect(await run(["check", "-"], readFileSync(demo, "utf8"))).toMatchObject({ out: "1 files, 0 errors, 0 warnings\n", code: 0 })
    expect(await run(["check", "-"], "{")).toMatchObject({ out: expect.stringContaining("-: error not-json"), code: 1 })
  })

  test("JSON: one object of the contract's fields", async () => {
    const { out, code } = await run(["check", "--json", at("named.json"), demo])
    expect(JSON.parse(out)).toEqual({
      files: expect.arrayContaining([
        { file: demo, ok: true, findings: [] },
        {
          file: at("named.json"),
          ok: false,
          findings: [{ pointer: "/payload/instructions/2/label", severity: "error", rule: "name-syntax", message: expect.any(String) }],
        },
      ]),
      errors: 1,
      warnings: 0,
    })
    expect(code).toBe(1)
  })

  test("SARIF 2.1.0 and JUnit, as CI servers read them", async () => {
    const sarif = JSON.parse((await run(["check", "--format", "sarif", at("named.json")])).out)
    expect(sarif).toMatchObject({ version: "2.1.0", runs: [{ results: [{ ruleId: "name-syntax", level: "error" }] }] })
    expect(sarif.runs[0].tool.driver.rules[sarif.runs[0].results[0].ruleIndex].id).toBe("name-syntax")
    const { out } = await run(["check", "--format", "junit", at("named.json"), demo])
    expect(out).toMatch(/^<\?xml version="1\.0"[^]*<testsuites[^>]*tests="2" failures="1">[^]*name-syntax[^]*<\/testsuites>\n$/)
  })

  test("warnings: not an error, unless there are more than asked for; --quiet leaves their lines out", async () => {
    expect(await run(["check", at("gap.json")])).toMatchObject({ code: 0 })
    expect(await run(["check", "--max-warnings", "0", at("gap.json")])).toMatchObject({ code: 1 })
    expect(await run(["check", "--quiet", at("gap.json")])).toEqual({ out: "1 files, 0 errors, 1 warnings\n", err: "", code: 0 })
  })

  test.each([
    [["check"]],
    [["check", "no-such-file.json"]],
    [["check", "--format", "xml", demo]],
    [["check", "--max-warnings", "some", demo]],
    [["check", "--no-such-option", demo]],
    [["frobnicate"]],
    [[]],
    [["seal"]],
    [["seal", at("broken.json")]],
  ])("%j could not run: one line, exit code 2", async (args) => {
    const { out, err, code } = await run(args)
    expect({ out, code }).toEqual({ out: "", code: 2 })
    expect(err).toMatch(/^conversation-admin: .+\n$/)
  })

  test("help and version", async () => {
    expect(await run(["--help"])).toMatchObject({ out: expect.stringContaining("conversation-admin check FILE"), code: 0 })
    expect(await run(["--version"])).toMatchObject({
      out: `${JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version}\n`,
      code: 0,
    })
  })
})

test("conversation-admin seal writes the file with its checksum made right, elsewhere when asked to", async () => {
  const before = readFileSync(at("tampered.json"), "utf8")
  expect(await run(["seal", at("tampered.json"), "-o", at("sealed.tmp")])).toMatchObject({ code: 0 })
  expect(readFileSync(at("tampered.json"), "utf8")).toBe(before)
  expect(await run(["check", at("sealed.tmp")])).toMatchObject({ code: 0 })
})
