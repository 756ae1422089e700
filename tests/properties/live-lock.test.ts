// The live lock: which edits of a script are violations in each status.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { moveInstruction, removeInstructions } from "../../domain/editing/instruction-list.ts"
import { replaceChoices } from "../../domain/questions/choice-question.ts"
import { addChoice, type Choices, removeChoice } from "../../domain/questions/choices.ts"
import { findLockViolations, getLockedParts, isTranslationLocked } from "../../domain/revisions/live-lock.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { changeScriptLanguage } from "../../domain/script/script-language-change.ts"
import { Status } from "../../domain/script/status.ts"
import { getPartKey, listTranslatableTexts } from "../../domain/script/translatable-texts.ts"
import { questionInstruction } from "../arbitraries/answerable.ts"
import { script } from "../arbitraries/scripts.ts"
import { applyTranslations, listTranslationPlaces, translatableScript, translationEdits } from "../arbitraries/translated.ts"

const live = fc.constantFrom("live" as const, "closed" as const)
const none = { allowChanges: false }
const withInstruction = (base: AuthoredScript, which: number, change: (instruction: Instruction) => Instruction): AuthoredScript => ({
  ...base,
  instructions: base.instructions.map((instruction, place) =>
    place === which % base.instructions.length ? change(instruction) : instruction,
  ),
})
const partsOf = (...args: Parameters<typeof findLockViolations>) => [...new Set(findLockViolations(...args).map(({ part }) => part))]

