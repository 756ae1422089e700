// What a finding blocks: saving a script, or only going live.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { blocksGoingLive, blocksSave, getBlockedStep, listSaveBlockers } from "../../domain/check/blocking-rules.ts"
import { checkScript } from "../../domain/check/script-check.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { newInstruction, type PickerEntry } from "../../domain/editing/new-instruction.ts"
import { checkFile } from "../../domain/files/file-check.ts"
import { isError } from "../../domain/findings/finding.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { script } from "../arbitraries/scripts.ts"

let made = 0
const plain = (entry: PickerEntry, over: Partial<Instruction> = {}): Instruction => {
  const it = newInstruction(entry, { newUuid: () => `u${made++}`, locale: "nl" })
  return { ...it, messages: it.messages.map((message) => ({ ...message, content: "<p>Hoi</p>" })), ...over }
}
const scriptOf = (...instructions: ReadonlyArray<Instruction>): AuthoredScript => ({
  name: "a",
  public_name: "a",
  language: "nl",
  instructions: instructions.map((it, order) => ({ ...it, order })),
})
const text = (content: string): Partial<Instruction> => ({ messages: [{ uuid: "m", locale: "nl", content }] })
const blockedSteps = (findings: ReadonlyArray<Parameters<typeof getBlockedStep>[0]>) => new Set(findings.map(getBlockedStep))

describe("[F6] [S9] a finding about a script that is still being written blocks going live, but not saving:", () => {
  test.each<[string, ReadonlyArray<Instruction>]>([
    ["no instructions", []],
    ["a name with invalid syntax", [plain("message", { label: "a b" })]],
    ["a duplicate name", [plain("message", { label: "taken" }), plain("message", { label: "taken" })]],
    ["a condition that cannot be parsed", [plain("message", { condition: "taken ==" })]],
    ["a condition that names a deleted question", [plain("message", { condition: "deleted == 1" })]],
    ["a text that names a deleted question", [plain("message", text("<p>{{answers.deleted}}</p>"))]],
    ["a negative reading delay", [plain("message", { typing_delay: -1 })]],
    ["a question without its definition", [plain("open", { question: null })]],
    ["an action without its connection", [plain("crmApi")]],
    ["a file type that is not accepted", [plain("file", { question: { uuid: "q", type: "file", options: { extensions: ["exe"] } } })]],
    ["two instructions with one uuid", [plain("message", { uuid: "u" }), plain("message", { uuid: "u" })]],
  ])("%s", (_, instructions) => {
    const unfinished = scriptOf(...instructions)
    const errors = scriptFindings(unfinished).filter(isError)
    expect(blockedSteps(errors)).toEqual(new Set(["live"]))
    expect(listSaveBlockers(unfinished)).toEqual([])
  })
})

describe("[F6] a finding blocks saving, and so going live:", () => {
  test.each<[string, AuthoredScript]>([
    ["an instruction without a type", scriptOf(plain("message", { type: "empty" }))],
    ["a blank title", { ...scriptOf(plain("message")), name: " " }],
    ["a title that is too long", { ...scriptOf(plain("message")), name: "x".repeat(256) }],
    ["a public title with control characters", { ...scriptOf(plain("message")), public_name: "a\nb" }],
  ])("%s", (_, broken) => {
    const blockers = scriptFindings(broken).filter(blocksSave)
    expect([blockers.length, blockers.every(blocksGoingLive)]).toEqual([1, true])
    expect(listSaveBlockers(broken)).toEqual(blockers)
  })

  test.each<[string, unknown]>([
    ["no script", null],
    ["a missing title", { ...scriptOf(), name: undefined }],
    ["instructions that are not a list", { ...scriptOf(), instructions: {} }],
    [
      "a text that is a number",
      { ...scriptOf(), instructions: [{ ...plain("message"), messages: [{ uuid: "m", locale: "nl", content: 5 }] }] },
    ],
    ["a type that does not exist", { ...scriptOf(), instructions: [{ ...plain("message"), type: "film" }] }],
    ["a lone surrogate", { ...scriptOf(plain("message")), public_name: "\ud800" }],
    ["a value that JSON does not have", { ...scriptOf(plain("message")), more: Number.NaN }],
  ])("a broken structure: %s", (_, broken) => {
    expect(checkScript(broken).some(blocksSave)).toBe(true)
  })
})

describe("[F6] a file with a broken structure blocks saving:", () => {
  test.each([
    ["values that are nested too deeply", "deep.json", "finding.depth"],
    ["a field name that is reserved", "prototype.json", "finding.field-name"],
    ["an entry of a style with two keys", "style-keys.json", "finding.style-single"],
    ["an unknown style key", "style-keys.json", "finding.style-key"],
  ])("%s", async (_, file, key) => {
    const content = readFileSync(join(import.meta.dirname, "../fixtures/corpus/bad", file), "utf8")
    const findings = await checkFile(content, async (it) => createHash("sha256").update(it).digest())
    const found = findings.filter((it) => it.key === key)
    expect([found.length > 0, found.every(blocksSave)]).toEqual([true, true])
  })
})

test("[F6] a script is saved unless the check has a finding that blocks saving", () => {
  const condition = fc.constantFrom(null, "a ==", "nowhere == 1", "a == 1", "q2 == 1")
  const content = fc.constantFrom("", "<p>Hello</p>", "<p>{{answers.nowhere}}</p>", "<p>{{answers.a}}</p>")
  const some = fc.record({
    type: fc.constantFrom("message" as const, "empty" as const),
    label: fc.constantFrom(null, "a", "A", "a b", "q2"),
    condition,
    messages: content.map((said) => [{ uuid: "m", locale: "nl" as const, content: said }]),
  })
  const title = fc.constantFrom("Intake", "", " ", "a\tb", "x".repeat(256))
  const titled = fc.record({ all: fc.array(some), name: title, public_name: title })
  fc.assert(
    fc.property(
      fc.oneof(
        titled.map(({ all, ...titles }) => ({ ...scriptOf(...all.map((it) => plain("message", it))), ...titles })),
        script,
      ),
      (it) => {
        expect(listSaveBlockers(it)).toEqual(scriptFindings(it).filter(blocksSave))
      },
    ),
  )
})

test("[S9] a script goes live if none of its findings is an error, and a warning blocks nothing", () => {
  fc.assert(
    fc.property(script, (it) => {
      const findings = scriptFindings(it)
      expect(findings.filter(blocksGoingLive)).toEqual(findings.filter(isError))
    }),
  )
  for (const finding of scriptFindings(scriptOf(plain("message", { type: "empty" }))))
    expect(getBlockedStep({ ...finding, severity: "warning" })).toBeNull()
})
