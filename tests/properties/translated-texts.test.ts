// Which texts of a script are translated, and when respondents read the translation [I10].
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { getChoiceText, setOwnText } from "../../domain/questions/choices.ts"
import { defaultButtonTexts } from "../../domain/questions/file-question.ts"
import type { Choice, Question } from "../../domain/questions/question.ts"
import { listVisibleTextFields } from "../../domain/questions/question-texts.ts"
import { findLockViolations } from "../../domain/revisions/live-lock.ts"
import { mergeScripts } from "../../domain/revisions/script-merge.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { changeScriptLanguage } from "../../domain/script/script-language-change.ts"
import { listScriptLanguages, translationFindings } from "../../domain/script/script-languages.ts"
import { getTitleIn } from "../../domain/script/title.ts"
import {
  countTranslations,
  getMaxTranslationLength,
  getPartKey,
  isUntranslated,
  listTranslatableTexts,
  setTranslation,
} from "../../domain/script/translatable-texts.ts"
import type { Language } from "../../domain/text/language.ts"
import { languages } from "../../domain/text/language.ts"
import { getLinkText } from "../../domain/text/translations.ts"
import { questionInstruction } from "../arbitraries/answerable.ts"

const open: Question = { uuid: "q", type: "open", placeholder: "Typ hier" }
const slider: Question = {
  uuid: "s",
  type: "numeric",
  options: { minimum: 0, maximum: 10, hasSlider: true, hasLabel: true, lowerBoundLabel: "koud", upperBoundLabel: "warm" },
}
const file: Question = { uuid: "f", type: "file", options: { fileUploadCameraText: "Camera", fileUploadLibraryText: "Galerij" } }
const french = (field: string, content: string) => ({ field, locale: "fr", content })
const inFrench = (content: string) => [{ locale: "fr", content }]

const end = (translations: ReadonlyArray<{ readonly locale: string; readonly content: string }>): Instruction => ({
  ...questionInstruction(9, null, open),
  uuid: "end",
  type: "end",
  question: null,
  action: { type: "end", params: { endAction: "close", message: "Dag", translations } },
})
const scriptOf = (...instructions: ReadonlyArray<Instruction>): AuthoredScript => ({
  name: "a",
  public_name: "Peiling",
  language: "nl",
  instructions: instructions.map((it, order) => ({ ...it, order })),
})
const asking = (question: Question, order = 0) => ({
  ...questionInstruction(order, `q_${question.uuid}`, question),
  uuid: `i-${question.uuid}`,
  messages: [{ uuid: `m-${question.uuid}`, locale: "nl", content: "Vraag" }],
})

describe("[I10] a field of a question is listed for translation only while respondents see it:", () => {
  const listParts = (question: Question) =>
    listTranslatableTexts(asking(question), "nl", "fr").flatMap(({ part }) => (part.of === "message" ? [] : [part.of]))

  test("the labels of a slider that shows them", () => {
    expect(listParts(slider)).toEqual(["lowerBoundLabel", "upperBoundLabel"])
    for (const off of [{ hasLabel: false }, { hasLabel: null }, { hasSlider: false }])
      expect(listParts({ ...slider, options: { ...slider.options, ...off } })).toEqual([])
  })

  test("the buttons of a file question that are on", () => {
    expect(listParts(file)).toEqual(["fileUploadCameraText", "fileUploadLibraryText"])
    expect(listParts({ ...file, options: { ...file.options, fileCameraCapability: false } })).toEqual(["fileUploadLibraryText"])
    expect(listParts({ ...file, options: { ...file.options, fileLibraryCapability: false } })).toEqual(["fileUploadCameraText"])
  })

  test("the placeholder of an input field", () => {
    expect(listParts(open)).toEqual(["placeholder"])
    for (const type of ["starRating", "nps", "emoji", "choice"] as const)
      expect(listVisibleTextFields({ uuid: "q", type, placeholder: "Typ hier" })).toEqual([])
    expect(listParts({ ...slider, placeholder: "Typ hier" })).not.toContain("placeholder")
  })
})

