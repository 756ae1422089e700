// The scripts that the demo community shows, and authors learn from: sound, and the same in both languages.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { describe, expect, test } from "vitest"
import { checkFile } from "../../domain/check-file.ts"
import { isManualDelay } from "../../domain/script/reading-delay.ts"
import type { Authored } from "../../domain/script/script.ts"
import { openScriptFile } from "../../domain/script/script-file.ts"
import type { Digest } from "../../domain/seal.ts"

const folder = resolve(import.meta.dirname, "../../adapters/server/demo")
const digest: Digest = async (bytes) => createHash("sha256").update(bytes).digest()
const names = ["customer-satisfaction", "employee-pulse", "event-registration", "patient-intake", "product-research"]
const textOf = (file: string) => readFileSync(join(folder, file), "utf8")

const open = async (file: string): Promise<Authored> => {
  const opened = await openScriptFile(textOf(file), digest)
  if (!opened.ok) throw new Error(`${file}: ${JSON.stringify(opened.findings)}`)
  return opened.authored
}

test("five scripts, each in Dutch and in English", () => {
  expect(readdirSync(folder).sort()).toEqual(names.flatMap((name) => [`${name}.en.json`, `${name}.nl.json`]))
})

test("no uuid stands twice, over all of them", () => {
  const uuids = names.flatMap((name) =>
    ["en", "nl"].flatMap((language) => textOf(`${name}.${language}.json`).match(/"uuid": "[^"]+"/g) ?? []),
  )
  expect(uuids.length).toBeGreaterThan(500)
  expect(new Set(uuids).size).toBe(uuids.length)
})

describe.each(names)("%s", (name) => {
  test.each(["en", "nl"])("in %s: the check finds nothing, and every delay is what its text computes to", async (language) => {
    expect(await checkFile(textOf(`${name}.${language}.json`), digest)).toEqual([])
    const script = await open(`${name}.${language}.json`)
    expect(script.language).toBe(language)
    expect(script.instructions.filter(isManualDelay)).toEqual([])
  })

  test("both languages have the same names, kinds and conditions", async () => {
    const shape = ({ instructions }: Authored) =>
      instructions.map(({ label, type, condition, question, action }) => [
        label,
        type,
        condition,
        question?.type,
        question?.choices?.length,
        action?.type,
      ])
    expect(shape(await open(`${name}.nl.json`))).toEqual(shape(await open(`${name}.en.json`)))
  })

  test("it shows what a script can do: conditions, four kinds of questions or more, an end", async () => {
    const { instructions } = await open(`${name}.en.json`)
    expect(instructions.filter(({ condition }) => condition !== null).length).toBeGreaterThan(2)
    expect(new Set(instructions.flatMap(({ question }) => (question ? [question.type] : []))).size).toBeGreaterThanOrEqual(4)
    expect(instructions.at(-1)?.type).toBe("end")
  })
})
