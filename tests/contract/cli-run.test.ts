// `conversation-admin run` as a process of its own, on files on disk.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { sha256 } from "../../adapters/cli/input-files.ts"
import { sealScriptFile } from "../../domain/files/script-file.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { runTool } from "../fixtures/command-line-tool.ts"

const folder = mkdtempSync(join(tmpdir(), "conversation-admin-run-"))
const at = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (args: ReadonlyArray<string>, input = "") => runTool(["run", ...args], input)

const answers = (given: unknown): string => {
  writeFileSync(at("answers.json"), typeof given === "string" ? given : JSON.stringify(given))
  return at("answers.json")
}

const script: ReadonlyArray<Instruction> = [
  instruction(0, { label: "welkom", messages: [{ uuid: "m", locale: "nl", content: "<p>Welkom!\u001b[31m</p><p>Fijn.</p>" }] }),
  questionInstruction(1, "Kleur", { uuid: "a", type: "choice", choices: createChoices("Rood", "Blauw") }),
  questionInstruction(
    2,
    null,
    { uuid: "b", type: "multiple", choices: createChoices("a", "b", "c"), options: { minimum: 2 } },
    "kleur == 1",
  ),
  questionInstruction(3, "waarom", { uuid: "c", type: "open", skipable: true }, "q3 contains 2 || kleur == 2"),
  instruction(4, { type: "action", label: "betaling", action: { type: "payment", params: { amount: "i5" } } }),
  instruction(5, { type: "action", label: "crm", action: { type: "crmAuth", params: {} } }),
  instruction(6, { label: "vip", condition: "actions.crm.groep == 'goud' && actions.crm == true" }),
  instruction(7, { type: "end", label: "einde", action: { type: "end", params: { message: "Dag {{answers.kleur}}" } } }),
]

beforeAll(async () => {
  const sealed = await sealScriptFile({ name: "kleuren", public_name: "", language: "nl", instructions: script }, sha256)
  writeFileSync(at("script.json"), sealed ?? "")
  writeFileSync(at("tampered.json"), (sealed ?? "").replace("Blauw", "Groen"))
})

