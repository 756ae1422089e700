// Keys that every object inherits (`constructor`, `__proto__`), used as fields, uuids or messages: they are found only where they were set.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { buildDeliveryPayload } from "../../domain/actions/delivery-payload.ts"
import { fillPlaceholders } from "../../domain/catalog/catalog.ts"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { moveDayByKey } from "../../domain/date/calendar-keys.ts"
import { planAnswers } from "../../domain/exports/answers-table.ts"
import { defaultExportOptions } from "../../domain/exports/export-options.ts"
import { findServerMessageKey } from "../../domain/failures/message-lookup.ts"
import { exportConversation } from "../../domain/privacy/personal-data-export.ts"
import { findLockViolations } from "../../domain/revisions/live-lock.ts"
import { diffScripts } from "../../domain/revisions/script-diff.ts"
import { listMergeDifferences, mergeScripts } from "../../domain/revisions/script-merge.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { decodeStyle, encodeStyle as stylePayloadOf } from "../../domain/style/community-style.ts"
import { styleTables } from "../../domain/style/style-keys.ts"
import { listChangedKeys, resolveValue, setValue } from "../../domain/style/stylesheet.ts"
import { questionInstruction } from "../arbitraries/answerable.ts"

const key = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype))
const field = <Value>(name: string, value: Value): Readonly<Record<string, Value>> => Object.fromEntries([[name, value]])
const script = (...instructions: AuthoredScript["instructions"]): AuthoredScript => ({
  name: "a",
  public_name: "a",
  language: "nl",
  instructions,
})
const question = (uuid: string, more: object = {}) => ({
  ...questionInstruction(0, "naam", { uuid: `${uuid} asked`, type: "open", ...more }),
  uuid,
})
const conversationWith = (answers: Conversation["answers"]): Conversation => ({
  cuuid: "c",
  uuid: "r",
  status: "finished",
  startedAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  syncedAt: null,
  finishedAt: null,
  metadata: {},
  answers,
  actions: {},
})

describe("an inherited key", () => {
  test("is not a message key, a placeholder or a calendar key", () => {
    fc.assert(
      fc.property(key, (name) => {
        expect(findServerMessageKey(name)).toBeUndefined()
        expect(fillPlaceholders(`{${name}}`, {})).toBe(`{${name}}`)
        expect(fillPlaceholders(`{${name}}`, { [name]: "x" })).toBe("x")
        expect(moveDayByKey("2026-01-01", name)).toBeUndefined()
      }),
    )
  })

  test("is an ordinary key of a style", () => {
    fc.assert(
      fc.property(key, (name) => {
        const set = setValue({}, name, "x")
        expect([listChangedKeys({}, field(name, "")), listChangedKeys({}, set), listChangedKeys(set, {})]).toEqual([[], [name], [name]])
        expect(resolveValue(styleTables.web, {}, name)).toBeUndefined()
        expect(decodeStyle(stylePayloadOf({ web: set, stats: {} })).web).toEqual(set)
      }),
    )
  })

  test("[S5] is an unknown field: locked if it has a value, and ignored if it is empty", () => {
    fc.assert(
      fc.property(key, fc.constantFrom(null, "", false), (name, empty) => {
        const before = script(question("u"))
        const onInstruction = (value: unknown) => script({ ...question("u"), ...field(name, value) })
        const onQuestion = (value: unknown) => script(question("u", field(name, value)))
        const violations = (after: AuthoredScript) => findLockViolations(before, after, "live", { allowChanges: false })
        for (const after of [onInstruction, onQuestion]) {
          expect(violations(after(empty))).toEqual([])
          expect(violations(after("x")).map(({ part }) => part)).toEqual(["other"])
        }
      }),
    )
  })

  test("is merged from the side that set it, or as picked if both sides did", () => {
    fc.assert(
      fc.property(key, (name) => {
        const base = script(question("u"))
        const [mine, theirs] = ["a", "b"].map((value): AuthoredScript => ({ ...base, ...field(name, value) }))
        if (mine === undefined || theirs === undefined) throw new Error("two sides")
        const valueOf = (merged: AuthoredScript) => Object.entries(merged).find(([one]) => one === name)?.[1]
        expect(valueOf(mergeScripts({ base, mine, theirs }))).toBe("a")
        expect(valueOf(mergeScripts({ base, mine, theirs }, { [name]: "theirs" }))).toBe("b")
        expect(valueOf(mergeScripts({ base, mine: base, theirs }))).toBe("b")
        expect(listMergeDifferences({ base, mine: base, theirs })).toEqual([
          { kind: "field", key: name, by: "theirs", mine: undefined, theirs: "b" },
        ])
        expect(mergeScripts({ base, mine: base, theirs: base })).toEqual(base)
        const changed = script({ ...question("u"), ...field(name, "a") })
        expect(diffScripts(base, changed).changed).toEqual([{ uuid: "u", fields: [name] }])
      }),
    )
  })

  test("is an ordinary uuid of an instruction, which has an answer only if one was given", () => {
    fc.assert(
      fc.property(key, (uuid) => {
        const authored = script(question(uuid))
        expect(scriptFindings(authored).filter(({ severity }) => severity === "error")).toEqual([])
        const answers = (given: Conversation["answers"]) => {
          const conversation = conversationWith(given)
          const plan = planAnswers({
            revisions: [{ ...authored, revision: 1 }],
            metadataKeys: [],
            options: defaultExportOptions,
            emojiLabels: ["", "", "", "", ""],
          })
          return [
            buildDeliveryPayload({ version: 1 }, authored, conversation, ["", "", "", "", ""])["answers"],
            plan.cells(conversation).at(-1),
            exportConversation({ chat: "a", script: authored, conversation, files: [] }, ["", "", "", "", ""]).answers,
          ]
        }
        expect(answers({})).toEqual([{ naam: null }, "", []])
        expect(answers(field(uuid, "Jo"))).toEqual([{ naam: "Jo" }, "Jo", [{ name: "naam", question: "", answer: ["Jo"] }]])
        const chat = compileScript(authored)
        const { state } = beginConversation(chat, { seed: "" })
        expect(state.answers).toEqual({})
        const next = handleEvent(chat, state, { type: "answer", uuid: state.waiting?.uuid ?? "", given: "Jo" })
        expect(Object.entries(next.state.answers)).toEqual([[state.waiting?.uuid, "Jo"]])
      }),
    )
  })
})
