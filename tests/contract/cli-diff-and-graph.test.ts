// `diff`, `graph`, `codebook` and `rules` of the command line tool, as processes of their own, on files on disk.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { sha256 } from "../../adapters/cli/input-files.ts"
import { sealScriptFile } from "../../domain/files/script-file.ts"
import { rules } from "../../domain/findings/finding.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { runTool } from "../fixtures/command-line-tool.ts"
import { readCsv } from "../fixtures/read-csv.ts"

const folder = mkdtempSync(join(tmpdir(), "conversation-admin-diff-"))
const at = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const writeScript = async (file: string, name: string, instructions: ReadonlyArray<Instruction>) => {
  const text = await sealScriptFile({ name, public_name: "", language: "en", instructions }, sha256)
  writeFileSync(at(file), text ?? "")
}

const color = (order: number, ...names: ReadonlyArray<string>) =>
  questionInstruction(order, "color", { uuid: "q1", type: "choice", choices: createChoices(...names) })
const remark = (order: number, label: string) => instruction(order, { uuid: "r", label, condition: "color == 2" })
const end = (order: number) => instruction(order, { uuid: "e", type: "end", label: "end", action: { type: "end", params: {} } })

beforeAll(async () => {
  await writeScript("before.json", "Paint", [color(0, "Red", "Blue"), remark(1, "remark"), end(2)])
  await writeScript("reworded.json", "Paint", [
    color(0, "Red", "Blue"),
    { ...remark(1, "remark"), messages: [{ uuid: "m", locale: "en", content: "Blue it is." }] },
    end(2),
  ])
  await writeScript("breaking.json", "Walls", [color(0, "Red", "Green"), instruction(1, { uuid: "n", label: "hi\u001b[2J" }), end(2)])
})

describe("conversation-admin diff", () => {
  test("prints nothing for equal scripts", async () => {
    expect(await runTool(["diff", at("before.json"), at("before.json")])).toEqual({ out: "", err: "", code: 0 })
  })

  test("prints what differs, with exit code 0 if no answer changes its meaning", async () => {
    expect(await runTool(["diff", at("before.json"), at("reworded.json")])).toEqual({
      out: "changed  remark (Text message): text\n",
      err: "",
      code: 0,
    })
    expect(await runTool(["diff", "--breaking", at("before.json"), at("reworded.json")])).toEqual({ out: "", err: "", code: 0 })
  })

  test("prints the answers that change their meaning and what uses them, with exit code 1", async () => {
    const breaking = "breaking color: other choices; used by remark\n"
    expect(await runTool(["diff", at("before.json"), at("breaking.json")])).toEqual({
      out: [
        "changed  Title: Paint → Walls",
        "added    hi\\u001b[2J (Text message)",
        "removed  remark (Text message)",
        "changed  color (Single choice): question",
        breaking,
      ].join("\n"),
      err: "",
      code: 1,
    })
    expect(await runTool(["diff", "--breaking", at("before.json"), at("breaking.json")])).toEqual({ out: breaking, err: "", code: 1 })
  })

  test("prints one JSON object with --json", async () => {
    const { out, code } = await runTool(["diff", "--json", at("before.json"), at("breaking.json")])
    expect([JSON.parse(out), code]).toEqual([
      {
        fields: [{ field: "name", before: "Paint", after: "Walls" }],
        added: [{ uuid: "n", name: "hi\u001b[2J" }],
        removed: [{ uuid: "r", name: "remark" }],
        moved: [],
        changed: [{ uuid: "i0", name: "color", fields: ["question"] }],
        breaking: [{ uuid: "i0", name: "color", change: "other-codes", usedBy: ["remark"] }],
      },
      1,
    ])
  })

  test("prints the findings of a damaged file with exit code 1", async () => {
    const { out, err, code } = await runTool(["diff", at("before.json"), "tests/fixtures/corpus/bad/cut-off.json"])
    expect([out, code]).toEqual(["", 1])
    expect(err).toContain("error not-json")
  })
})

describe("conversation-admin graph", () => {
  test("prints which instruction can follow which, for Mermaid", async () => {
    expect(await runTool(["graph", at("before.json")])).toEqual({
      out: [
        "flowchart TD",
        '  start(["Start"])',
        '  i0["1. color"]',
        '  i1["2. remark"]',
        '  i2["3. end"]',
        '  finish(["End"])',
        "  start --> i0",
        "  i0 --> i1",
        "  i0 --> i2",
        "  i2 --> finish",
        "  i1 --> i2",
        "",
      ].join("\n"),
      err: "",
      code: 0,
    })
  })

  test("prints it for Graphviz, with names in quotes and instructions dashed that no conversation shows", async () => {
    await writeScript("never.json", "Never", [
      color(0, "Red", "Blue"),
      instruction(1, { uuid: "x", label: 'a "b"', condition: "color == 1 && color == 2" }),
      end(2),
    ])
    const { out, code } = await runTool(["graph", at("never.json"), "--format", "dot"])
    expect(code).toBe(0)
    expect(out).toContain(String.raw`"i1" [label="2. a \"b\"", shape=box, style=dashed]`)
    expect(out).toMatch(/^digraph script \{\n.*"i0" -> "i2"\n.*\}\n$/s)
  })
})

describe("conversation-admin rules", () => {
  test("lists every rule with a title, and explains one of them", async () => {
    const { out, code } = await runTool(["rules"])
    expect([
      out
        .trimEnd()
        .split("\n")
        .map((line) => line.split(" ", 1)[0]),
      code,
    ]).toEqual([[...rules], 0])
    expect(await runTool(["rules", "score-gap"])).toMatchObject({
      out: expect.stringMatching(/^score-gap: .+\n.+\nExample: .+\nFix: .+\n$/),
      code: 0,
    })
  })

  test("suggests the nearest rule for an unknown one", async () => {
    expect(await runTool(["rules", "score-gaps"])).toEqual({
      out: "",
      err: "conversation-admin: no rule is called score-gaps; did you mean score-gap?\n",
      code: 2,
    })
  })

  test("prints the page .github/RULES.md", async () => {
    expect((await runTool(["rules", "--markdown"])).out).toBe(readFileSync(new URL("../../.github/RULES.md", import.meta.url), "utf8"))
  })
})

test("conversation-admin codebook prints a row for each code of each column", async () => {
  const { out, code } = await runTool(["codebook", at("before.json")])
  expect(code).toBe(0)
  const [head = [], ...rows] = readCsv(out, ",")
  const columns = ["Variable", "Code", "Code label"].map((name) => head.indexOf(name))
  expect(rows.map((row) => columns.map((it) => row[it])).filter(([variable]) => variable === "color")).toEqual([
    ["color", "1", "Red"],
    ["color", "2", "Blue"],
  ])
})
