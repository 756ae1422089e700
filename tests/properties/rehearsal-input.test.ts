// Answers and metadata that are typed in advance for a rehearsal [E8].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginTestConversation, metadataLineProblem, parseMetadataLines, presetAnswerProblem } from "../../domain/chat/test-conversation.ts"
import type { Question } from "../../domain/questions/question.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { anyQuestion } from "../arbitraries/chats.ts"

describe("an answer typed in advance", () => {
  test("[E8] counts for its question exactly when it has no problem", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("1", "2", "9", "Ja", "1, 2", "2024-02-30", "01-02-2024", "a@b.nl", "1,5", "x.png"))
    fc.assert(
      fc.property(anyQuestion, text, (question, typed) => {
        fc.pre(!JSON.stringify(question.choices ?? []).includes("{{"))
        const chat = compileScript({ language: "nl", instructions: [questionInstruction(0, "q", question), instruction(1, {})] })
        const { state } = beginTestConversation(chat, { seed: "s", from: "i1", typed: { i0: typed } })
        const hasProblem = presetAnswerProblem(question, typed, "nl") !== null
        expect(hasProblem).toBe(typed.trim() !== "" && !Object.hasOwn(state.answers, "i0"))
      }),
    )
  })

  test("has the same problems as in the chat", () => {
    const slider: Question = { uuid: "q", type: "numeric", options: { minimum: 0, maximum: 10, hasSlider: true, stepSize: 2 } }
    expect(presetAnswerProblem(slider, "5", "en")).toEqual({ key: "answer.step", values: { step: 2 } })
    expect(presetAnswerProblem({ uuid: "q", type: "starRating" }, "9", "en")).toEqual({ key: "answer.scale", values: {} })
    expect(presetAnswerProblem(slider, " ", "en")).toBeNull()
  })

  test("may be a choice whose text depends on an earlier answer, which is known only later", () => {
    const choices = createChoices("{{answers.name|Somebody}}", "Nobody")
    expect(presetAnswerProblem({ uuid: "q", type: "choice", choices }, "Ann", "nl")).toBeNull()
    expect(presetAnswerProblem({ uuid: "q", type: "choice", choices: choices.slice(1) }, "Ann", "nl")).not.toBeNull()
  })
})

describe("metadata typed as lines", () => {
  test("has a problem in the first line without an equals sign or a key", () => {
    expect(metadataLineProblem("a = 1\r\n\nflag\n= x")).toEqual({ kind: "no-sign", line: 3 })
    expect(metadataLineProblem("a = 1\n = x\nflag")).toEqual({ kind: "no-key", line: 2 })
    expect(metadataLineProblem("a = 1\n\nb =")).toBeNull()
  })

  test("contains every key if no line has a problem", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z =]{0,4}$/)), (lines) => {
        const text = lines.join("\n")
        if (metadataLineProblem(text) !== null) return
        const keys = lines.filter((it) => it.trim() !== "").map((it) => it.slice(0, it.indexOf("=")).trim())
        expect(Object.keys(parseMetadataLines(text)).toSorted()).toEqual([...new Set(keys)].toSorted())
      }),
    )
  })
})
