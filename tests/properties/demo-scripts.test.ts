// The scripts of the demo community, from which authors learn: valid, and the same in both languages.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { describe, expect, test } from "vitest"
import { checkFile } from "../../domain/files/file-check.ts"
import type { Digest } from "../../domain/files/file-envelope.ts"
import { openScriptFile } from "../../domain/files/script-file.ts"
import { isManualDelay } from "../../domain/flow/reading-delay.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"

const folder = resolve(import.meta.dirname, "../../adapters/server/demo")
const digest: Digest = async (text) => createHash("sha256").update(text).digest()
const names = ["customer-satisfaction", "employee-pulse", "event-registration", "patient-intake", "product-research"]
const textOf = (file: string) => readFileSync(join(folder, file), "utf8")

const open = async (file: string): Promise<AuthoredScript> => {
  const opened = await openScriptFile(textOf(file), digest)
  if (!opened.ok) throw new Error(`${file}: ${JSON.stringify(opened.findings)}`)
  return opened.authored
}

test("there are five demo scripts, each in Dutch and in English", () => {
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort(),
  ).toEqual(names.flatMap((name) => [`${name}.en.json`, `${name}.nl.json`]))
})

test("no uuid occurs twice in all demo scripts", () => {
  const uuids = names.flatMap((name) =>
    ["en", "nl"].flatMap((language) => textOf(`${name}.${language}.json`).match(/"uuid": "[^"]+"/g) ?? []),
  )
  expect(uuids.length).toBeGreaterThan(500)
  expect(new Set(uuids).size).toBe(uuids.length)
})

describe.each(names)("%s", (name) => {
  test.each(["en", "nl"])("[F6] [I7] has no findings in %s, and every delay is the one computed from its text", async (language) => {
    expect(await checkFile(textOf(`${name}.${language}.json`), digest)).toEqual([])
    const script = await open(`${name}.${language}.json`)
    expect(script.instructions.filter(isManualDelay)).toEqual([])
  })

  test.each(["en", "nl"])("has only texts in %s in the script of that language", async (language) => {
    const script = await open(`${name}.${language}.json`)
    const locales = script.instructions.flatMap(({ messages, question }) => [
      ...messages.map(({ locale }) => locale),
      ...(question?.choices ?? []).map(({ translation }) => translation.locale),
    ])
    expect(new Set([script.language, ...locales])).toEqual(new Set([language]))
  })

  test.each(["en", "nl"])("[G6] promises in %s no smallest group, because statistics show every count", async (language) => {
    const texts = (await open(`${name}.${language}.json`)).instructions.flatMap(({ messages }) => messages.map(({ content }) => content))
    expect(texts.filter((text) => /groups? of|groep(en)? (van|vanaf)/i.test(text))).toEqual([])
  })

  test("has the same names, order, types, conditions, choices and limits in both languages", async () => {
    const shape = ({ instructions }: AuthoredScript) => instructions.map(shapeOf)
    expect(shape(await open(`${name}.nl.json`))).toEqual(shape(await open(`${name}.en.json`)))
  })

  test("shows what a script can do: named steps, conditions, recalls, at least six question types, two ends", async () => {
    const { instructions } = await open(`${name}.en.json`)
    expect(instructions.filter(({ label }) => !label)).toEqual([])
    expect(instructions.filter(({ condition }) => condition !== null).length).toBeGreaterThan(2)
    expect(instructions.some(({ messages }) => messages.some(({ content }) => /\{\{\w+\.\w+/.test(content)))).toBe(true)
    expect(new Set(instructions.flatMap(({ question }) => (question ? [question.type] : []))).size).toBeGreaterThanOrEqual(6)
    expect(instructions.filter(({ type }) => type === "end").length).toBeGreaterThanOrEqual(2)
  })

  test("always ends, because its last step is an unconditional end", async () => {
    const { instructions } = await open(`${name}.en.json`)
    expect(instructions.at(-1)).toMatchObject({ type: "end", condition: null })
  })
})

/** What both languages have in common: everything except ids, texts and the delays computed from them. */
const shapeOf = ({ label, order, type, condition, question, action }: Instruction) => ({
  label,
  order,
  type,
  condition,
  question: question && {
    type: question.type,
    skipable: question.skipable,
    choices: question.choices?.map(({ value, order, single, fixed, score, amount }) => ({ value, order, single, fixed, score, amount })),
    options: Object.entries(question.options ?? {}).filter(([key]) => !/Text$|Label$/.test(key) || key === "hasLabel"),
  },
  action: action && { type: action.type, endType: action.params["endType"], endAction: action.params["endAction"] },
})