describe("[I10] a blank translation counts as none", () => {
  test("of a link, the public title, a field and a closing text", () => {
    expect(getLinkText({ content: "Over ons", translations: inFrench(" ") }, "fr")).toBe("Over ons")
    const script = { ...scriptOf(), public_name_translations: inFrench(" ") }
    expect(getTitleIn(script, "fr")).toEqual({ title: "Peiling", language: "nl" })
    const chat = compileScript(scriptOf(asking({ ...open, translations: [french("placeholder", " ")] }), end(inFrench(" "))))
    const { effects, state } = beginConversation(chat, { seed: "", language: "fr" })
    expect(effects[0]).toMatchObject({ type: "ask", question: { placeholder: "Typ hier" } })
    const { ending } = handleEvent(chat, state, { type: "answer", uuid: state.waiting?.uuid ?? "", given: "Ann" }).state
    expect(ending).toMatchObject({ message: "Dag", language: "nl" })
  })
})

test("[C11] recalls are filled in a translated placeholder, and in no other field of a question", () => {
  const named = {
    ...slider,
    placeholder: "Typ",
    translations: [french("placeholder", "{{answers.q_q}}"), french("lowerBoundLabel", "{{answers.q_q}}")],
  }
  const chat = compileScript(scriptOf(asking(open), asking(named)))
  const { state } = beginConversation(chat, { seed: "", language: "fr" })
  const [effect] = handleEvent(chat, state, { type: "answer", uuid: state.waiting?.uuid ?? "", given: "Ann" }).effects
  expect(effect).toMatchObject({ type: "ask", question: { placeholder: "Ann", options: { lowerBoundLabel: "{{answers.q_q}}" } } })
})

test("[S6] translations of a question's fields stay editable while a script is live", () => {
  const before = scriptOf(asking(slider), asking(file))
  const after = scriptOf(
    asking({ ...slider, translations: [french("lowerBoundLabel", "froid")] }),
    asking({ ...file, translations: [french("fileUploadCameraText", "Appareil")] }),
  )
  expect(findLockViolations(before, after, "live", { allowChanges: false })).toEqual([])
  expect(findLockViolations(after, before, "live", { allowChanges: false })).toEqual([])
})

describe("[I10] a translation of one kind of text alone", () => {
  const translated: Readonly<Record<string, AuthoredScript>> = {
    "the public title": { ...scriptOf(asking(open)), public_name_translations: inFrench("Enquête") },
    "a closing text": scriptOf(asking(open), end(inFrench("Au revoir"))),
    "a field": scriptOf(asking({ ...open, translations: [french("placeholder", "Écrivez ici")] })),
  }
  const languageOfText = (script: AuthoredScript, language: Language) => {
    const changed = changeScriptLanguage(script, language)
    return changed.instructions[0]?.messages.map(({ locale }) => locale)
  }

  test.each(Object.keys(translated))("%s makes its language one of the script's", (kind) => {
    const script = translated[kind] ?? scriptOf()
    expect(listScriptLanguages(script)).toEqual(["nl", "fr"])
  })

  test.each(Object.keys(translated))("%s makes a change to its language swap texts, and not relabel them", (kind) => {
    const script = translated[kind] ?? scriptOf()
    expect(languageOfText(script, "fr")).toEqual(["nl"])
    expect(languageOfText(script, "de")).toEqual(["de"])
  })
})

test("[V6] the merged public title is in the merged language if either side changed the language", () => {
  const base = { ...scriptOf(asking(open)), public_name_translations: inFrench("Enquête") }
  const inOther = changeScriptLanguage(base, "fr")
  const renamed = { ...base, name: "b" }
  for (const [mine, theirs] of [
    [renamed, inOther],
    [inOther, renamed],
  ] as const)
    expect(mergeScripts({ base, mine, theirs })).toMatchObject({
      name: "b",
      language: "fr",
      public_name: "Enquête",
      public_name_translations: [{ locale: "nl", content: "Peiling" }],
    })
})

