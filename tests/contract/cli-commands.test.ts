// The command line tool as a process of its own, on files on disk, run from its bundle and from its sources.
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type ReportFormat, reportFormats } from "../../adapters/cli/check-reports.ts"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import { rules } from "../../domain/findings/finding.ts"

const root = resolve(import.meta.dirname, "../..")
const corpus = join(root, "tests/fixtures/corpus")
/** Pointer, severity and rule of each finding, by file of the corpus. */
const expected: Readonly<Record<string, ReadonlyArray<readonly string[]>>> = JSON.parse(
  readFileSync(join(root, "tests/fixtures/expected-findings.json"), "utf8"),
)
const goodFile = join(corpus, "good/every-type.json")
const badNamesFile = join(corpus, "bad/names.json")
const warningFile = join(corpus, "bad/order.json")
const folder = mkdtempSync(join(tmpdir(), "conversation-admin-tool-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  await buildStaleTargets(["tool"])
})

const programs = { bundle: "adapters/cli/bin.cjs", sources: "adapters/cli/main.ts" } as const

const start = (program: string, args: ReadonlyArray<string>) =>
  spawn(process.execPath, [resolve(root, program), ...args], { cwd: root, stdio: "pipe" })

const runOf = async (program: string, args: ReadonlyArray<string>, input: string | Uint8Array = "") => {
  const child = start(program, args)
  child.stdin.on("error", () => {}) // a program that does not read its input closes it
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  return { out, err, code }
}
const run = (args: ReadonlyArray<string>, input?: string | Uint8Array) => runOf(programs.bundle, args, input)

type Row = { readonly file: string; readonly ok: boolean; readonly findings: ReadonlyArray<Record<string, string>> }
const rowsOf = (out: string): ReadonlyArray<Row> => JSON.parse(out).files

/** The file and the rule of every finding of a report. */
const rulesIn = {
  text: (out) => [...out.matchAll(/^(\S+?):(?:\/\S+)? error (\S+) /gm)].map(([, file = "", rule = ""]) => [file, rule]),
  json: (out) => rowsOf(out).flatMap(({ file, findings }) => findings.map(({ rule = "" }) => [file, rule])),
  sarif: (out) => {
    const { results }: { readonly results: ReadonlyArray<SarifResult> } = JSON.parse(out).runs[0]
    return results.map(({ ruleId, locations: [at] }) => [fileURLToPath(at.physicalLocation.artifactLocation.uri), ruleId])
  },
  junit: (out) =>
    [...out.matchAll(/<testsuite name="([^"]+)".*?<\/testsuite>/gs)].flatMap(([suite, file = ""]) =>
      [...suite.matchAll(/<failure[^>]*>(.*?)<\/failure>/gs)].flatMap(([, lines = ""]) =>
        lines.split("\n").map((line) => [file, line.split(" ")[1] ?? ""] as const),
      ),
    ),
  unix: (out) => [...out.matchAll(/^(\S+?):\d+:\d+: error: .* \[(\S+)\]$/gm)].map(([, file = "", rule = ""]) => [file, rule]),
  github: (out) =>
    [...out.matchAll(/^::error file=(\S+?),line=\d+,col=\d+,title=(\S+?)::/gm)].map(([, file = "", rule = ""]) => [file, rule]),
} satisfies Record<ReportFormat, (out: string) => ReadonlyArray<readonly [string, string]>>
type SarifResult = {
  readonly ruleId: string
  readonly locations: readonly [{ readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } } }]
}

type RelatedLocation = {
  readonly message: { readonly text: string }
  readonly logicalLocations: ReadonlyArray<{ readonly fullyQualifiedName: string }>
}

describe.each(Object.entries(programs))("conversation-admin check, run from its %s", (_, program) => {
  test("reports the expected findings for every file of the corpus", async () => {
    const { out, err, code } = await runOf(program, ["check", "--json", "tests/fixtures/corpus"])
    const rows = rowsOf(out).map(({ file, findings }) => [
      file.replace("tests/fixtures/corpus/", ""),
      findings.map(({ pointer, severity, rule }) => [pointer, severity, rule]),
    ])
    expect(Object.fromEntries(rows)).toEqual(expected)
    expect({ err, code }).toEqual({ err: "", code: 1 })
  })
})

