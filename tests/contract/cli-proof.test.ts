// `check --prove` and `run --to` of the command line tool, as processes of their own, on files on disk [C10].
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { sha256 } from "../../adapters/cli/input-files.ts"
import { sealScriptFile } from "../../domain/files/script-file.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { runTool } from "../fixtures/command-line-tool.ts"

const contradiction = "tests/fixtures/corpus/bad/contradiction.json"
const folder = mkdtempSync(join(tmpdir(), "conversation-admin-proof-"))
const script = join(folder, "script.json")
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  const instructions = [
    questionInstruction(0, "color", { uuid: "q", type: "choice", choices: createChoices("Red", "Blue") }),
    instruction(1, { type: "action", label: "lookup", action: { type: "crmAuth", params: {} } }),
    instruction(2, {
      label: "gold",
      condition: "color == 2 && actions.lookup == 'ok' && actions.lookup.level > 3 && metadata.team == 'A'",
    }),
    instruction(3, { label: "open", condition: "metadata.team contains '1' && metadata.team > 2" }),
    instruction(4, { label: "cleared", condition: 'color == "\u001b[2J"' }),
    instruction(5, { label: "backwards", condition: 'metadata.team == "\u202e"' }),
    instruction(6, { type: "end", label: "end", action: { type: "end", params: {} } }),
  ]
  writeFileSync(script, (await sealScriptFile({ name: "s", public_name: "", language: "en", instructions }, sha256)) ?? "")
})

const run = (...args: ReadonlyArray<string>) => runTool(args)

describe("conversation-admin check --prove", () => {
  test("says that instructions can be shown together, with answers that do", async () => {
    expect(await run("check", contradiction, "--prove", "COMPLAINT & end_happy")).toEqual({
      out: "possible (example: rating=3 return=2)\n",
      err: "",
      code: 0,
    })
    const { out } = await run("check", contradiction, "--json", "--prove", "complaint & end_happy")
    expect(JSON.parse(out)).toEqual({
      verdict: "possible",
      example: { answers: { rating: 3, return: 2, complaint: 1 }, metadata: {}, needed: ["rating", "return"] },
    })
  })

  test("says that they cannot, with the conditions that exclude each other", async () => {
    const lines = ["impossible", "  end_happy: ends the chat if rating >= 3", "  end_sorry: ends the chat if rating < 3", ""]
    expect(await run("check", contradiction, "--prove", "end_happy&end_sorry")).toEqual({ out: lines.join("\n"), err: "", code: 1 })
    const { out } = await run("check", contradiction, "--json", "--prove", "address")
    expect(JSON.parse(out)).toEqual({
      verdict: "impossible",
      because: [
        { pointer: "/payload/instructions/2/condition", condition: "rating <= 2 || return == 2", kind: "condition" },
        { pointer: "/payload/instructions/3/condition", condition: "complaint == 1 && rating >= 4 && return == 1", kind: "condition" },
      ],
    })
  })

  test("accepts a file without a correct checksum with --unsealed", async () => {
    const unsealed = join(folder, "unsealed.json")
    writeFileSync(unsealed, readFileSync(contradiction, "utf8").replace(/"[0-9A-F]{64}"/, '""'))
    expect((await run("check", unsealed, "--prove", "COMPLAINT & end_happy")).code).toBe(1)
    expect(await run("check", unsealed, "--unsealed", "--prove", "COMPLAINT & end_happy")).toMatchObject({
      out: "possible (example: rating=3 return=2)\n",
      code: 0,
    })
  })

  test("says that it cannot tell", async () => {
    const { out, code } = await run("check", script, "--prove", "open")
    expect([out, code]).toEqual(["unknown: the check could not tell\n", 1])
  })

  test("says that any answers will do, and prints no control characters of the file", async () => {
    expect((await run("check", script, "--prove", "end")).out).toBe("possible (example: any answers)\n")
    const printed = [
      await run("check", script, "--prove", "cleared"),
      await run("check", script, "--prove", "backwards"),
      await run("run", script, "--to", "backwards"),
    ]
    expect(printed.map(({ code }) => code)).toEqual([1, 0, 0])
    for (const { out } of printed) for (const character of ["\u001b", "\u202e"]) expect(out).not.toContain(character)
  })

  test("suggests the nearest name for an unknown one, and takes one file", async () => {
    expect(await run("check", contradiction, "--prove", "complaint & adress")).toEqual({
      out: "",
      err: "conversation-admin: no instruction is called adress; did you mean address?\n",
      code: 2,
    })
    expect(await run("check", contradiction, "--prove", "complaint & ")).toEqual({
      out: "",
      err: "conversation-admin: the name of an instruction is missing\n",
      code: 2,
    })
    const { err, code } = await run("check", contradiction, script, "--prove", "address")
    expect([err, code]).toEqual(["conversation-admin: check --prove needs exactly one file\n", 2])
  })

  test.each([["--format", "sarif"], ["--quiet"], ["--max-warnings", "0"]])("does not ignore %s", async (...options) => {
    const { err, code } = await run("check", contradiction, ...options, "--prove", "address")
    expect([err, code]).toEqual(["conversation-admin: check --prove takes no other options than --json and --unsealed\n", 2])
  })
})