test("[I10] a choice and a range keep their own texts when the language changes, whatever a file has in that language", () => {
  const texts = {
    translation: { locale: "nl", content: "Eigen" },
    translations: [
      { locale: "nl", content: "Oud" },
      { locale: "fr", content: "Propre" },
    ],
  }
  const choosing = asking({ uuid: "c", type: "choice", choices: [{ uuid: "c", value: 1, order: 0, ...texts }] })
  const score: Instruction = {
    ...end([]),
    type: "score",
    action: { type: "score", params: { ranges: [{ uuid: "r", minimum: 0, maximum: 1, ...texts }] } },
  }
  const { instructions } = changeScriptLanguage(scriptOf(choosing, score), "fr")
  const swapped = { translation: { locale: "fr", content: "Propre" }, translations: [texts.translation] }
  expect(instructions[0]?.question?.choices).toMatchObject([swapped])
  expect(instructions[1]?.action?.params).toMatchObject({ ranges: [swapped] })
})

test("[I10] setting the translation of one field changes no other field, and clearing one that does not exist adds none", () => {
  const set = (instruction: Instruction, of: "lowerBoundLabel" | "upperBoundLabel", text: string) =>
    setTranslation(instruction, { part: { of }, locale: "fr", text, language: "nl", newUuid: () => "new" })
  const first = set(asking(slider), "lowerBoundLabel", "froid")
  const both = set(first, "upperBoundLabel", "chaud")
  expect(both.question?.translations).toEqual([french("lowerBoundLabel", "froid"), french("upperBoundLabel", "chaud")])
  expect(set(both, "upperBoundLabel", "")).toEqual(first)
  expect(set(first, "upperBoundLabel", "")).toEqual(first)
})

test("[I10] the maximum length of a translation is the one that the check enforces", () => {
  const choices: ReadonlyArray<Choice> = [{ uuid: "c", value: 1, order: 0, translation: { locale: "nl", content: "Ja" } }]
  const end = { type: "end", params: { endAction: "close", message: "Dag" } } as const
  const instructions: ReadonlyArray<Instruction> = [
    questionInstruction(0, "open", open),
    questionInstruction(1, "slider", slider),
    questionInstruction(2, "file", file),
    questionInstruction(3, "choice", { uuid: "k", type: "choice", choices }),
    { ...questionInstruction(4, "end", open), type: "end", question: null, action: end },
  ]
  const limits = instructions.flatMap((instruction, index) =>
    listTranslatableTexts(instruction, "nl", "fr").map(({ part }): readonly [string, ReadonlyArray<number>] => {
      const most = getMaxTranslationLength(part) ?? 0
      const countTooLong = (length: number): number => {
        const changed = setTranslation(instruction, { part, locale: "fr", text: "é".repeat(length), language: "nl", newUuid: () => "n" })
        const script = { name: "n", public_name: "n", language: "nl", instructions: instructions.with(index, changed) } as const
        return scriptFindings(script).filter(({ key = "" }) => key.includes("too-long")).length
      }
      return [getPartKey(part), [most, countTooLong(most), countTooLong(most + 1)]]
    }),
  )
  expect(Object.fromEntries(limits)).toEqual({
    placeholder: [1024, 0, 1],
    lowerBoundLabel: [25, 0, 1],
    upperBoundLabel: [25, 0, 1],
    fileUploadCameraText: [30, 0, 1],
    fileUploadLibraryText: [30, 0, 1],
    c: [256, 0, 1],
    closing: [50, 0, 1],
  })
})

