// The JSON Schemas accept and reject the same files as the check of their structure.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkFile } from "../../domain/files/file-check.ts"
import { type Digest, getSchemaPath, schemaKinds } from "../../domain/files/file-envelope.ts"
import { createJsonSchema } from "../../domain/files/json-schemas.ts"
import { sealScriptFile } from "../../domain/files/script-file.ts"
import { isError } from "../../domain/findings/finding.ts"
import { isRecord } from "../../domain/json/json-value.ts"
import { decodeJson } from "../../domain/schema/schema-decoder.ts"
import { type AuthoredScript, AuthoredScriptSchema } from "../../domain/script/script.ts"
import { styleTables } from "../../domain/style/style-keys.ts"
import { tamperedValue } from "../arbitraries/damage.ts"
import { script } from "../arbitraries/scripts.ts"

const corpus = resolve(import.meta.dirname, "../fixtures/corpus")
const digest: Digest = async (text) => createHash("sha256").update(text).digest()
const ajv = new Ajv2020({ allErrors: false, strict: true, strictTypes: false, strictRequired: false })
const isValid = {
  script: ajv.compile(createJsonSchema("script")),
  style: ajv.compile(createJsonSchema("style")),
  answers: ajv.compile(createJsonSchema("answers")),
}

/** Messages of the rule `structure` about the shape of a value. Others are about what a JSON Schema cannot say: lengths, duplicates. */
const shapeKeys = /^finding\.(?:shape\.|file$|payload$|version\.|no-question$|no-action$|style-single$|style-key$)/

const readCorpus = (folder: string) =>
  readdirSync(join(corpus, folder)).flatMap((name) => {
    const text = readFileSync(join(corpus, folder, name), "utf8").replace(/^\ufeff/, "")
    try {
      const file: unknown = JSON.parse(text)
      return [{ name, text, file }]
    } catch {
      return []
    }
  })

const kindOf = (file: unknown): "script" | "style" =>
  isRecord(file) && isRecord(file["payload"]) && (Object.hasOwn(file["payload"], "web") || Object.hasOwn(file["payload"], "stats"))
    ? "style"
    : "script"

describe("the JSON Schemas", () => {
  test("are valid, and are served at a path of their own", () => {
    expect(new Set(schemaKinds.map(getSchemaPath)).size).toBe(schemaKinds.length)
    for (const kind of schemaKinds) expect(ajv.validateSchema(createJsonSchema(kind))).toBe(true)
  })

  test("accept every good file of the corpus", () => {
    const files = readCorpus("good")
    expect(files.length).toBeGreaterThanOrEqual(4)
    for (const { name, file } of files) expect({ name, ok: isValid[kindOf(file)](file) }).toEqual({ name, ok: true })
  })

  test("reject the bad files of the corpus whose structure the check rejects, and no others", async () => {
    const rejected: Array<string> = []
    for (const { name, text, file } of readCorpus("bad")) {
      const findings = (await checkFile(text, digest)).filter(isError)
      const hasBadShape = findings.some(({ key }) => shapeKeys.test(key ?? ""))
      // A file with too many levels is rejected before its shape is checked.
      const isUndecided = !hasBadShape && findings.some(({ rule }) => rule === "structure")
      if (!isUndecided) expect({ name, ok: isValid[kindOf(file)](file) }).toEqual({ name, ok: !hasBadShape })
      if (hasBadShape) rejected.push(name)
    }
    expect(rejected.length).toBeGreaterThan(2)
  })

  test("accept every script that the console exports, and agree with the check about damaged ones", async () => {
    let rejectedCount = 0
    await fc.assert(
      fc.asyncProperty(
        script.chain((authored) => fc.tuple(fc.constant(authored), tamperedValue(authored))),
        async ([authored, tampered]) => {
          const text = (await sealScriptFile(authored, digest, "https://console.example")) ?? ""
          expect(isValid.script(JSON.parse(text))).toBe(true)
          const json = JSON.stringify(tampered)
          fc.pre(json !== undefined && !/\\ud[89a-f]|__proto__/i.test(json))
          const payload: unknown = JSON.parse(json)
          fc.pre(isRecord(payload) && kindOf({ payload }) === "script")
          const isAccepted = isValid.script({ version: 2, payload })
          if (!isAccepted) rejectedCount++
          expect(isAccepted).toBe(hasRightShape(payload))
        },
      ),
    )
    expect(rejectedCount).toBeGreaterThan(0)
  })

  const hasRightShape = (payload: unknown): boolean => {
    const decoded = decodeJson(AuthoredScriptSchema, payload, "")
    return decoded.findings === undefined && hasNeededObjects(decoded.value)
  }
  const hasNeededObjects = ({ instructions }: AuthoredScript): boolean =>
    instructions.every(({ type, question, action }) =>
      type === "question" ? question : type === "action" || type === "end" ? action : true,
    )

  test("name every key of a style for completion", () => {
    const properties = (page: "web" | "stats"): unknown =>
      ["properties", "payload", "properties", page, "items", "properties"].reduce<unknown>(
        (value, name) => (isRecord(value) ? value[name] : undefined),
        createJsonSchema("style"),
      )
    for (const page of ["web", "stats"] as const) expect(Object.keys(properties(page) ?? {})).toEqual(Object.keys(styleTables[page]))
  })

  test("accept what prove and run use as answers", () => {
    expect(isValid.answers({ mood: 4, colors: [1, 2], name: "Ada", metadata: { team: "A" } })).toBe(true)
    expect(isValid.answers({ metadata: { team: 1 } })).toBe(false)
    expect(isValid.answers([])).toBe(false)
  })

  test("are named by exported files", async () => {
    const authored: AuthoredScript = { name: "a", public_name: "a", language: "en", instructions: [] }
    const text = (await sealScriptFile(authored, digest, "https://console.example")) ?? ""
    expect(JSON.parse(text)).toMatchObject({ $schema: "https://console.example/schemas/script.json", version: 2, payload: authored })
    expect((await checkFile(text, digest)).map(({ rule }) => rule)).toEqual(["empty-script"])
  })
})