describe("conversation-admin run --to", () => {
  test("prints answers and metadata with which run --answers visits the instruction", async () => {
    const { out, err, code } = await run("run", script, "--to", "gold")
    expect([err, code]).toEqual(["", 0])
    expect(JSON.parse(out)).toEqual({ metadata: { team: "A" }, color: 2, lookup: { outcome: "ok", level: "4" } })
    const answers = join(folder, "answers.json")
    writeFileSync(answers, out)
    expect((await run("run", script, "--answers", answers)).out.split("\n")).toContain("gold")
  })

  test("refuses where the answers and the metadata would have the same name", async () => {
    const named = join(folder, "named.json")
    const instructions = [
      questionInstruction(0, "Metadata", { uuid: "q", type: "choice", choices: createChoices("Red", "Blue") }),
      instruction(1, { label: "x", condition: "metadata.team == 'A' && answers.metadata == 2" }),
      instruction(2, { label: "y", condition: "answers.metadata == 2" }),
    ]
    writeFileSync(named, (await sealScriptFile({ name: "s", public_name: "", language: "en", instructions }, sha256)) ?? "")
    const { out, err, code } = await run("run", named, "--to", "x")
    expect([out, code]).toEqual(["", 2])
    expect(err).toContain("an instruction is called metadata")
    expect(await run("run", named, "--to", "y")).toEqual({ out: '{"Metadata":2}\n', err: "", code: 0 })
  })

  test("says why nothing leads to the instruction, with exit code 1", async () => {
    const { out, err, code } = await run("run", contradiction, "--to", "address")
    expect([out, err.split("\n")[0], code]).toEqual(["", "impossible", 1])
  })

  test("prints answers with which run --answers --to stops at the instruction, although later questions are open", async () => {
    const open = join(folder, "open.json")
    const instructions = [
      questionInstruction(0, "color", { uuid: "q", type: "choice", choices: createChoices("Red", "Blue") }),
      instruction(1, { label: "blue", condition: "color == 2" }),
      questionInstruction(2, "size", { uuid: "r", type: "choice", choices: createChoices("Small", "Large") }, "color == 2"),
      instruction(3, { type: "end", label: "end", action: { type: "end", params: {} } }),
    ]
    writeFileSync(open, (await sealScriptFile({ name: "s", public_name: "", language: "en", instructions }, sha256)) ?? "")
    const answers = join(folder, "open-answers.json")
    writeFileSync(answers, (await run("run", open, "--to", "blue")).out)
    expect(await run("run", open, "--answers", answers, "--to", " BLUE")).toEqual({ out: "color\nblue\n", err: "", code: 0 })
    expect((await run("run", open, "--answers", answers, "--to", "blue", "--trace")).out).toContain("saw: color = 2")
    expect(await run("run", open, "--answers", answers, "--to", "end")).toEqual({
      out: "color\nblue\nsize\n",
      err: "size: the file has no answer for it\n",
      code: 1,
    })
    writeFileSync(answers, '{"color":1}')
    expect(await run("run", open, "--answers", answers, "--to", "blue")).toEqual({
      out: "color\nend\n",
      err: "the chat ended without showing blue\n",
      code: 1,
    })
    const { err, code } = await run("run", open, "--answers", answers, "--to", "blu")
    expect([err, code]).toEqual(["conversation-admin: no instruction is called blu; did you mean blue?\n", 2])
  })

  test("takes a trace only together with answers", async () => {
    const { err, code } = await run("run", script, "--to", "gold", "--trace")
    expect([err, code]).toEqual(["conversation-admin: --to prints answers, and takes --trace only together with --answers\n", 2])
  })
})
