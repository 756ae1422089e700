// Test conversations: starting in the middle of a script, typed answers and metadata.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { beginTestConversation, parseMetadataLines, parseTypedAnswer } from "../../domain/chat/test-conversation.ts"
import type { Question } from "../../domain/questions/question.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { anyQuestion, playableInstructions } from "../arbitraries/chats.ts"

describe("a test conversation that starts in the middle", () => {
  test("[E8] equals a normal conversation when it starts at the first or at a deleted instruction", () => {
    fc.assert(
      fc.property(playableInstructions, fc.constantFrom(null, "gone"), (instructions, from) => {
        const chat = compileScript({ language: "nl", instructions })
        expect(beginTestConversation(chat, { seed: "s", from, typed: {} })).toEqual(beginConversation(chat, { seed: "s" }))
      }),
    )
  })

  test("[E8] visits nothing before its start, whatever was typed for that", () => {
    fc.assert(
      fc.property(playableInstructions, fc.nat(8), fc.string(), (instructions, place, text) => {
        const chat = compileScript({ language: "nl", instructions })
        const from = instructions[place]?.uuid ?? null
        const typed = Object.fromEntries(instructions.map(({ uuid }) => [uuid, text]))
        const { traces, state } = beginTestConversation(chat, { seed: "s", from, typed })
        const start = from === null ? 0 : place
        expect(traces.every(({ uuid }) => instructions.findIndex((instruction) => instruction.uuid === uuid) >= start)).toBe(true)
        for (const uuid of Object.keys(state.answers)) {
          expect(instructions.findIndex((instruction) => instruction.uuid === uuid)).toBeLessThan(start)
        }
      }),
    )
  })

  const translated = anyQuestion.map((question): Question => {
    const choices = question.choices?.map((choice, i) => ({
      ...choice,
      translations: [{ uuid: `t${i}`, locale: "en", content: ["Yes", "No", "{{answers.i9|Maybe}}"][i] ?? "" }],
    }))
    return { ...question, ...(choices && { choices }) }
  })
  const typedText = fc.oneof(fc.constantFrom("Yes", "No", "Maybe", "Ja", "Nee", "1", "2", "Yes, No", "2024-02-29"), fc.string())

  test("[E8] [I10] uses typed answers as if they were given in the conversation, in its language", () => {
    let counted = 0
    fc.assert(
      fc.property(translated, typedText, fc.constantFrom("nl", "en"), (question, text, language) => {
        fc.pre(text.trim() !== "")
        const chat = compileScript({ language: "nl", instructions: [questionInstruction(0, null, question), instruction(1, {})] })
        const settings = { seed: "s", language }
        const answer = { type: "answer", uuid: "i0", given: parseTypedAnswer(question, text) } as const
        const { answers } = handleEvent(chat, beginConversation(chat, settings).state, answer).state
        expect(beginTestConversation(chat, { ...settings, from: "i1", typed: { i0: text } }).state.answers).toEqual(answers)
        if (language === "en" && text === "Yes" && "i0" in answers) counted++
      }),
      { numRuns: 1000 },
    )
    expect(counted).toBeGreaterThan(0)
  })
})

describe("typed input", () => {
  const multiple: Question = { uuid: "q", type: "multiple", choices: createChoices("Ja", "Nee") }

  test("is a list for questions with several answers, and a text for others", () => {
    expect(parseTypedAnswer(multiple, " 1 , Nee ")).toEqual(["1", "Nee"])
    expect(parseTypedAnswer({ uuid: "q", type: "file" }, "/a.png, /b.png")).toEqual(["/a.png", "/b.png"])
    expect(parseTypedAnswer(multiple, "  ")).toBe("")
    expect(parseTypedAnswer({ uuid: "q", type: "open" }, " a, b ")).toBe("a, b")
    expect(parseTypedAnswer(null, "x")).toBe("x")
  })

  test("is metadata line by line, with the value after the first equals sign", () => {
    expect(parseMetadataLines("a = 1\r\n b=x=y \nflag\n\n = lost")).toEqual({ a: "1", b: "x=y", flag: "" })
  })
})