describe("[I10] the product's own labels of upload buttons", () => {
  const withLabels = (
    camera: string | null,
    library: string | null,
    ...translations: ReadonlyArray<ReturnType<typeof french>>
  ): Question => ({
    uuid: "f",
    type: "file",
    options: { fileUploadCameraText: camera, fileUploadLibraryText: library },
    ...(translations.length > 0 && { translations }),
  })
  const askIn = (question: Question, locale: Language) => {
    const [effect] = beginConversation(compileScript(scriptOf(asking(question))), { seed: "", language: locale }).effects
    return effect?.type === "ask" ? effect.question.options : undefined
  }
  const { camera, library } = defaultButtonTexts.nl

  test("are shown in the language of the conversation, as blank ones are", () => {
    for (const labels of [withLabels(camera, library), withLabels("", " "), withLabels(null, null)])
      for (const locale of languages)
        expect(askIn(labels, locale)).toMatchObject({
          fileUploadCameraText: defaultButtonTexts[locale].camera,
          fileUploadLibraryText: defaultButtonTexts[locale].library,
        })
    expect(askIn(withLabels("Maak een foto", library), "fr")).toMatchObject({
      fileUploadCameraText: "Maak een foto",
      fileUploadLibraryText: defaultButtonTexts.fr.library,
    })
    expect(askIn(withLabels(camera, library, french("fileUploadLibraryText", "Mes photos")), "fr")).toMatchObject({
      fileUploadCameraText: defaultButtonTexts.fr.camera,
      fileUploadLibraryText: "Mes photos",
    })
  })

  test("can be translated, but do not count as untranslated", () => {
    const translated = { ...asking(file), messages: [...asking(file).messages, { uuid: "m", locale: "fr", content: "Question" }] }
    const script = scriptOf({ ...translated, question: withLabels(camera, library) })
    const [step] = script.instructions
    expect(step && countTranslations(step, "nl", "fr")).toEqual({ all: 1, missing: 0, listed: 3 })
    expect(step && listTranslatableTexts(step, "nl", "fr").filter(isUntranslated)).toEqual([])
    expect(translationFindings(script).map(({ pointer }) => pointer)).toEqual(["/public_name"])
    const own = { ...translated, question: withLabels("Maak een foto", library) }
    expect(countTranslations(own, "nl", "fr")).toEqual({ all: 2, missing: 1, listed: 3 })
    const both = { ...translated, question: withLabels(camera, library, french("fileUploadLibraryText", "Mes photos")) }
    expect(countTranslations(both, "nl", "fr")).toEqual({ all: 2, missing: 0, listed: 3 })
  })

  test("follow the language of the script, also of one without a text in the new language", () => {
    for (const extra of [[], inFrench("Question")]) {
      const step = asking(withLabels(camera, library))
      const script = scriptOf({ ...step, messages: [...step.messages, ...extra.map((it) => ({ uuid: "m", ...it }))] })
      const changed = changeScriptLanguage(script, "fr")
      expect(changed.instructions[0]?.question?.options).toMatchObject({
        fileUploadCameraText: defaultButtonTexts.fr.camera,
        fileUploadLibraryText: defaultButtonTexts.fr.library,
      })
      expect(changeScriptLanguage(changed, "nl")).toEqual(script)
    }
  })
})

test("[I10] a text typed for a choice is in the script's language, and the one that it had in another language becomes a translation", () => {
  const yes: Choice = { uuid: "c", value: 1, order: 0, translation: { locale: "nl", content: "Ja" } }
  expect(setOwnText(yes, "nl", "Jawel")).toEqual({ ...yes, translation: { locale: "nl", content: "Jawel" } })
  const english = setOwnText(yes, "en", "Yes")
  expect(english).toEqual({ ...yes, translation: { locale: "en", content: "Yes" }, translations: [{ locale: "nl", content: "Ja" }] })
  expect(setOwnText(english, "en", "Yes!").translations).toEqual(english.translations)
  expect(["en", "nl", "fr"].map((locale) => getChoiceText(setOwnText(english, "en", ""), locale))).toEqual(["Ja", "Ja", "Ja"])
})