describe("conversation-admin check", () => {
  test("prints the counts for valid files with exit code 0", async () => {
    expect(await run(["check", join(corpus, "good"), "adapters/server/demo"])).toEqual({
      out: "15 files, 0 errors, 0 warnings\n",
      err: "",
      code: 0,
    })
  })

  test("prints a line per finding with place, severity, rule and message, and exits with code 1", async () => {
    expect(await run(["check", "tests/fixtures/corpus/bad/tampered.json", "tests/fixtures/corpus/bad/order.json"])).toEqual({
      out: [
        "tests/fixtures/corpus/bad/order.json:/payload/instructions/1/order warning order-gap the order is 2, and should be 1",
        "tests/fixtures/corpus/bad/tampered.json:/checksum error checksum-mismatch The checksum of the imported file does not match the checksum of the file we have on file.",
        "2 files, 1 errors, 1 warnings",
        "",
      ].join("\n"),
      err: "",
      code: 1,
    })
  })

  test("[F6] [S9] states in JSON whether a finding blocks saving, only going live, or nothing", async () => {
    const { out } = await run(["check", "--json", join(corpus, "bad/conditions.json"), join(corpus, "bad/unfinished.json")])
    const blocks = rowsOf(out).map(({ findings }) => findings.map(({ rule, blocks: step }) => `${rule} ${step}`))
    expect(blocks).toEqual([
      ["condition-unknown-reference live", "condition-forward-reference live", "condition-never-true null", "condition-syntax live"],
      expect.arrayContaining(["empty-instruction save"]),
    ])
  })

  test("[C10] names the conditions that exclude each other, as text, JSON and SARIF", async () => {
    const file = "tests/fixtures/corpus/bad/contradiction.json"
    const message = "this is never shown, because its condition and that of “complaint” exclude each other"
    const because = [
      { pointer: "/payload/instructions/2/condition", condition: "rating <= 2 || return == 2" },
      { pointer: "/payload/instructions/3/condition", condition: "complaint == 1 && rating >= 4 && return == 1" },
    ]
    const { out, code } = await run(["check", file])
    expect(out.split("\n")[0]).toBe(`${file}:/payload/instructions/3 warning unreachable-instruction ${message}`)
    expect(code).toBe(0)
    expect(rowsOf((await run(["check", "--json", file])).out)[0]?.findings[0]).toMatchObject({ message, because })
    const [result] = JSON.parse((await run(["check", "--format", "sarif", file])).out).runs[0].results
    expect(
      result.relatedLocations.map((it: RelatedLocation) => ({
        pointer: it.logicalLocations[0]?.fullyQualifiedName,
        condition: it.message.text,
      })),
    ).toEqual(because)
    const lines = readFileSync(join(root, file), "utf8").split("\n")
    const { startLine } = result.relatedLocations[0].physicalLocation.region
    expect(lines[startLine - 1]).toContain("rating <= 2 || return == 2")
  })

  test("[C10] gives an example of what a conversation shows, and says which conditions leave the proof partial", async () => {
    const file = "tests/fixtures/corpus/bad/conversations.json"
    const { out } = await run(["check", file])
    expect(out.split("\n")[1]).toMatch(/recall-may-be-empty .* \(example: member=2\)$/)
    expect((await run(["check", "--format", "junit", file])).out).toMatch(/recall-may-be-empty [^\n]*\(example: member=2\)/)
    const [sarif] = JSON.parse((await run(["check", "--format", "sarif", file])).out).runs
    expect(sarif.results[1].message.text).toMatch(/\(example: member=2\)$/)
    const [row] = rowsOf((await run(["check", "--json", file])).out)
    expect(row?.findings[1]?.["example"]).toEqual({ answers: { member: 2 }, metadata: {}, needed: ["member"] })
    const [, recall] = JSON.parse((await run(["check", "--format", "sarif", file])).out).runs[0].results
    expect(recall.message.text).toMatch(/ \(example: member=2\)$/)
    expect(row).not.toHaveProperty("proof")
    const script = JSON.parse(readFileSync(join(root, file), "utf8"))
    script.payload.instructions[5].condition = "metadata.team contains '1' && metadata.team > 2"
    const open = join(folder, "open.json")
    writeFileSync(open, JSON.stringify(script))
    expect(rowsOf((await run(["check", "--json", open])).out)[0]).toMatchObject({
      proof: "partial",
      unproven: ["/payload/instructions/5/condition"],
    })
    expect((await run(["check", open])).out).toContain(`${open}: proof: partial, undecided: /payload/instructions/5/condition\n`)
    expect((await run(["check", file])).out).not.toContain("proof:")
    const notificationsOf = async (checked: string) =>
      JSON.parse((await run(["check", "--format", "sarif", checked])).out).runs[0].invocations[0].toolExecutionNotifications
    expect(await notificationsOf(open)).toMatchObject([
      {
        level: "note",
        message: { text: "proof: partial, undecided: /payload/instructions/5/condition" },
        locations: [{ logicalLocations: [{ fullyQualifiedName: "/payload/instructions/5/condition" }] }],
      },
    ])
    expect(await notificationsOf(file)).toEqual([])
    expect((await run(["check", "--format", "junit", open])).out).toMatch(
      /<system-out>[^<]*proof: partial, undecided: \/payload\/instructions\/5\/condition<\/system-out>/,
    )
  })

  test("reports each file once, sorted by path, and its findings sorted by place", async () => {
    const { out } = await run(["check", "--json", warningFile, corpus, badNamesFile, corpus])
    const rows = rowsOf(out)
    const files = rows.map(({ file }) => file)
    expect(files).toEqual([...new Set(files)].sort())
    expect(files).toHaveLength(Object.keys(expected).length)
    const places = rows.find(({ file }) => file === badNamesFile)?.findings.map(({ pointer }) => pointer)
    expect(places).toEqual([0, 1, 2, 3].map((place) => `/payload/instructions/${place}/label`))
  })

  test("checks standard input with or without a byte order mark", async () => {
    const bytes = readFileSync(goodFile)
    expect(await run(["check", "-"], bytes)).toEqual({ out: "1 files, 0 errors, 0 warnings\n", err: "", code: 0 })
    expect(await run(["check", "-"], `\ufeff${bytes.toString()}`)).toMatchObject({ code: 0 })
    expect(await run(["check", "-"], "{")).toMatchObject({ out: expect.stringMatching(/^-: error not-json /), code: 1 })
    expect(await run(["check", "-"], new Uint8Array([0xc3, 0x28]))).toMatchObject({
      out: expect.stringMatching(/^-: error not-json /),
      code: 1,
    })
  })

  test("prints one JSON object with --json or --format json", async () => {
    const { out, code } = await run(["check", "--format", "json", warningFile, goodFile])
    expect(JSON.parse(out)).toEqual({
      files: [
        {
          file: warningFile,
          ok: true,
          findings: [
            {
              pointer: "/payload/instructions/1/order",
              severity: "warning",
              rule: "order-gap",
              message: "the order is 2, and should be 1",
              blocks: null,
            },
          ],
        },
        { file: goodFile, ok: true, findings: [] },
      ],
      errors: 0,
      warnings: 1,
    })
    expect(code).toBe(0)
    expect(await run(["check", "--json", "--format", "json", warningFile, goodFile])).toEqual({ out, err: "", code })
  })

  test("prints SARIF 2.1.0 with rules, levels and the line of each finding", async () => {
    const { out } = await run(["check", "--format", "sarif", "tests/fixtures/corpus/bad/names.json", goodFile])
    const { version, runs } = JSON.parse(out)
    expect(version).toBe("2.1.0")
    expect(runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(rules)
    for (const { shortDescription, fullDescription, help } of runs[0].tool.driver.rules)
      expect([shortDescription.text, fullDescription.text, help.text, help.markdown].every((it) => it.length > 10)).toBe(true)
    const lines = readFileSync(badNamesFile, "utf8").split("\n")
    expect(runs[0].results).toHaveLength(4)
    for (const { ruleId, ruleIndex, level, locations } of runs[0].results) {
      expect(runs[0].tool.driver.rules[ruleIndex].id).toBe(ruleId)
      expect(level).toBe("error")
      const { artifactLocation, region } = locations[0].physicalLocation
      expect(artifactLocation.uri).toBe("tests/fixtures/corpus/bad/names.json")
      expect(lines[region.startLine - 1]?.slice(region.startColumn - 1)).toMatch(/^"(een naam|dubbel|DUBBEL|q5)"/)
    }
  })

  test("prints JUnit XML with a suite per file, a case per rule, errors as failures and warnings as output", async () => {
    const { out } = await run(["check", "--format", "junit", badNamesFile, goodFile, warningFile])
    const counts = (tests: number, failures: number) => `tests="${tests}" failures="${failures}" errors="0" skipped="0"`
    const opening = `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conversation-admin check" ${counts(3 * rules.length, 2)}>\n`
    expect(out.slice(0, opening.length)).toBe(opening)
    const suites = out.split("<testsuite ").slice(1)
    expect(suites.map((suite) => /tests="\d+" failures="\d+" errors="\d+" skipped="\d+"/.exec(suite)?.[0])).toEqual([
      counts(rules.length, 2),
      counts(rules.length, 0),
      counts(rules.length, 0),
    ])
    for (const suite of suites) expect([...suite.matchAll(/<testcase name="([^"]+)"/g)].map(([, name]) => name)).toEqual(rules)
    expect(suites[0]).toMatch(/<failure type="name-syntax" message="1 errors, 0 warnings">\/payload\/instructions\/0\/label name-syntax /)
    expect(suites[0]).toMatch(/<failure type="name-not-unique" message="3 errors, 0 warnings">/)
    expect(suites[1]).toContain("<system-out>/payload/instructions/1/order order-gap")
    expect(out).toMatch(/<\/testsuites>\n$/)
  })

  test("prints the line and column of each finding as compilers do, and as annotations of GitHub", async () => {
    const unix = (await run(["check", "--format", "unix", badNamesFile])).out
    const lines = readFileSync(badNamesFile, "utf8").split("\n")
    const places = [...unix.matchAll(/:(\d+):(\d+): error: .+ \[name-(?:syntax|not-unique)\]$/gm)]
    expect(places).toHaveLength(4)
    for (const [, line = "", column = ""] of places)
      expect(lines[Number(line) - 1]?.slice(Number(column) - 1)).toMatch(/^"(een naam|dubbel|DUBBEL|q5)"/)
    expect(unix).toMatch(/1 files, 4 errors, 0 warnings\n$/)
    const github = (await run(["check", "--format", "github", badNamesFile])).out
    expect([...github.matchAll(/line=(\d+),col=(\d+)/g)].map(([, ...place]) => place)).toEqual(places.map(([, ...place]) => place))
    const odd = join(folder, "50% of a,b:c.json")
    copyFileSync(badNamesFile, odd)
    expect((await run(["check", "--format", "github", odd])).out).toContain("50%25 of a%2Cb%3Ac.json,line=")
  })

  test.each(reportFormats)("reports files that nest too deeply or hold too many values, as %s", async (format) => {
    const hostile = join(folder, "hostile")
    mkdirSync(hostile, { recursive: true })
    writeFileSync(join(hostile, "deep.json"), "[".repeat(100_000) + "]".repeat(100_000))
    writeFileSync(join(hostile, "deep-fields.json"), `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)
    writeFileSync(join(hostile, "much.json"), `{"version":2,"payload":{"instructions":[${"{},".repeat(2_000_000)}{}]}}`)
    const { out, err, code } = await run(["check", "--format", format, hostile])
    expect({ err, code }).toEqual({ err: "", code: 1 })
    expect(out.split("this nests deeper than 200 levels").length + out.split("more than 2,000,000 values").length).toBeGreaterThan(4)
  })

  test("reports each of 130,000 duplicate fields", async () => {
    const file = join(folder, "duplicate-fields.json")
    writeFileSync(file, `{${'"a":1,'.repeat(130_000)}"payload":{}}`)
    const { out, err, code } = await run(["check", "--json", file])
    expect({ err, code }).toEqual({ err: "", code: 1 })
    expect(rowsOf(out)[0]?.findings).toHaveLength(129_999)
  })

  test.each(["json", "junit", "sarif", "unix", "github"])("prints no control or direction characters in a %s report", async (format) => {
    const file = join(folder, "direction\u202e\u009bname.json")
    writeFileSync(file, readFileSync(badNamesFile, "utf8").replace('"een naam"', JSON.stringify("label\u202e\u009b\u{e0041}")))
    const { out } = await run(["check", "--format", format, file])
    expect(out).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u)
    if (format === "json") expect(rowsOf(out)[0]?.file).toBe(file)
  })

  test("escapes file names and texts of files in reports", async () => {
    const file = join(folder, "hostile\u001b[31m<&>.json")
    const label = '\u001b[2J\n"]]>&<b>\u202e'
    writeFileSync(file, readFileSync(badNamesFile, "utf8").replace('"een naam"', JSON.stringify(label)))
    const line = (await run(["check", file])).out
    expect(["\u001b", "\u202e"].filter((character) => line.includes(character))).toEqual([])
    expect(line.split("\n").filter((reportLine) => reportLine.includes("name-syntax"))).toHaveLength(1)
    const xml = (await run(["check", "--format", "junit", file])).out
    expect(["<b>", "]]>", "\u001b"].filter((character) => xml.includes(character))).toEqual([])
    expect(JSON.parse((await run(["check", "--format", "sarif", file])).out).runs[0].results[1].message.text).toContain(label)
  })

  test("accepts a wrong and a missing checksum with --unsealed, and still reports everything else", async () => {
    const tampered = join(corpus, "bad/tampered.json")
    const missing = join(folder, "unsealed.json")
    writeFileSync(missing, readFileSync(badNamesFile, "utf8").replace(/,\s*"checksum":\s*"[^"]*"/, ""))
    expect(await run(["check", tampered])).toMatchObject({ code: 1 })
    expect(await run(["check", "--unsealed", tampered])).toEqual({ out: "1 files, 0 errors, 0 warnings\n", err: "", code: 0 })
    const findingsOf = async (...args: ReadonlyArray<string>) =>
      rowsOf((await run(["check", "--json", ...args])).out)[0]?.findings.map(({ pointer, rule }) => [pointer, rule])
    const expectedFindings = await findingsOf(badNamesFile)
    expect(expectedFindings?.length).toBeGreaterThan(0)
    expect(await findingsOf(missing)).not.toEqual(expectedFindings)
    expect(await findingsOf("--unsealed", missing)).toEqual(expectedFindings)
    expect(await findingsOf("--unsealed", join(corpus, "bad/cut-off.json"))).toEqual([["", "not-json"]])
  })

  test("fails on warnings only above --max-warnings and omits them with --quiet", async () => {
    expect(await run(["check", warningFile])).toMatchObject({ code: 0 })
    expect(await run(["check", "--max-warnings", "1", warningFile])).toMatchObject({ code: 0, err: "" })
    expect(await run(["check", "--max-warnings", "0", warningFile])).toMatchObject({
      code: 1,
      err: "conversation-admin: 1 warnings, where 0 are allowed\n",
    })
    expect(await run(["check", "--quiet", warningFile])).toEqual({ out: "1 files, 0 errors, 1 warnings\n", err: "", code: 0 })
    expect(rowsOf((await run(["check", "--quiet", "--json", warningFile])).out)).toEqual([{ file: warningFile, ok: true, findings: [] }])
  })

  test("checks the .json files at any depth of a folder, and no other files", async () => {
    const nest = join(folder, "nest/a/b")
    mkdirSync(join(folder, "nest/c.json"), { recursive: true })
    mkdirSync(nest, { recursive: true })
    copyFileSync(goodFile, join(nest, "x.json"))
    writeFileSync(join(nest, "notes.txt"), "{")
    expect(rowsOf((await run(["check", "--json", join(folder, "nest")])).out).map(({ file }) => file)).toEqual([join(nest, "x.json")])
  })

  test("visits a folder once despite circular links and ignores pipes in it", async () => {
    const ring = join(folder, "ring")
    mkdirSync(ring)
    copyFileSync(goodFile, join(ring, "x.json"))
    for (const name of ["a", "b"]) symlinkSync(ring, join(ring, name))
    if (process.platform !== "win32") execFileSync("mkfifo", [join(ring, "pipe.json")])
    expect(rowsOf((await run(["check", "--json", ring])).out).map(({ file }) => file)).toEqual([join(ring, "x.json")])
  })

  test("reports the same findings in the same order for many files on several threads", async () => {
    const many = join(folder, "many")
    mkdirSync(many)
    for (let i = 0; i < 150; i++) copyFileSync(i % 3 === 0 ? badNamesFile : goodFile, join(many, `${String(i).padStart(3, "0")}.json`))
    const { out, code } = await run(["check", "--json", many])
    const rows = rowsOf(out)
    expect(rows.map(({ file }) => file)).toEqual(Array.from({ length: 150 }, (_, i) => join(many, `${String(i).padStart(3, "0")}.json`)))
    expect(rows.map(({ findings }) => findings.length)).toEqual(Array.from({ length: 150 }, (_, i) => (i % 3 === 0 ? 4 : 0)))
    expect(JSON.parse(out)).toMatchObject({ errors: 200, warnings: 0 })
    expect(code).toBe(1)
    expect((await run(["check", many])).out).toMatch(/\n150 files, 200 errors, 0 warnings\n$/)
  })

  test("reports an unreadable file of a folder, checks the others and exits with code 2", async () => {
    const linkFolder = join(folder, "odd")
    mkdirSync(linkFolder)
    copyFileSync(goodFile, join(linkFolder, "b.json"))
    symlinkSync(join(folder, "gone.json"), join(linkFolder, "a.json"))
    const { out, code } = await run(["check", linkFolder])
    expect(out).toMatch(/^\S+a\.json: error unreadable .+\n2 files, 1 errors, 0 warnings\n$/)
    expect(code).toBe(2)
  })

  test("reports missing arguments and empty folders, checks the other arguments and exits with code 2", async () => {
    const bare = join(folder, "bare")
    mkdirSync(bare)
    const { out, err, code } = await run(["check", "no-such-file.json", goodFile, bare, "package.json/x.json", badNamesFile])
    expect({ err, code }).toEqual({ err: "", code: 2 })
    const lines = out.split("\n")
    expect(lines.filter((line) => line.includes(" unreadable "))).toEqual([
      expect.stringMatching(/bare: error unreadable .*no \.json file below/),
      expect.stringMatching(/^no-such-file\.json: error unreadable .*ENOENT/),
      expect.stringMatching(/^package\.json\/x\.json: error unreadable .*ENOTDIR/),
    ])
    expect(lines.filter((line) => line.startsWith(badNamesFile))).toHaveLength(4)
    expect(lines.at(-2)).toBe("5 files, 7 errors, 0 warnings")
    expect(await run(["check", "--json", "no-such-file.json"])).toMatchObject({
      out: expect.stringContaining(
        '"file":"no-such-file.json","ok":false,"findings":[{"pointer":"","severity":"error","rule":"unreadable"',
      ),
      err: "",
      code: 2,
    })
  })

  test.each(reportFormats)("reports unreadable files along with the findings of the others, as %s", async (format) => {
    const locked = join(folder, `locked-${format}.json`)
    const broken = join(folder, `broken-${format}.json`)
    copyFileSync(goodFile, locked)
    chmodSync(locked, 0o000)
    symlinkSync(join(folder, "nowhere.json"), broken)
    const missing = join(folder, `gone-${format}.json`)
    const isLocked = process.platform !== "win32" && process.getuid?.() !== 0 // root can read every file
    const unreadableFiles = [missing, broken, ...(isLocked ? [locked] : [])]
    const { out, err, code } = await run(["check", "--format", format, ...unreadableFiles, badNamesFile, goodFile])
    expect({ err, code }).toEqual({ err: "", code: 2 })
    const reported = rulesIn[format](out)
    for (const file of unreadableFiles) expect(reported).toContainEqual([file, "unreadable"])
    expect(reported.filter(([file]) => file === badNamesFile)).toHaveLength(4)
    expect(reported).toHaveLength(unreadableFiles.length + 4)
  })

  test.skipIf(process.platform === "win32")("reports a circular link as unreadable and reads from a pipe", async () => {
    const ring = join(folder, "ring-of-links")
    mkdirSync(ring)
    symlinkSync("self.json", join(ring, "self.json"))
    copyFileSync(goodFile, join(ring, "x.json"))
    const { out, code } = await run(["check", ring])
    expect(out).toMatch(/self\.json: error unreadable .*ELOOP.*\n2 files, 1 errors, 0 warnings\n$/)
    expect(code).toBe(2)
    const piped = `cat "${goodFile}" | "${process.execPath}" "${resolve(root, programs.bundle)}" check /dev/stdin`
    expect(execFileSync("sh", ["-c", piped]).toString()).toBe("1 files, 0 errors, 0 warnings\n")
  })

  test.skipIf(process.platform !== "linux")("checks files whose names are not UTF-8, in a folder and as arguments", async () => {
    const latin = join(folder, "latin")
    const name = (byte: number, ending = ".json") => Buffer.concat([Buffer.from(`${latin}/caf`), Buffer.from([byte]), Buffer.from(ending)])
    mkdirSync(latin)
    copyFileSync(goodFile, name(0xe9))
    copyFileSync(badNamesFile, name(0xe8))
    mkdirSync(name(0xea, ""))
    copyFileSync(goodFile, Buffer.concat([name(0xea, ""), Buffer.from("/x.json")]))
    const shownPath = `${latin}/caf\ufffd`
    const rows = rowsOf((await run(["check", "--json", latin])).out)
    expect(rows.map(({ file }) => file)).toEqual([`${shownPath}.json`, `${shownPath}.json`, `${shownPath}/x.json`])
    expect(rows.filter(({ ok }) => ok)).toHaveLength(2)
    const byShell = execFileSync("sh", ["-c", `"${process.execPath}" "${resolve(root, programs.bundle)}" check --json caf*.json || true`], {
      cwd: latin,
    })
    expect(rowsOf(byShell.toString()).map(({ file, findings }) => [file, findings.length])).toEqual([
      ["caf\ufffd.json", 4],
      ["caf\ufffd.json", 0],
    ])
  })

  test.skipIf(process.platform === "win32")("applies the size limit of files to standard input and to devices", async () => {
    for (const file of ["-", "/dev/stdin", "/dev/zero"]) {
      const command = `head -c 270000000 /dev/zero | "${process.execPath}" "${resolve(root, programs.bundle)}" check ${file}; echo $?`
      const printed = execFileSync("sh", ["-c", command], { cwd: root }).toString()
      expect(printed).toBe(`${file}: error unreadable the file cannot be read: larger than 256 MB\n1 files, 1 errors, 0 warnings\n2\n`)
    }
  })

  test("ends without a message when the reader closes its output", async () => {
    const child = start(programs.bundle, ["check", ...Array.from({ length: 3 }, () => corpus), join(folder, "many")])
    child.stdin.end()
    child.stdout.once("data", () => child.stdout.destroy())
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, "exit")])
    expect(err).toBe("")
    expect([1, 141]).toContain(code) // 141: ended by SIGPIPE
  })
})

describe("conversation-admin seal", () => {
  const sealing = async (name: string, content: string | Uint8Array) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    return { file, result: await run(["seal", file]) }
  }

  test("corrects the checksum in place and changes nothing else in the file", async () => {
    const before = readFileSync(join(corpus, "bad/tampered.json"), "utf8")
    const { file, result } = await sealing("to-seal.json", before)
    expect(result).toEqual({ out: "", err: "", code: 0 })
    expect(await run(["check", file])).toMatchObject({ code: 0 })
    const withoutChecksum = (content: string) => content.replace(/"[0-9A-F]{64}"/, '""')
    expect(withoutChecksum(readFileSync(file, "utf8"))).toBe(withoutChecksum(before))
  })

  test("writes to another file or to standard output on request", async () => {
    const source = join(corpus, "bad/tampered.json")
    const before = readFileSync(source, "utf8")
    const out = join(folder, "elsewhere.json")
    expect(await run(["seal", source, "-o", out])).toEqual({ out: "", err: "", code: 0 })
    expect(readFileSync(source, "utf8")).toBe(before)
    const sealed = readFileSync(out, "utf8")
    expect(await run(["check", out])).toMatchObject({ code: 0 })
    expect(await run(["seal", source, "-o", "-"])).toEqual({ out: sealed, err: "", code: 0 })
    expect(await run(["seal", "-"], before)).toEqual({ out: sealed, err: "", code: 0 })
  })

  test("seals several files, or none if one of them cannot be sealed", async () => {
    const before = readFileSync(join(corpus, "bad/tampered.json"), "utf8")
    const files = ["several-1.json", "several-2.json"].map((name) => join(folder, name))
    for (const file of files) writeFileSync(file, before)
    expect(await run(["seal", ...files, join(corpus, "bad/cut-off.json")])).toMatchObject({ out: "", code: 2 })
    expect(files.map((file) => readFileSync(file, "utf8"))).toEqual([before, before])
    expect(await run(["seal", ...files])).toEqual({ out: "", err: "", code: 0 })
    expect(await run(["check", ...files])).toMatchObject({ code: 0 })
  })

  test("seals a style file that has no checksum yet", async () => {
    const { file } = await sealing("style.json", '{"version":1,"payload":{"web":[],"stats":[]}}')
    expect(await run(["check", file])).toMatchObject({ code: 0 })
  })

  test.each(["seal", "outline", "run"])("refuses a folder, also for other commands that take one file: %s", async (command) => {
    const answers = command === "run" ? ["--answers", goodFile] : []
    expect(await run([command, folder, ...answers])).toEqual({
      out: "",
      err: `conversation-admin: ${folder}: is a folder, and here goes one file\n`,
      code: 2,
    })
  })

  test("seals the file that a symbolic link points to and keeps the link", async () => {
    const [file, link] = [join(folder, "linked.json"), join(folder, "link.json")]
    writeFileSync(file, readFileSync(join(corpus, "bad/tampered.json")))
    symlinkSync(file, link)
    expect((await run(["seal", link])).code).toBe(0)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect((await run(["check", file])).code).toBe(0)
  })

  test.skipIf(process.platform !== "linux")("reports a failed write to standard output in one line", async () => {
    const { err, code } = await new Promise<{ readonly err: string; readonly code: number | null }>((done) => {
      const child = spawn("sh", ["-c", `"${process.execPath}" "${resolve(root, programs.bundle)}" outline "${goodFile}" > /dev/full`], {
        cwd: root,
      })
      const parts: Array<string> = []
      child.stderr.on("data", (part) => parts.push(String(part)))
      child.on("exit", (code) => done({ err: parts.join(""), code }))
    })
    expect(err).toMatch(/^conversation-admin: ENOSPC[^\n]*\n$/)
    expect(code).toBe(2)
  })

  test("names the output file and the missing folder when it cannot write", async () => {
    const out = join(folder, "missing/folder/out.json")
    expect(await run(["seal", goodFile, "-o", out])).toEqual({
      out: "",
      err: `conversation-admin: ${out}: there is no folder ${dirname(out)}\n`,
      code: 2,
    })
    const below = join(goodFile, "out.json")
    expect(await run(["seal", goodFile, "-o", below])).toEqual({
      out: "",
      err: `conversation-admin: ${below}: there is no folder ${goodFile}\n`,
      code: 2,
    })
  })

  test("does not change a file that is not a script or style file", async () => {
    for (const [name, content] of [
      ["broken.json", "{"],
      ["list.json", "[]"],
      ["v1.json", '{"version":1,"payload":{"name":"a"}}'],
    ] as const) {
      const { file, result } = await sealing(name, content)
      expect(result).toMatchObject({ out: "", code: 2, err: expect.stringMatching(/^conversation-admin: .+\n$/) })
      expect(readFileSync(file, "utf8")).toBe(content)
    }
  })
})

describe("conversation-admin outline", () => {
  test("prints messages, questions and actions in order, with their conditions", async () => {
    const { out, err, code } = await run(["outline", goodFile])
    expect({ err, code }).toEqual({ err: "", code: 0 })
    expect(out).toContain("Voorbeeld\nnl, 16 instructions, ")
    expect(out).toContain("\n4. tevreden: Single choice\n   Ben je tevreden?\n     1  Ja\n     2  Nee\n")
    expect(out).toContain("\n6. beter: Open answer\n   if tevreden == 2 || count(beviel) < 2\n   Wat kan beter?\n")
    expect(out).toContain("\n2. q2: Image\n   [Een stip]\n")
    expect(out).toMatch(/: File\n(?: {3}.*\n)* {3}\(extensions png jpg jpeg gif svg, /)
    expect(out.match(/^\d+\. /gm)).toHaveLength(16)
    expect(out).not.toMatch(/\n\n\n|<p>/)
  })

  test("prints a long outline completely when another process makes the shared pipe non-blocking", async () => {
    const script = JSON.parse(readFileSync(goodFile, "utf8"))
    const longText = "woord ".repeat(500_000)
    script.payload.instructions[0].messages[0].content = `<p>${longText}einde</p>`
    const file = join(folder, "long.json")
    writeFileSync(file, JSON.stringify(script))
    await run(["seal", file])
    const sharing = join(folder, "sharing.mjs")
    const child = `spawn(process.execPath, [${JSON.stringify(join(root, programs.bundle))}, "outline", ${JSON.stringify(file)}], { stdio: "inherit" })`
    writeFileSync(sharing, `import { spawn } from "node:child_process"\n${child}\nprocess.stdout.write("")`)
    const { out, err } = await runOf(sharing, [])
    expect(err).toBe("")
    expect(out).toContain(`${longText}einde`)
    expect(out).toMatch(/\n16\. /)
  })

  test("prints the findings of a damaged file to standard error and no outline", async () => {
    expect(await run(["outline", join(corpus, "bad/tampered.json")])).toEqual({
      out: "",
      err: expect.stringMatching(/tampered\.json:\/checksum error checksum-mismatch .+\n$/),
      code: 1,
    })
  })
})

describe("the launcher", () => {
  /** A checkout whose bundle and sources print which of them runs. */
  const checkout = () => {
    const place = mkdtempSync(join(folder, "checkout-"))
    for (const folderName of ["adapters/cli/dist", "domain", ".build"]) mkdirSync(join(place, folderName), { recursive: true })
    copyFileSync(join(root, programs.bundle), join(place, programs.bundle))
    writeFileSync(join(place, "adapters/cli/main.ts"), 'const said: string = "sources"\nconsole.log(said)\n')
    writeFileSync(join(place, "domain/rule.ts"), "")
    writeFileSync(join(place, "adapters/cli/dist/main.cjs"), 'console.log("bundle")\n')
    writeFileSync(join(place, ".build/tool-sources.txt"), "adapters/cli/main.ts\ndomain/rule.ts")
    writeFileSync(join(place, ".build/tool.stamp"), "")
    return place
  }
  const runLauncher = async (place: string) => (await runOf(join(place, programs.bundle), ["check"])).out.trim()
  const touch = (file: string, seconds: number) => utimesSync(file, Date.now() / 1000 + seconds, Date.now() / 1000 + seconds)

  test("runs the bundle while it is up to date and otherwise the sources", async () => {
    const place = checkout()
    expect(await runLauncher(place)).toBe("bundle")
    touch(join(place, "domain/rule.ts"), 60)
    expect(await runLauncher(place)).toBe("sources")
    touch(join(place, ".build/tool.stamp"), 120)
    expect(await runLauncher(place)).toBe("bundle")
    rmSync(join(place, "domain/rule.ts"))
    expect(await runLauncher(place)).toBe("sources")
  })

  test("runs the sources when the bundle has no stamp, since it may be incomplete", async () => {
    const place = checkout()
    rmSync(join(place, ".build/tool.stamp"))
    expect(await runLauncher(place)).toBe("sources")
  })

  test("runs the sources when the bundle does not list its sources, as one of an older version", async () => {
    const place = checkout()
    rmSync(join(place, ".build/tool-sources.txt"))
    expect(await runLauncher(place)).toBe("sources")
  })

  test("lists every source of the bundle and renews the stamp when a build finds it up to date", async () => {
    const sources = readFileSync(join(root, ".build/tool-sources.txt"), "utf8").split("\n")
    expect(sources).toEqual(
      expect.arrayContaining(["adapters/cli/check-command.ts", "adapters/cli/check-thread.ts", "domain/check/script-rules.ts"]),
    )
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([])
    const stamp = join(root, ".build/tool.stamp")
    touch(stamp, -3600)
    expect(await buildStaleTargets(["tool"])).toEqual([])
    expect(Date.now() - statSync(stamp).mtimeMs).toBeLessThan(60_000)
  })
})

describe("conversation-admin", () => {
  test.each([
    [["check"]],
    [["check", "--format", "xml", goodFile]],
    [["check", "--json", "--format", "sarif", goodFile]],
    [["check", "--max-warnings", "some", goodFile]],
    [["check", "--max-warnings"]],
    [["check", "--no-such-option", goodFile]],
    [["chek", goodFile]],
    [["toString"]],
    [[]],
    [["outline"]],
    [["outline", goodFile, goodFile]],
    [["seal"]],
    [["seal", goodFile, goodFile, "-o", "-"]],
    [["seal", goodFile, "-"]],
    [["diff", goodFile]],
    [["diff", "-", "-"]],
    [["graph", goodFile, "--format", "svg"]],
    [["codebook", goodFile, goodFile]],
    [["seal", goodFile, "-o", join(folder, "no/such/folder.json")]],
    [["seal", "no-such-file.json"]],
    [["outline", "no\nsuch\u001b[2J.json"]],
  ])("rejects the arguments %j with one line and exit code 2", async (args) => {
    const { out, err, code } = await run(args)
    expect({ out, code }).toEqual({ out: "", code: 2 })
    expect(err).toMatch(/^conversation-admin: \P{Cc}+\n$/u)
  })

  test("prints its help and its version", async () => {
    for (const args of [["--help"], ["-h"], ["--help", "check"], ["no-such-command", "--help"]])
      expect(await run(args)).toMatchObject({ out: expect.stringContaining("conversation-admin check FILE"), err: "", code: 0 })
    const { out } = await run(["--help"])
    const names = [...new Set([...out.matchAll(/^  conversation-admin ([a-z]+)/gm)].map(([, name = ""]) => name))]
    expect((await run(["no-such-command"])).err).toContain(`The commands are ${names.join(", ")}\n`)
    for (const name of names) {
      const help = await run([name, "--help"])
      expect(help).toMatchObject({ err: "", code: 0 })
      expect(help.out).toMatch(new RegExp(`^conversation-admin ${name} `))
      expect(help.out).toMatch(new RegExp(`Examples:\\n(?:  conversation-admin ${name}.*\\n)+$`))
    }
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    expect(await run(["--version"])).toEqual({ out: `${version}\n`, err: "", code: 0 })
  })
})
