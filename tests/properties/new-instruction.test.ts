// New instructions and questions: their kind and their defaults.
import fc from "fast-check"
import { expect, test } from "vitest"
import { newInstruction, newQuestion } from "../../domain/editing/new-instruction.ts"
import { getInstructionIndex } from "../../domain/findings/finding.ts"
import { defaultDelaySeconds } from "../../domain/flow/reading-delay.ts"
import { type QuestionType, questionTypes } from "../../domain/questions/question.ts"
import { getInstructionKind } from "../../domain/script/instruction.ts"
import { entries, entry } from "../arbitraries/scripts.ts"

test.each(entries)("[I1] a new %s has that kind, an empty message and no condition", (picked) => {
  let count = 0
  const created = newInstruction(picked, { newUuid: () => `u${count++}`, locale: "nl" })
  expect(getInstructionKind(created)).toBe(picked)
  expect(created).toMatchObject({
    order: 0,
    label: "",
    condition: null,
    typing_delay: defaultDelaySeconds,
    messages: [{ locale: "nl", content: "" }],
  })
})

test("an instruction without its question or action is empty, and fields of other types do not decide its kind", () => {
  fc.assert(
    fc.property(entry, entry, (questionEntry, actionEntry) => {
      const [withQuestion, withAction] = [questionEntry, actionEntry].map((picked) =>
        newInstruction(picked, { newUuid: () => "u", locale: "nl" }),
      )
      const { question = null } = withQuestion ?? {}
      const { action = null } = withAction ?? {}
      expect(getInstructionKind({ type: "question", question, action })).toBe(question?.type ?? "empty")
      expect(getInstructionKind({ type: "action", question, action })).toBe(action?.type ?? "empty")
      for (const type of ["message", "image", "video", "score", "end", "empty"] as const)
        expect(getInstructionKind({ type, question, action })).toBe(type)
    }),
  )
})

test("a finding belongs to the instruction in its pointer, in a script and in a script file", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom("", "/label", "/question/choices/4/value"), (place, rest) => {
      expect(getInstructionIndex({ pointer: `/instructions/${place}${rest}` })).toBe(place)
      expect(getInstructionIndex({ pointer: `/payload/instructions/${place}${rest}` })).toBe(place)
    }),
  )
  for (const pointer of ["", "/checksum", "/instructions", "/payload/web/3", "/future/instructions/3"])
    expect(getInstructionIndex({ pointer })).toBe(undefined)
})

test("a new question has the defaults of its type", () => {
  const optionsOf = (type: QuestionType) => newQuestion(type, { newUuid: () => "u", locale: "nl" }).options
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

test.each([
  ["nl", "Camera", "Gallerij"],
  ["en", "Camera", "Gallery"],
  ["de", "Kamera", "Galerie"],
  ["ar", "الكاميرا", "المعرض"],
] as const)("a new file question in %s has its default button texts in that language", (locale, camera, library) => {
  expect(newQuestion("file", { newUuid: () => "u", locale }).options).toMatchObject({
    fileUploadCameraText: camera,
    fileUploadLibraryText: library,
  })
})
