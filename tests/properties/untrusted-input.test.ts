// Functions that take untrusted values return a result for any value and never throw.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseAnswer } from "../../domain/chat/answer-validation.ts"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, type EngineResult, handleEvent as stepChat } from "../../domain/chat/conversation-engine.ts"
import { checkScript } from "../../domain/check/script-check.ts"
import { parseCondition } from "../../domain/conditions/condition-syntax.ts"
import { toConditionValue } from "../../domain/conditions/condition-value.ts"
import { createAnswerReader, formatStoredValue, hasAnswer } from "../../domain/conversations/stored-answer.ts"
import { newInstruction, newQuestion, pickerGroups } from "../../domain/editing/new-instruction.ts"
import { isFailure } from "../../domain/failures/failure.ts"
import { checkFile, resealFile } from "../../domain/files/file-check.ts"
import { computeChecksum, type Digest } from "../../domain/files/file-envelope.ts"
import { openScriptFile } from "../../domain/files/script-file.ts"
import { checkStyle, openStyleFile } from "../../domain/files/style-file.ts"
import { canonicalJson } from "../../domain/json/canonical-json.ts"
import { toJsonPointer } from "../../domain/json/json-value.ts"
import { questionTypes } from "../../domain/questions/question.ts"
import { splitRecalls } from "../../domain/recall/recall.ts"
import { toPlainText } from "../../domain/rich-text/plain-text.ts"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import { parseJson } from "../../domain/schema/json-parser.ts"
import { decodeUnknown } from "../../domain/schema/schema-decoder.ts"
import { AuthoredScriptSchema } from "../../domain/script/script.ts"
import { listSelectableStatuses, getStatusConsent as stepStatus } from "../../domain/script/status.ts"
import { script } from "../arbitraries/scripts.ts"

const digest: Digest = async (text) => createHash("sha256").update(text).digest()
let made = 0
const making = { newUuid: () => `u${made++}`, locale: "nl" } as const
const questions = questionTypes.map((type) => newQuestion(type, making))

/** A circular value. */
const loop = fc.constantFrom("list", "object").map((kind) => {
  const list: Array<unknown> = [1]
  const object = { list, instructions: [{}] }
  list.push(kind === "list" ? list : object)
  return kind === "list" ? list : object
})
const junk = fc.oneof(
  fc.constantFrom(null, undefined, Number.NaN, -0, 1n, Symbol("s"), () => 1, /x/, new Date(Number.NaN), Object.create(null)),
  loop,
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  }),
)
/** A script with junk in place of one of its parts. */
const damaged = fc.tuple(script, fc.array(fc.nat(9), { maxLength: 4 }), junk).map(([whole, path, part]) => {
  const put = (value: unknown, [first, ...rest]: ReadonlyArray<number>): unknown => {
    if (first === undefined || typeof value !== "object" || value === null) return part
    const entries = Object.entries(value)
    const at = first % Math.max(1, entries.length)
    const next = entries.map(([key, item], i) => [key, i === at ? put(item, rest) : item] as const)
    return Array.isArray(value) ? next.map(([, item]) => item) : Object.fromEntries(next)
  }
  return put(whole, path)
})

const chats = [...pickerGroups.questions, ...pickerGroups.control].map((entry) =>
  compileScript({ language: "nl", instructions: [newInstruction(entry, making)] }),
)

/** Every public domain function with a parameter of type `unknown`, by its exported name. */
const untypedFunctions: Readonly<Record<string, (value: unknown) => unknown>> = {
  parseAnswer: (value) => questions.map((question) => parseAnswer(question, value)),
  checkScript,
  checkStyle: (value) => checkStyle(value, ""),
  toConditionValue,
  createAnswerReader: (value) => questions.map((question) => createAnswerReader(question, ["a", "b", "c", "d", "e"])(value)),
  formatStoredValue,
  hasAnswer,
  canonicalJson,
  computeChecksum: (value) => computeChecksum(value, "script", digest),
  decodeUnknown: (value) => decodeUnknown(AuthoredScriptSchema, value),
}

