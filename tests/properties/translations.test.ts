// Translations of a script: editing, findings, changing the language, and the conversation.
import fc from "fast-check"
import { expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { storedAnswerText } from "../../domain/chat/test-conversation.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { findLockViolations } from "../../domain/script/live-lock.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { findAffectedColumns } from "../../domain/script/script-diff.ts"
import {
  changeScriptLanguage,
  countTranslations,
  isUntranslated,
  listScriptLanguages,
  listTranslatableTexts,
  setTranslation,
  syncPicture,
} from "../../domain/script/translations.ts"
import { questionInstruction } from "../arbitraries/answerable.ts"
import { text } from "../arbitraries/scripts.ts"
import { applyTranslations, language, listTranslationPlaces, translatableScript, translationEdits } from "../arbitraries/translated.ts"

test("[I10] a translation is read back and changes no other language", () => {
  fc.assert(
    fc.property(translatableScript, translationEdits, fc.nat(), text, (script, before, which, translation) => {
      const now = applyTranslations(script, before)
      const places = listTranslationPlaces(now)
      const at = places[which % places.length]
      const instruction = now.instructions[at?.place ?? -1]
      fc.pre(at !== undefined && instruction !== undefined)
      if (at === undefined || instruction === undefined) return
      const next = setTranslation(instruction, { part: at.part, locale: "fr", text: translation, language: "nl", fresh: () => "new" })
      const readBack = listTranslatableTexts(next, "nl", "fr").find(({ part }) => JSON.stringify(part) === JSON.stringify(at.part))
      expect(readBack?.translation ?? "").toBe(translation)
      for (const other of ["nl", "en", "ar"])
        expect(listTranslatableTexts(next, "nl", other)).toEqual(listTranslatableTexts(instruction, "nl", other))
      const again = { part: at.part, locale: "fr", language: "nl", fresh: () => "other" }
      const undone = setTranslation(next, { ...again, text: "" })
      expect(
        listTranslatableTexts(undone, "nl", "fr").find(({ part }) => JSON.stringify(part) === JSON.stringify(at.part))?.translation ?? "",
      ).toBe("")
    }),
  )
})

test("[I10] removing a translation restores the script", () => {
  fc.assert(
    fc.property(translatableScript, fc.nat(), text, (script, which, translation) => {
      const once = applyTranslations(script, [{ which, locale: "fr", text: translation }])
      expect(applyTranslations(once, [{ which, locale: "fr", text: "" }])).toEqual(script)
    }),
  )
})

test("[I10] the check warns about each missing translation in the script's languages, and about no other", () => {
  fc.assert(
    fc.property(translatableScript, translationEdits, (script, all) => {
      const now = applyTranslations(script, all)
      const warned = scriptFindings(now).filter(({ key }) => key === "finding.no-translation" || key === "finding.no-choice-translation")
      const missing = listScriptLanguages(now)
        .slice(1)
        .flatMap((locale) =>
          now.instructions.flatMap((instruction) => listTranslatableTexts(instruction, "nl", locale).filter(isUntranslated)),
        )
      const counted = warned.reduce((sum, { values }) => sum + Number(values?.["count"] ?? 1), 0)
      expect(counted).toBe(missing.length)
      expect(warned.every(({ severity }) => severity === "warning")).toBe(true)
    }),
  )
})

test("[I10] changing the language and back restores the script, and touches nothing locked or answered", () => {
  fc.assert(
    fc.property(translatableScript, translationEdits, language, (script, all, to) => {
      const now = applyTranslations(script, all)
      const other = changeScriptLanguage(now, to)
      expect(changeScriptLanguage(other, "nl")).toEqual(now)
      expect(findLockViolations(now, other, "live", { allowChanges: false })).toEqual([])
      expect(findAffectedColumns(now, other)).toEqual([])
    }),
  )
})

const scriptWith = (translations: ReadonlyArray<{ readonly locale: string; readonly content: string }>): AuthoredScript => ({
  name: "",
  public_name: "",
  language: "nl",
  instructions: [
    {
      uuid: "a",
      order: 0,
      type: "question",
      label: "colour",
      typing_delay: 0,
      messages: [
        { uuid: "m", locale: "nl", content: "Welke kleur?" },
        { uuid: "n", locale: "fr", content: "Quelle couleur ?" },
      ],
      question: {
        uuid: "q",
        type: "choice",
        choices: [
          { uuid: "c", value: 1, order: 0, translation: { locale: "nl", content: "Rood" }, translations },
          { uuid: "d", value: 2, order: 1, translation: { locale: "nl", content: "Blauw" } },
        ],
      },
    },
    {
      uuid: "b",
      order: 1,
      type: "message",
      label: "",
      condition: 'answers.colour.text == "Rood"',
      typing_delay: 0,
      messages: [{ uuid: "o", locale: "nl", content: "{{answers.colour}}!" }],
    },
  ],
})

test("[I10] respondents read the conversation's language; conditions use the script's language", () => {
  const chat = compileScript(scriptWith([{ locale: "fr", content: "Rouge" }]))
  const first = beginConversation(chat, { seed: "", language: "fr" })
  const [question] = first.effects
  expect(question?.type === "ask" && [question.html, question.question.choices?.map((choice) => choice.translation)]).toEqual([
    "Quelle couleur ?",
    [
      { locale: "fr", content: "Rouge" },
      { locale: "nl", content: "Blauw" },
    ],
  ])
  expect(JSON.stringify(question)).not.toContain("translations")
  const next = handleEvent(chat, first.state, { type: "answer", uuid: "a", given: "Rouge" })
  expect(next.effects[0]).toMatchObject({ type: "show", html: "Rouge!" })
  expect(storedAnswerText(chat, next.state, "a")).toBe("Rouge")
})

test("[I10] a text without a translation is shown in the script's language", () => {
  const chat = compileScript(scriptWith([{ locale: "fr", content: " " }]))
  const [question] = beginConversation(chat, { seed: "", language: "fr" }).effects
  expect(question?.type === "ask" && question.question.choices?.map((choice) => choice.translation.content)).toEqual(["Rood", "Blauw"])
})

test("[I10] every language shows the image of the script's language with its own alternative text", () => {
  const image = (src: string, alt: string) => `<img src="${src}" alt="${alt}">`
  const messages = [
    { uuid: "m", locale: "nl", content: image("/uploads/new.png", "Een logo") },
    { uuid: "n", locale: "fr", content: image("/uploads/old.png", "Un logo") },
    { uuid: "o", locale: "de", content: "" },
  ]
  expect(syncPicture(messages, "nl").map(({ content }) => content)).toEqual([
    image("/uploads/new.png", "Een logo"),
    image("/uploads/new.png", "Un logo"),
    "",
  ])
  const withoutImage = messages.map((message) => (message.locale === "nl" ? { ...message, content: "" } : message))
  expect(syncPicture(withoutImage, "nl").map(({ locale }) => locale)).toEqual(["nl", "de"])
})

test("[I10] translations are counted as listed, and counted once for the same instruction", () => {
  fc.assert(
    fc.property(
      translatableScript,
      translationEdits,
      fc.array(fc.constantFrom("fr", "ar", "en", "nl"), { maxLength: 6 }),
      (script, before, locales) => {
        for (const { instructions } of [script, applyTranslations(script, before)])
          for (const instruction of instructions)
            for (const locale of locales) {
              const passages = listTranslatableTexts(instruction, "nl", locale)
              const tally = countTranslations(instruction, "nl", locale)
              expect(tally).toEqual({ all: passages.length, lacking: passages.filter(isUntranslated).length })
              expect(countTranslations(instruction, "nl", locale)).toBe(tally)
            }
      },
    ),
  )
})

test("[I10] the languages of a script follow its own language, whatever was computed before", () => {
  fc.assert(
    fc.property(
      translatableScript,
      translationEdits,
      fc.array(language, { minLength: 2, maxLength: 4 }),
      (script, before, ownLanguages) => {
        const { instructions } = applyTranslations(script, before)
        for (const own of ownLanguages) {
          const copies = instructions.map((instruction) => ({ ...instruction }))
          expect(listScriptLanguages({ language: own, instructions })).toEqual(listScriptLanguages({ language: own, instructions: copies }))
        }
      },
    ),
  )
})

test("[I10] a choice whose own text is in a language gets no second text in it", () => {
  const choice = { uuid: "c", value: 1, order: 0, translation: { locale: "en", content: "Yes" } }
  const instruction = { ...questionInstruction(0, null, { uuid: "q", type: "choice", choices: [choice] }) }
  const choicesIn = (locale: string) =>
    setTranslation(instruction, { part: { of: "choice", choice: "c" }, locale, text: "Oui", language: "nl", fresh: () => "new" }).question
      ?.choices
  expect(choicesIn("en")).toEqual([choice])
  expect(choicesIn("fr")).toEqual([{ ...choice, translations: [{ locale: "fr", content: "Oui" }] }])
})
