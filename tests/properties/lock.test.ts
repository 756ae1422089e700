import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { replaceChoices } from "../../domain/questions/choice-question.ts"
import { addChoice, type Choices, removeChoice } from "../../domain/questions/choices.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { moveInstruction, removeInstructions } from "../../domain/script/instruction-list.ts"
import { findLockViolations, lockedParts } from "../../domain/script/live-lock.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { Status } from "../../domain/script/status.ts"
import { changeScriptLanguage } from "../../domain/script/translations.ts"
import { asked } from "../arbitraries/answerable.ts"
import { script } from "../arbitraries/scripts.ts"

const live = fc.constantFrom("live" as const, "closed" as const)
const none = { allowChanges: false }
const with1 = (it: AuthoredScript, which: number, change: (instruction: Instruction) => Instruction): AuthoredScript => ({
  ...it,
  instructions: it.instructions.map((instruction, place) => (place === which % it.instructions.length ? change(instruction) : instruction)),
})
const partsOf = (...args: Parameters<typeof findLockViolations>) => [...new Set(findLockViolations(...args).map(({ part }) => part))]

describe("the live lock", () => {
  test("[S4] nothing is locked in preparation, and nobody is told of an edit that is none", () => {
    fc.assert(
      fc.property(script, script, fc.constantFrom(...Status.literals), (one, other, status) => {
        expect(findLockViolations(one, other, "preparation", none)).toEqual([])
        expect(findLockViolations(one, structuredClone(one), status, none)).toEqual([])
      }),
    )
  })

  test("[S6] the language is open while live: the texts of choices that change places with it are no edit of the choices", () => {
    const choices = ["Ja", "Nee"].map((content, order) => ({
      uuid: `c${order}`,
      value: order,
      order,
      translation: { locale: "nl", content },
      translations: [{ locale: "en", content: content === "Ja" ? "Yes" : "No" }],
    }))
    const before: AuthoredScript = {
      name: "Visit",
      public_name: "",
      language: "nl",
      instructions: [
        { uuid: "a", order: 0, type: "question", typing_delay: 3, messages: [], question: { uuid: "q", type: "choice", choices } },
      ],
    }
    const after = changeScriptLanguage(before, "en")
    expect(findLockViolations(before, after, "live", none)).toEqual([])
    const otherwise = with1(after, 0, (it) => ({ ...it, question: { uuid: "q", type: "choice", choices: choices.slice(1) } }))
    expect(partsOf(before, otherwise, "live", none)).toEqual(["choices"])
  })

  test("[S4] a deleted script takes no edit at all", () => {
    fc.assert(
      fc.property(script, (it) => {
        expect(findLockViolations(it, { ...it, public_name: `${it.public_name}!` }, "deleted", { allowChanges: true })).toHaveLength(1)
      }),
    )
  })

  test("[S5] the title and the sequence are locked while live", () => {
    fc.assert(
      fc.property(script, live, (it, status) => {
        expect(partsOf(it, { ...it, name: `${it.name}!` }, status, none)).toEqual(["title"])
        const [first] = it.instructions
        if (first === undefined) return
        expect(partsOf(it, { ...it, instructions: removeInstructions(it.instructions, [first.uuid]) }, status, none)).toEqual(["sequence"])
        if (it.instructions.length > 1)
          expect(
            partsOf(it, { ...it, instructions: moveInstruction(it.instructions, first.uuid, it.instructions.length - 1) }, status, none),
          ).toEqual(["sequence"])
      }),
    )
  })

  test("[S6] texts, delays and placeholders stay open while live", () => {
    fc.assert(
      fc.property(script, fc.nat(), live, (it, which, status) => {
        fc.pre(it.instructions.length > 0)
        const edited = with1(it, which, (instruction) => ({
          ...instruction,
          typing_delay: instruction.typing_delay + 1,
          messages: instruction.messages.map((message) => ({ ...message, content: `${message.content}!` })),
          ...(instruction.question && { question: { ...instruction.question, placeholder: "other" } }),
        }))
        expect(findLockViolations(it, { ...edited, public_name: "other" }, status, none)).toEqual([])
      }),
    )
  })

  test("[S5] names and conditions are locked, at their place", () => {
    fc.assert(
      fc.property(script, fc.nat(), live, (it, which, status) => {
        fc.pre(it.instructions.length > 0)
        const place = which % it.instructions.length
        const edited = with1(it, which, (instruction) => ({ ...instruction, label: `${instruction.label}x`, condition: "q1 == 1" }))
        expect(findLockViolations(it, edited, status, none)).toEqual([
          { pointer: `/instructions/${place}/label`, part: "name" },
          { pointer: `/instructions/${place}/condition`, part: "condition" },
        ])
      }),
    )
  })

  test("[S5] choices are locked while live, unless changes are allowed; limits are locked, randomize is open", () => {
    const question = {
      uuid: "q",
      type: "choice" as const,
      choices: [{ uuid: "c", value: 1, order: 0, translation: { locale: "nl", content: "Ja" } }],
      options: { columns: 1, randomize: false },
    }
    const it: AuthoredScript = {
      name: "",
      public_name: "",
      language: "nl",
      instructions: [{ uuid: "i", order: 0, type: "question", typing_delay: 1, messages: [], question }],
    }
    const changed = (change: Partial<typeof question>) =>
      with1(it, 0, (instruction) => ({ ...instruction, question: { ...question, ...change } }))
    expect(partsOf(it, changed({ choices: [] }), "live", none)).toEqual(["choices"])
    const saying = (more: object) => changed({ choices: question.choices.map((choice) => ({ ...choice, ...more })) })
    expect(findLockViolations(it, saying({ single: false, fixed: false, score: null, amount: null }), "live", none)).toEqual([])
    for (const more of [{ single: true }, { score: 0 }, { value: 2 }, { futureField: "x" }])
      expect(partsOf(it, saying(more), "live", none)).toEqual(["choices"])
    expect(partsOf(it, changed({ choices: [] }), "live", { allowChanges: true })).toEqual([])
    expect(findLockViolations(it, changed({ options: { columns: 2, randomize: true } }), "live", none)).toEqual([
      { pointer: "/instructions/0/question/options/columns", part: "options" },
    ])
    expect(partsOf(it, changed({ options: { columns: 2, randomize: false } }), "closed", none)).toEqual(["options"])
    expect(partsOf(it, changed({ options: { columns: 1, randomize: true } }), "closed", none)).toEqual([])
  })

  test("[S5] [S6] whatever is changed beside what is open, also what this version does not know, is named; and only that", () => {
    const stripped = ({ messages: _m, typing_delay: _d, order: _o, question, ...it }: Instruction) => {
      const { placeholder: _p, options, ...rest } = question ?? { placeholder: null, options: null }
      const {
        randomize: _r,
        hasSlider: _s,
        increment: _i,
        lowerBoundLabel: _l,
        upperBoundLabel: _u,
        ...limits
      } = (options ?? {}) as Record<string, unknown>
      return JSON.stringify({ ...it, question: question ? { ...rest, options: limits } : null })
    }
    const values = fc.constantFrom("x", 7, true, [1], { a: 1 })
    const field = fc.constantFrom("label", "condition", "typing_delay", "futureField", "action")
    const inQuestion = fc.constantFrom("skipable", "placeholder", "choices", "presentation", "futureField")
    const inOptions = fc.constantFrom("minimum", "columns", "randomize", "hasSlider", "increment", "upperBoundLabel", "futureField")
    fc.assert(
      fc.property(script, fc.nat(), live, field, inQuestion, inOptions, values, fc.nat(2), (it, which, status, a, b, c, value, level) => {
        fc.pre(it.instructions.length > 0)
        const edited = with1(it, which, (instruction) => {
          const { question } = instruction
          if (level === 0 || !question) return { ...instruction, [a]: value } as Instruction
          const next = level === 1 ? { ...question, [b]: value } : { ...question, options: { ...question.options, [c]: value } }
          return { ...instruction, question: next } as Instruction
        })
        const place = which % it.instructions.length
        const [before, after] = [it.instructions[place], edited.instructions[place]]
        if (before === undefined || after === undefined) return
        expect(findLockViolations(it, edited, status, none).length > 0).toBe(stripped(before) !== stripped(after))
      }),
      { numRuns: 500 },
    )
  })

  test("[S5] allowing changes opens the choices while live, and nothing else", () => {
    for (const status of ["live", "closed"] as const) {
      const [strict, lenient] = [lockedParts(status, none), lockedParts(status, { allowChanges: true })]
      expect([...strict].filter((part) => !lenient.has(part))).toEqual(["choices"])
      expect([...lenient].filter((part) => !strict.has(part))).toEqual([])
    }
    expect(lockedParts("deleted", { allowChanges: true })).toEqual(lockedParts("deleted", none))
  })

  test("[S5] where choices are open, the maximum that follows their number is open with them; any other is not", () => {
    const making = { fresh: () => "new", locale: "nl" } as const
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 9 }), live, (count, maximum, status) => {
        const choices = Array.from({ length: count }, (_, i) => i).reduce<Choices>((list, i) => addChoice(list, `${i}`, making), [])
        const question = { uuid: "q", type: "multiple" as const, skipable: false, choices, options: { minimum: 1, maximum: count } }
        const asking = (it: typeof question): AuthoredScript => ({
          name: "a",
          public_name: "",
          language: "nl",
          instructions: [{ uuid: "i", order: 0, type: "question", typing_delay: 1, messages: [], question: it }],
        })
        const more = replaceChoices(question, addChoice(choices, "more", making)).question
        const fewer = replaceChoices(
          question,
          removeChoice(
            choices.map((it, i) => ({ ...it, uuid: `${i}` })),
            "0",
          ),
        ).question
        for (const next of [more, fewer]) {
          expect(partsOf(asking(question), asking(next), status, { allowChanges: true })).toEqual([])
          expect(partsOf(asking(question), asking(next), status, none)).toEqual(["choices"])
          const other = { ...next, options: { ...next.options, maximum } }
          expect(partsOf(asking(question), asking(other), status, { allowChanges: true })).toEqual(
            maximum === next.choices.length || maximum === count ? [] : ["options"],
          )
        }
        const swapped = {
          ...question,
          choices: addChoice(
            removeChoice(
              choices.map((it, i) => ({ ...it, uuid: `${i}` })),
              "0",
            ),
            "other",
            making,
          ),
        }
        const narrow = { ...question, options: { minimum: 1, maximum: 1 } }
        expect(
          partsOf(asking(narrow), asking({ ...swapped, options: { minimum: 1, maximum: count } }), status, { allowChanges: true }),
        ).toEqual([])
        // With the choices as they are it follows nothing.
        const widened = { ...narrow, options: { minimum: 1, maximum: count } }
        expect(partsOf(asking(narrow), asking(widened), status, { allowChanges: true })).toEqual(["options"])
        const set = { ...question, options: { minimum: 1, maximum } }
        expect(partsOf(asking(question), asking(set), status, { allowChanges: true })).toEqual(maximum === count ? [] : ["options"])
      }),
    )
  })

  test("[S5] missing, null, empty and off say the same, and nothing else says that", () => {
    const nothings = [undefined, null, "", false, []]
    const sayings = ["x", 0, true, [1], {}]
    const locks = (was: unknown, now: unknown) => {
      const holding = (future: unknown): AuthoredScript => ({
        name: "",
        public_name: "",
        language: "nl",
        instructions: [
          { uuid: "i", order: 0, type: "message", typing_delay: 1, messages: [], ...(future === undefined ? {} : { future }) },
        ],
      })
      return findLockViolations(holding(was), holding(now), "live", none)
    }
    for (const one of nothings) for (const other of nothings) expect(locks(one, other)).toEqual([])
    for (const one of nothings)
      for (const other of sayings)
        expect([locks(one, other), locks(other, one)].flat()).toEqual(
          Array.from({ length: 2 }, () => ({ pointer: "/instructions/0/future", part: "other" })),
        )
  })

  test("[S6] of a question's options just these stay open", () => {
    const options = [
      "minimum",
      "maximum",
      "precision",
      "stepSize",
      "columns",
      "dropdown",
      "searchPattern",
      "scores",
      "amounts",
      "singles",
      "fixated",
      "charttype",
      "currency",
    ]
    const open = ["randomize", "hasSlider", "increment", "lowerBoundLabel", "upperBoundLabel"]
    const holding = (made: Readonly<Record<string, number>>): AuthoredScript => ({
      name: "",
      public_name: "",
      language: "nl",
      instructions: [asked(0, null, { uuid: "q", type: "open", options: made })],
    })
    for (const option of [...options, ...open])
      expect(findLockViolations(holding({}), holding({ [option]: 1 }), "live", none).length).toBe(open.includes(option) ? 0 : 1)
  })

  test("[S5] off says something else of options that are on, or follow from the choices, where nothing is said of them", () => {
    const holding = (type: "multiple" | "file", options: Readonly<Record<string, boolean | null>>): AuthoredScript => ({
      name: "",
      public_name: "",
      language: "nl",
      instructions: [asked(0, null, { uuid: "q", type, options })],
    })
    const locks = (
      type: "multiple" | "file",
      was: Readonly<Record<string, boolean | null>>,
      now: Readonly<Record<string, boolean | null>>,
    ) => findLockViolations(holding(type, was), holding(type, now), "live", none).map(({ pointer }) => pointer.split("/").at(-1))
    for (const option of ["singles", "scores", "amounts", "fixated"]) {
      expect(locks("multiple", {}, { [option]: false })).toEqual([option])
      expect(locks("multiple", { [option]: false }, { [option]: true })).toEqual([option])
    }
    for (const option of ["fileCameraCapability", "fileLibraryCapability"])
      expect(locks("file", { [option]: null }, { [option]: false })).toEqual([option])
    expect(locks("multiple", {}, { horizontal: false, randomize: false })).toEqual([])
  })

  test("[S4] [S5] a breach points at what was changed: the title, the sequence, the question's field, or the whole", () => {
    const question = { uuid: "q", type: "open" as const, skipable: false }
    const it: AuthoredScript = {
      name: "a",
      public_name: "a",
      language: "nl",
      instructions: [{ uuid: "i", order: 0, type: "question", typing_delay: 1, messages: [], question }],
    }
    expect(findLockViolations(it, { ...it, name: "b" }, "live", none)).toEqual([{ pointer: "/name", part: "title" }])
    expect(findLockViolations(it, { ...it, instructions: [] }, "live", none)).toEqual([{ pointer: "/instructions", part: "sequence" }])
    expect(
      findLockViolations(
        it,
        with1(it, 0, (at) => ({ ...at, question: { ...question, skipable: true } })),
        "live",
        none,
      ),
    ).toEqual([{ pointer: "/instructions/0/question/skipable", part: "skipable" }])
    expect(findLockViolations(it, { ...it, name: "b" }, "deleted", none)).toEqual([{ pointer: "", part: "other" }])
  })

  test("[S5] [S6] of a script's own fields the public title and the language stay open, and what a newer version added is locked", () => {
    fc.assert(
      fc.property(script, fc.constantFrom("live" as const, "closed" as const), fc.string(), (it, status, said) => {
        expect(findLockViolations(it, { ...it, public_name: said, language: "de" }, status, none)).toEqual([])
        expect(findLockViolations(it, { ...it, "newer field": `new ${said}` }, status, none)).toEqual([
          { pointer: "/newer field", part: "other" },
        ])
        expect(findLockViolations({ ...it, "newer field": `new ${said}` }, it, status, none)).toEqual([
          { pointer: "/newer field", part: "other" },
        ])
        expect(findLockViolations(it, { ...it, "newer field": `new ${said}` }, "preparation", none)).toEqual([])
      }),
    )
  })

  test("what is locked says what the comparison finds: a part that is not locked is never reported", () => {
    fc.assert(
      fc.property(script, script, fc.constantFrom(...Status.literals), fc.boolean(), (one, other, status, allowChanges) => {
        const locked = lockedParts(status, { allowChanges })
        for (const { part } of findLockViolations(one, other, status, { allowChanges })) expect(locked.has(part)).toBe(true)
      }),
    )
  })
})