describe("untrusted input", () => {
  test("every public function with an `unknown` parameter is tested here", () => {
    const folder = resolve(import.meta.dirname, "../../domain/public")
    const found = readdirSync(folder).flatMap((subject) =>
      [...readFileSync(join(folder, subject), "utf8").matchAll(/^export \{([^}]+)\} from "([^"]+)"/gm)].flatMap(
        ([, names = "", from = ""]) => {
          const source = readFileSync(join(folder, from), "utf8")
          return names.split(",").flatMap((name) => {
            const signature =
              new RegExp(`^export const ${name.trim()} = (?:(?!\\n\\n|\\n/)[^])*?=>(?= \\{\\n|\\n| [a-zA-Z])`, "m").exec(source)?.[0] ?? ""
            return /\b\w+: unknown\b/.test(signature) ? [name.trim()] : []
          })
        },
      ),
    )
    expect([...new Set(found)].sort()).toEqual(Object.keys(untypedFunctions).sort())
  })

  test.each(Object.entries(untypedFunctions))("%s returns a value for any input", async (_, take) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(junk, damaged), async (value) => {
        expect(await take(value)).not.toBeInstanceOf(Error)
      }),
    )
  })

  test("isFailure is false for any value that is not a failure", () => {
    fc.assert(
      fc.property(junk, (value) => {
        expect(isFailure(value)).toBe(false)
      }),
    )
  })

  test("checkScript reports only structure findings, at valid pointers, for values that are not scripts", () => {
    fc.assert(
      fc.property(junk, (value) => {
        const findings = checkScript(value)
        expect(findings.length).toBeGreaterThan(0)
        for (const { rule, pointer } of findings) {
          const steps = pointer.split("/").slice(1)
          const path = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
          expect([rule, pointer]).toEqual(["structure", toJsonPointer(...path)])
        }
      }),
    )
  })

  test("the chat engine ignores invalid events, and takes or refuses expected events with any content", () => {
    fc.assert(
      fc.property(fc.constantFrom(...chats), junk, junk, (chat, value, more) => {
        const { state } = beginConversation(chat, { seed: "" })
        // Like a call from untyped code.
        const send = (event: unknown): EngineResult => Reflect.apply(stepChat, null, [chat, state, event])
        expect(send(value)).toEqual({ state, effects: [], traces: [] })
        const uuid = state.waiting?.uuid
        expect(send({ type: value, uuid, given: more, outcome: more })).toEqual({ state, effects: [], traces: [] })
        for (const event of [
          { type: "answer", uuid, given: value },
          { type: "action.done", uuid, outcome: value, results: more, crm: more },
        ])
          expect(send(event).state.visited.length).toBeGreaterThanOrEqual(state.visited.length)
      }),
    )
  })

  test("unknown statuses have no transitions", () => {
    const none = fc.oneof(fc.constantFrom(null, undefined, 1, ...Object.getOwnPropertyNames(Object.prototype)), fc.string())
    fc.assert(
      fc.property(none, (value) => {
        const step = (from: unknown, to: unknown) => Reflect.apply(stepStatus, null, [from, to])
        expect([step(value, "live"), step("live", value), Reflect.apply(listSelectableStatuses, null, [value])]).toEqual([
          undefined,
          undefined,
          [],
        ])
      }),
    )
  })

  test("any text is parsed or refused as a file, condition, recall or markup", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      script.map((it) => JSON.stringify(it)),
    )
    await fc.assert(
      fc.asyncProperty(text, async (written) => {
        for (const take of [checkFile, resealFile, openScriptFile, openStyleFile]) expect(await take(written, digest)).toBeTypeOf("object")
        for (const take of [parseJson, parseCondition]) expect(take(written)).toBeTypeOf("object")
        for (const markup of ["plain", "rich"] as const) expect(splitRecalls(written, markup)).toBeInstanceOf(Array)
        for (const take of [sanitizeHtml, toPlainText]) expect(take(written)).toBeTypeOf("string")
      }),
    )
  })
})
