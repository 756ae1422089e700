import fc from "fast-check"
import { expect, test } from "vitest"
import { getInstructionIndex } from "../../domain/check/finding.ts"
import { newQuestion } from "../../domain/questions/new-question.ts"
import { type QuestionType, questionTypes } from "../../domain/questions/question.ts"
import { getInstructionKind } from "../../domain/script/instruction.ts"
import { newInstruction } from "../../domain/script/new-instruction.ts"
import { defaultDelaySeconds } from "../../domain/script/reading-delay.ts"
import { entries, entry } from "../arbitraries/scripts.ts"

test.each(entries)("[I1] what is picked as %s is of that kind to its author, silent yet, and shown always", (picked) => {
  let made = 0
  const it = newInstruction(picked, { fresh: () => `u${made++}`, locale: "nl" })
  expect(getInstructionKind(it)).toBe(picked)
  expect(it).toMatchObject({
    order: 0,
    label: "",
    condition: null,
    typing_delay: defaultDelaySeconds,
    messages: [{ locale: "nl", content: "" }],
  })
})

test("what has lost its question or its action is empty, and whatever else lies beside its type does not tell its kind", () => {
  fc.assert(
    fc.property(entry, entry, (one, other) => {
      const [asked, acting] = [one, other].map((it) => newInstruction(it, { fresh: () => "u", locale: "nl" }))
      const { question = null } = asked ?? {}
      const { action = null } = acting ?? {}
      expect(getInstructionKind({ type: "question", question, action })).toBe(question?.type ?? "empty")
      expect(getInstructionKind({ type: "action", question, action })).toBe(action?.type ?? "empty")
      for (const type of ["message", "image", "video", "score", "end", "empty"] as const)
        expect(getInstructionKind({ type, question, action })).toBe(type)
    }),
  )
})

test("a finding is about the instruction that its pointer leads into, in a script and in its file", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom("", "/label", "/question/choices/4/value"), (place, rest) => {
      expect(getInstructionIndex({ pointer: `/instructions/${place}${rest}` })).toBe(place)
      expect(getInstructionIndex({ pointer: `/payload/instructions/${place}${rest}` })).toBe(place)
    }),
  )
  for (const pointer of ["", "/checksum", "/instructions", "/payload/web/3", "/future/instructions/3"])
    expect(getInstructionIndex({ pointer })).toBe(undefined)
})

test("a new question has the defaults of its type (spec/2-editor §3, §5, §9)", () => {
  const optionsOf = (type: QuestionType) => newQuestion(type, { fresh: () => "u", locale: "nl" }).options
  const expected: Readonly<Record<QuestionType, unknown>> = {
    choice: { columns: 1, randomize: false },
    multiple: { columns: 1, randomize: false, minimum: 1, maximum: 2 },
    open: { minimum: 1, maximum: 1024, boxSize: "multiline" },
    email: {},
    numeric: { minimum: 0, maximum: 100, precision: 0, hasSlider: false, stepSize: 1, hasLabel: false },
    starRating: { max: 5, increment: 1 },
    currency: { minimum: 1, maximum: 100_000, precision: 2, currency: 1 },
    nps: { minimum: 1, maximum: 10 },
    emoji: { emoticonsCount: 5 },
    file: {
      extensions: ["png", "jpg", "jpeg", "gif", "svg"],
      fileUploadCameraText: "Camera",
      fileUploadLibraryText: "Gallerij",
      fileCameraCapability: true,
      fileLibraryCapability: true,
    },
    date: { minimum: null, maximum: null },
  }
  for (const type of questionTypes) expect(optionsOf(type)).toEqual(expected[type])
})