describe("the live lock", () => {
  test("[S4] reports nothing in preparation, and nothing for a script without changes", () => {
    fc.assert(
      fc.property(script, script, fc.constantFrom(...Status.literals), (before, after, status) => {
        expect(findLockViolations(before, after, "preparation", none)).toEqual([])
        expect(findLockViolations(before, structuredClone(before), status, none)).toEqual([])
      }),
    )
  })

  test("[S6] allows another language: choice texts that swap with it are not edits of the choices", () => {
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
    const withoutChoice = withInstruction(after, 0, (instruction) => ({
      ...instruction,
      question: { uuid: "q", type: "choice", choices: choices.slice(1) },
    }))
    expect(partsOf(before, withoutChoice, "live", none)).toEqual(["choices"])
  })

  describe("[S6] translations while live", () => {
    const translated = fc
      .tuple(translatableScript, translationEdits, live)
      .map(([base, edits, status]) => ({ base: applyTranslations(base, edits), status }))
      .filter(({ base }) => listTranslationPlaces(base).length > 0)
    const edit = fc.record({ which: fc.nat(), locale: fc.constantFrom("en" as const, "fr" as const), text: fc.constantFrom("other", "") })

    test("can be edited, except for a choice in a language in which it has a text", () => {
      fc.assert(
        fc.property(translated, edit, ({ base, status }, { which, locale, text }) => {
          const places = listTranslationPlaces(base)
          const { place, part } = places[which % places.length] ?? { place: 0, part: { of: "message" } as const }
          const instruction = base.instructions[place]
          fc.pre(instruction !== undefined)
          if (instruction === undefined) return
          const { translation = "" } =
            listTranslatableTexts(instruction, "nl", locale).find((it) => getPartKey(it.part) === getPartKey(part)) ?? {}
          const after = applyTranslations(base, [{ which, locale, text }])
          const parts = partsOf(base, after, status, none)
          const isLocked = part.of === "choice" && translation.trim() !== ""
          expect(parts).toEqual(isLocked && translation !== text ? ["choices"] : [])
          expect(isTranslationLocked({ status, flags: none, saved: base }, { uuid: instruction.uuid, part, locale })).toBe(isLocked)
          expect(partsOf(base, after, status, { allowChanges: true })).toEqual([])
          expect(isTranslationLocked({ status: "deleted", flags: none, saved: base }, { uuid: instruction.uuid, part, locale })).toBe(true)
        }),
      )
    })

    test("include those of score ranges, whose ends and own texts are locked", () => {
      const range = { uuid: "r", minimum: 0, maximum: 4, label: "low", translation: { locale: "nl", content: "Laag" } }
      const scored = (fields: object): AuthoredScript => ({
        name: "PHQ",
        public_name: "",
        language: "nl",
        instructions: [
          {
            uuid: "s",
            order: 0,
            type: "score",
            typing_delay: 0,
            messages: [],
            action: { type: "score", params: { ranges: [{ ...range, ...fields }] } },
          },
        ],
      })
      const inFrench = [{ locale: "fr", content: "Bas" }]
      for (const fields of [{ labels: inFrench }, { translations: inFrench }, { labels: inFrench, translations: inFrench }]) {
        expect(partsOf(scored({}), scored(fields), "live", none)).toEqual([])
        expect(partsOf(scored(fields), scored({}), "closed", none)).toEqual([])
      }
      for (const fields of [{ maximum: 5 }, { label: "high" }, { translation: { locale: "nl", content: "Hoog" } }, { futureField: 1 }])
        expect(partsOf(scored({}), scored({ ...fields, labels: inFrench }), "live", none)).toEqual(["action"])
      const english = changeScriptLanguage(scored({ labels: [{ locale: "en", content: "low" }] }), "en")
      const where = { uuid: "s", part: { of: "range", range: "r" } as const }
      expect(
        ["nl", "fr"].map((locale) => isTranslationLocked({ status: "live", flags: none, saved: english }, { ...where, locale })),
      ).toEqual([true, false])
    })

    test("do not open a closing text, a new choice or another kind of end", () => {
      const ending = (params: object): AuthoredScript => ({
        name: "PHQ",
        public_name: "",
        language: "nl",
        instructions: [
          {
            uuid: "e",
            order: 0,
            type: "end",
            typing_delay: 0,
            messages: [],
            action: { type: "end", params: { message: "Dag", ...params } },
          },
        ],
      })
      const translations = [{ locale: "fr", content: "Au revoir" }]
      expect(partsOf(ending({}), ending({ translations }), "live", none)).toEqual([])
      for (const fields of [{ message: "Hoi" }, { endAction: "redirect" }, { url: "https://a.example" }])
        expect(partsOf(ending({}), ending({ translations, ...fields }), "live", none)).toEqual(["action"])
    })
  })

  test("[S4] reports any edit of a deleted script", () => {
    fc.assert(
      fc.property(script, (base) => {
        expect(findLockViolations(base, { ...base, public_name: `${base.public_name}!` }, "deleted", { allowChanges: true })).toHaveLength(
          1,
        )
      }),
    )
  })

  test("[S5] locks the title and the sequence while live", () => {
    fc.assert(
      fc.property(script, live, (base, status) => {
        expect(partsOf(base, { ...base, name: `${base.name}!` }, status, none)).toEqual(["title"])
        const [first] = base.instructions
        if (first === undefined) return
        expect(partsOf(base, { ...base, instructions: removeInstructions(base.instructions, [first.uuid]) }, status, none)).toEqual([
          "sequence",
        ])
        if (base.instructions.length > 1)
          expect(
            partsOf(
              base,
              { ...base, instructions: moveInstruction(base.instructions, first.uuid, base.instructions.length - 1) },
              status,
              none,
            ),
          ).toEqual(["sequence"])
      }),
    )
  })

  test("[S6] leaves texts, delays and placeholders open while live", () => {
    fc.assert(
      fc.property(script, fc.nat(), live, (base, which, status) => {
        fc.pre(base.instructions.length > 0)
        const edited = withInstruction(base, which, (instruction) => ({
          ...instruction,
          typing_delay: instruction.typing_delay + 1,
          messages: instruction.messages.map((message) => ({ ...message, content: `${message.content}!` })),
          ...(instruction.question && { question: { ...instruction.question, placeholder: "other" } }),
        }))
        expect(findLockViolations(base, { ...edited, public_name: "other" }, status, none)).toEqual([])
      }),
    )
  })

  test("[S5] locks names and conditions, and points at the changed field", () => {
    fc.assert(
      fc.property(script, fc.nat(), live, (base, which, status) => {
        fc.pre(base.instructions.length > 0)
        const place = which % base.instructions.length
        const edited = withInstruction(base, which, (instruction) => ({
          ...instruction,
          label: `${instruction.label}x`,
          condition: "q1 == 1",
        }))
        expect(findLockViolations(base, edited, status, none)).toEqual([
          { pointer: `/instructions/${place}/label`, part: "name" },
          { pointer: `/instructions/${place}/condition`, part: "condition" },
        ])
      }),
    )
  })

  test("[S5] locks choices unless changes are allowed, locks limits, and leaves randomize open", () => {
    const question = {
      uuid: "q",
      type: "choice" as const,
      choices: [{ uuid: "c", value: 1, order: 0, translation: { locale: "nl", content: "Ja" } }],
      options: { columns: 1, randomize: false },
    }
    const base: AuthoredScript = {
      name: "",
      public_name: "",
      language: "nl",
      instructions: [{ uuid: "i", order: 0, type: "question", typing_delay: 1, messages: [], question }],
    }
    const changed = (change: Partial<typeof question>) =>
      withInstruction(base, 0, (instruction) => ({ ...instruction, question: { ...question, ...change } }))
    expect(partsOf(base, changed({ choices: [] }), "live", none)).toEqual(["choices"])
    const withChoiceFields = (fields: object) => changed({ choices: question.choices.map((choice) => ({ ...choice, ...fields })) })
    expect(findLockViolations(base, withChoiceFields({ single: false, fixed: false, score: null, amount: null }), "live", none)).toEqual([])
    for (const fields of [{ single: true }, { score: 0 }, { value: 2 }, { futureField: "x" }])
      expect(partsOf(base, withChoiceFields(fields), "live", none)).toEqual(["choices"])
    expect(partsOf(base, changed({ choices: [] }), "live", { allowChanges: true })).toEqual([])
    expect(findLockViolations(base, changed({ options: { columns: 2, randomize: true } }), "live", none)).toEqual([
      { pointer: "/instructions/0/question/options/columns", part: "options" },
    ])
    expect(partsOf(base, changed({ options: { columns: 2, randomize: false } }), "closed", none)).toEqual(["options"])
    expect(partsOf(base, changed({ options: { columns: 1, randomize: true } }), "closed", none)).toEqual([])
  })

  test("[S5] [S6] reports exactly the edits outside the open fields, including fields that this version does not know", () => {
    const lockedFields = ({ messages: _m, typing_delay: _d, order: _o, question, ...instruction }: Instruction) => {
      const { placeholder: _p, options, ...rest } = question ?? { placeholder: null, options: null }
      const {
        randomize: _r,
        hasSlider: _s,
        increment: _i,
        lowerBoundLabel: _l,
        upperBoundLabel: _u,
        ...limits
      } = (options ?? {}) as Record<string, unknown>
      return JSON.stringify({ ...instruction, question: question ? { ...rest, options: limits } : null })
    }
    const values = fc.constantFrom("x", 7, true, [1], { a: 1 })
    const field = fc.constantFrom("label", "condition", "typing_delay", "futureField", "action")
    const inQuestion = fc.constantFrom("skipable", "placeholder", "choices", "presentation", "futureField")
    const inOptions = fc.constantFrom("minimum", "columns", "randomize", "hasSlider", "increment", "upperBoundLabel", "futureField")
    fc.assert(
      fc.property(script, fc.nat(), live, field, inQuestion, inOptions, values, fc.nat(2), (base, which, status, a, b, c, value, level) => {
        fc.pre(base.instructions.length > 0)
        const edited = withInstruction(base, which, (instruction) => {
          const { question } = instruction
          if (level === 0 || !question) return { ...instruction, [a]: value } as Instruction
          const next = level === 1 ? { ...question, [b]: value } : { ...question, options: { ...question.options, [c]: value } }
          return { ...instruction, question: next } as Instruction
        })
        const place = which % base.instructions.length
        const [before, after] = [base.instructions[place], edited.instructions[place]]
        if (before === undefined || after === undefined) return
        expect(findLockViolations(base, edited, status, none).length > 0).toBe(lockedFields(before) !== lockedFields(after))
      }),
      { numRuns: 500 },
    )
  })

  test("[S5] opens the choices and nothing else when changes are allowed", () => {
    for (const status of ["live", "closed"] as const) {
      const [strict, lenient] = [getLockedParts(status, none), getLockedParts(status, { allowChanges: true })]
      expect([...strict].filter((part) => !lenient.has(part))).toEqual(["choices"])
      expect([...lenient].filter((part) => !strict.has(part))).toEqual([])
    }
    expect(getLockedParts("deleted", { allowChanges: true })).toEqual(getLockedParts("deleted", none))
  })

  test("[S5] lets the maximum follow the number of choices when changes are allowed, and no other maximum", () => {
    const making = { newUuid: () => "new", locale: "nl" } as const
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 9 }), live, (count, maximum, status) => {
        const choices = Array.from({ length: count }, (_, i) => i).reduce<Choices>((list, i) => addChoice(list, `${i}`, making), [])
        const question = { uuid: "q", type: "multiple" as const, skipable: false, choices, options: { minimum: 1, maximum: count } }
        const scriptWith = (edited: typeof question): AuthoredScript => ({
          name: "a",
          public_name: "",
          language: "nl",
          instructions: [{ uuid: "i", order: 0, type: "question", typing_delay: 1, messages: [], question: edited }],
        })
        const more = replaceChoices(question, addChoice(choices, "more", making)).question
        const fewer = replaceChoices(
          question,
          removeChoice(
            choices.map((choice, i) => ({ ...choice, uuid: `${i}` })),
            "0",
          ),
        ).question
        for (const next of [more, fewer]) {
          expect(partsOf(scriptWith(question), scriptWith(next), status, { allowChanges: true })).toEqual([])
          expect(partsOf(scriptWith(question), scriptWith(next), status, none)).toEqual(["choices"])
          const other = { ...next, options: { ...next.options, maximum } }
          expect(partsOf(scriptWith(question), scriptWith(other), status, { allowChanges: true })).toEqual(
            maximum === next.choices.length || maximum === count ? [] : ["options"],
          )
        }
        const swapped = {
          ...question,
          choices: addChoice(
            removeChoice(
              choices.map((choice, i) => ({ ...choice, uuid: `${i}` })),
              "0",
            ),
            "other",
            making,
          ),
        }
        const narrow = { ...question, options: { minimum: 1, maximum: 1 } }
        expect(
          partsOf(scriptWith(narrow), scriptWith({ ...swapped, options: { minimum: 1, maximum: count } }), status, { allowChanges: true }),
        ).toEqual([])
        // The choices are unchanged, so the maximum follows nothing.
        const widened = { ...narrow, options: { minimum: 1, maximum: count } }
        expect(partsOf(scriptWith(narrow), scriptWith(widened), status, { allowChanges: true })).toEqual(["options"])
        const set = { ...question, options: { minimum: 1, maximum } }
        expect(partsOf(scriptWith(question), scriptWith(set), status, { allowChanges: true })).toEqual(maximum === count ? [] : ["options"])
      }),
    )
  })

  test("[S5] treats missing, null, empty and off as equal, and every other value as different", () => {
    const emptyValues = [undefined, null, "", false, []]
    const setValues = ["x", 0, true, [1], {}]
    const violations = (was: unknown, now: unknown) => {
      const scriptWith = (future: unknown): AuthoredScript => ({
        name: "",
        public_name: "",
        language: "nl",
        instructions: [
          { uuid: "i", order: 0, type: "message", typing_delay: 1, messages: [], ...(future === undefined ? {} : { future }) },
        ],
      })
      return findLockViolations(scriptWith(was), scriptWith(now), "live", none)
    }
    for (const empty of emptyValues) for (const emptyToo of emptyValues) expect(violations(empty, emptyToo)).toEqual([])
    for (const empty of emptyValues)
      for (const set of setValues)
        expect([violations(empty, set), violations(set, empty)].flat()).toEqual(
          Array.from({ length: 2 }, () => ({ pointer: "/instructions/0/future", part: "other" })),
        )
  })

  test("[S6] leaves only the listed question options open", () => {
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
    const scriptWith = (values: Readonly<Record<string, number>>): AuthoredScript => ({
      name: "",
      public_name: "",
      language: "nl",
      instructions: [questionInstruction(0, null, { uuid: "q", type: "open", options: values })],
    })
    for (const option of [...options, ...open])
      expect(findLockViolations(scriptWith({}), scriptWith({ [option]: 1 }), "live", none).length).toBe(open.includes(option) ? 0 : 1)
  })

  test("[S5] reports off where a missing option means on, or follows from the choices", () => {
    const scriptWith = (type: "multiple" | "file", options: Readonly<Record<string, boolean | null>>): AuthoredScript => ({
      name: "",
      public_name: "",
      language: "nl",
      instructions: [questionInstruction(0, null, { uuid: "q", type, options })],
    })
    const lockedOptions = (
      type: "multiple" | "file",
      was: Readonly<Record<string, boolean | null>>,
      now: Readonly<Record<string, boolean | null>>,
    ) => findLockViolations(scriptWith(type, was), scriptWith(type, now), "live", none).map(({ pointer }) => pointer.split("/").at(-1))
    for (const option of ["singles", "scores", "amounts", "fixated"]) {
      expect(lockedOptions("multiple", {}, { [option]: false })).toEqual([option])
      expect(lockedOptions("multiple", { [option]: false }, { [option]: true })).toEqual([option])
    }
    for (const option of ["fileCameraCapability", "fileLibraryCapability"])
      expect(lockedOptions("file", { [option]: null }, { [option]: false })).toEqual([option])
    expect(lockedOptions("multiple", {}, { horizontal: false, randomize: false })).toEqual([])
  })

  test("[S4] [S5] points at the change: the title, the sequence, the question's field, or the whole script", () => {
    const question = { uuid: "q", type: "open" as const, skipable: false }
    const base: AuthoredScript = {
      name: "a",
      public_name: "a",
      language: "nl",
      instructions: [{ uuid: "i", order: 0, type: "question", typing_delay: 1, messages: [], question }],
    }
    expect(findLockViolations(base, { ...base, name: "b" }, "live", none)).toEqual([{ pointer: "/name", part: "title" }])
    expect(findLockViolations(base, { ...base, instructions: [] }, "live", none)).toEqual([{ pointer: "/instructions", part: "sequence" }])
    expect(
      findLockViolations(
        base,
        withInstruction(base, 0, (instruction) => ({ ...instruction, question: { ...question, skipable: true } })),
        "live",
        none,
      ),
    ).toEqual([{ pointer: "/instructions/0/question/skipable", part: "skipable" }])
    expect(findLockViolations(base, { ...base, name: "b" }, "deleted", none)).toEqual([{ pointer: "", part: "other" }])
  })

  test("[S5] [S6] leaves the public title and the language open, and locks fields of newer versions", () => {
    fc.assert(
      fc.property(script, fc.constantFrom("live" as const, "closed" as const), fc.string(), (base, status, text) => {
        expect(findLockViolations(base, { ...base, public_name: text, language: "de" }, status, none)).toEqual([])
        expect(findLockViolations(base, { ...base, "newer field": `new ${text}` }, status, none)).toEqual([
          { pointer: "/newer field", part: "other" },
        ])
        expect(findLockViolations({ ...base, "newer field": `new ${text}` }, base, status, none)).toEqual([
          { pointer: "/newer field", part: "other" },
        ])
        expect(findLockViolations(base, { ...base, "newer field": `new ${text}` }, "preparation", none)).toEqual([])
      }),
    )
  })

  test("never reports a part that is not locked", () => {
    fc.assert(
      fc.property(script, script, fc.constantFrom(...Status.literals), fc.boolean(), (before, after, status, allowChanges) => {
        const locked = getLockedParts(status, { allowChanges })
        for (const { part } of findLockViolations(before, after, status, { allowChanges })) expect(locked.has(part)).toBe(true)
      }),
    )
  })
})