describe("conversation-admin run --answers", () => {
  test("prints the labels of visited instructions, one per line, with the default name for a blank one", async () => {
    const answersFile = answers({ kleur: "rood", Q3: [1, 3], crm: { outcome: true, groep: "goud" } })
    expect(await run([at("script.json"), "--answers", answersFile])).toEqual({
      out: "welkom\nKleur\nq3\nbetaling\ncrm\nvip\neinde\n",
      err: "",
      code: 0,
    })
    expect(await run([at("script.json"), "--answers", answers({ Kleur: 2 })])).toEqual({
      out: "welkom\nKleur\nwaarom\nbetaling\ncrm\neinde\n",
      err: "",
      code: 0,
    })
  })

  test("prints each condition, its values and the outcome with --trace", async () => {
    const { out, code } = await run([at("script.json"), "--trace", "--answers", answers({ kleur: 2 })])
    expect(code).toBe(0)
    expect(out.split("\n").slice(0, 14)).toEqual([
      "welkom",
      "  condition: none",
      "  outcome: shown",
      "Kleur",
      "  condition: none",
      "  outcome: shown",
      "q3 (not visited)",
      "  condition: kleur == 1",
      "  saw: kleur = 2",
      "  outcome: not shown",
      "waarom",
      "  condition: q3 contains 2 || kleur == 2",
      "  saw: q3 = null",
      "  saw: kleur = 2",
    ])
  })

  test("stops at a missing or invalid answer with exit code 1", async () => {
    expect(await run([at("script.json"), "--answers", answers({})])).toEqual({
      out: "welkom\nKleur\n",
      err: "Kleur: the file has no answer for it\n",
      code: 1,
    })
    expect(await run([at("script.json"), "--answers", answers({ kleur: 1, q3: [2] })])).toEqual({
      out: "welkom\nKleur\nq3\n",
      err: "q3: Please choose at least 2 answers\n",
      code: 1,
    })
  })

  const crmScript: ReadonlyArray<Instruction> = [
    instruction(0, { label: "stad", condition: "metadata.stad == 'Delft'" }),
    instruction(1, { type: "action", label: "crm", action: { type: "crmAuth", params: {} } }),
    instruction(2, { type: "action", label: "api", action: { type: "getFromAPI", params: {} } }),
    instruction(3, { label: "vip", condition: "crm.groups contains 'vip' && crm.naam == 'Ada' && actions.crm == true" }),
    instruction(4, { label: "weer", condition: "actions.api == 'zon' && actions.api.graden > 20 && !crm.graden" }),
  ]
  const runVisited = async (name: string, instructions: ReadonlyArray<Instruction>, given: unknown) => {
    const sealed = await sealScriptFile({ name, public_name: "", language: "nl", instructions }, sha256)
    writeFileSync(at(`${name}.json`), sealed ?? "")
    const { out, err, code } = await run([at(`${name}.json`), "--answers", answers(given)])
    return { labels: out.trim().split("\n"), err, code }
  }

  test("[A12] makes the outcome of a CRM authentication, but of no other action, available as crm.key, and metadata from the start", async () => {
    const given = { metadata: { stad: "Delft" }, crm: { groups: ["vip"], naam: "Ada" }, api: { answer: "zon", graden: 21 } }
    expect(await runVisited("knowing", crmScript, given)).toEqual({ labels: ["stad", "crm", "api", "vip", "weer"], err: "", code: 0 })
    expect(await runVisited("knowing", crmScript, {})).toEqual({ labels: ["crm", "api"], err: "", code: 0 })
    expect((await runVisited("knowing", crmScript, { crm: { groups: ["vip"], naam: "Ada", outcome: false } })).labels).toEqual([
      "crm",
      "api",
    ])
    const { out } = await run([at("knowing.json"), "--trace", "--answers", answers({ crm: { groups: ["vip"] } })])
    expect(out).toContain('  saw: crm.groups = ["vip"]\n  saw: crm.naam = null\n  saw: actions.crm = true\n')
  })

  test("reads metadata as an answer when an instruction has that name, and otherwise reports it unless it is a map", async () => {
    const namedMetadata = [
      questionInstruction(0, "metadata", { uuid: "a", type: "open" }),
      instruction(1, { label: "x", condition: "answers.metadata == 'ja'" }),
    ]
    expect(await runVisited("called", namedMetadata, { metadata: "ja" })).toEqual({ labels: ["metadata", "x"], err: "", code: 0 })
    expect(await runVisited("knowing", crmScript, { metadata: "Delft" })).toEqual({
      labels: ["crm", "api"],
      err: "metadata is not an object of keys and values\n",
      code: 0,
    })
  })

  test("prints no control characters from the answers", async () => {
    const controlCharacters = "\u001b[2J\n\u202e"
    const answerFiles: ReadonlyArray<unknown> = [
      { kleur: controlCharacters },
      { kleur: 2, [controlCharacters]: 1 },
      `{"a":{"${"\\u001b"}":1,"${"\\u001b"}":2}}`,
    ]
    for (const content of answerFiles) {
      const { out, err } = await run([at("script.json"), "--trace", "--answers", answers(content)])
      expect(err).not.toBe("")
      expect(`${out}${err}`.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      expect(err.match(/\n/g)).toHaveLength(1)
    }
  })

  test("reports an unknown label and suggests the nearest one", async () => {
    const { out, err, code } = await run([at("script.json"), "--answers", answers({ kleur: 2, warom: "x" })])
    expect([out.split("\n")[2], err, code]).toEqual(["waarom", "no instruction is called warom; did you mean waarom?\n", 0])
  })
})

describe("conversation-admin run without --answers", () => {
  test("prints texts and choices, reads answers from standard input and reports invalid ones", async () => {
    const { out, code } = await run([at("script.json")], "gro\u001ben\n2\n\nja\n")
    expect(out).toBe(
      [
        "Welkom!\ufffd[31m",
        "Fijn.",
        "  1  Rood",
        "  2  Blauw",
        "> There is no answer “gro\ufffden”",
        ">   (optional)",
        "> [payment: not performed here]",
        "[crmAuth: not performed here] Its outcome?",
        "> Dag Blauw",
        "[finished]",
        "",
      ].join("\n"),
    )
    expect(code).toBe(0)
  })

  test("prints the alternative text of an image", async () => {
    const content =
      '<p>Kijk</p><img src="https://x.org/a.png" alt="Een &amp; hond\n\u001b[2J"><p>Zo</p><img src="https://x.org/b.png" alt="">'
    const instructions = [instruction(0, { type: "image", messages: [{ uuid: "m", locale: "nl", content }] })]
    const sealed = await sealScriptFile({ name: "beeld", public_name: "", language: "nl", instructions }, sha256)
    writeFileSync(at("beeld.json"), sealed ?? "")
    expect((await run([at("beeld.json")])).out).toBe("Kijk\n[Een & hond \ufffd[2J]\nZo\n[finished]\n")
  })

  test("accepts a JSON object as the outcome of an action", async () => {
    const { out } = await run([at("script.json"), "--trace"], '2\n\n{"groep": "goud"}\n')
    expect(out).toContain('  saw: actions.crm.groep = "goud"\n  saw: actions.crm = true\n')
    expect(out).toContain("> vip\n")
  })

  test("accepts a deeply nested JSON object as the outcome of an action", async () => {
    const { out, err } = await run([at("script.json")], `2\n\n{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}\n`)
    expect([err, out.endsWith("[finished]\n")]).toEqual(["", true])
  })

  test("ends with exit code 0 when the input ends", async () => {
    const { out, code } = await run([at("script.json")])
    expect([out.endsWith("  2  Blauw\n> \n"), code]).toEqual([true, 0])
  })
})

describe("conversation-admin run with unusable input", () => {
  test("prints the finding of a damaged file with exit code 1", async () => {
    const { out, err, code } = await run([at("tampered.json")])
    expect([out, code]).toEqual(["", 1])
    expect(err).toContain(`${at("tampered.json")}:/checksum error checksum-mismatch`)
  })

  test("prints one line for missing files, unreadable answers and wrong arguments, with exit code 2", async () => {
    for (const args of [
      [at("nergens.json")],
      [at("script.json"), "--answers", at("nergens.json")],
      [at("script.json"), "--answers", answers("[1]")],
      [at("script.json"), "--answers", answers('{"a": 1')],
      [],
      ["-"],
      [at("script.json"), "--speed"],
    ]) {
      const { out, err, code } = await run(args, args[0] === "-" ? "{}" : "")
      expect([out, code]).toEqual(["", args[0] === "-" ? 1 : 2])
      expect(err.trimEnd().split("\n")).toHaveLength(1)
    }
  })
})
