// Translations of a script: editing, findings, changing the language, and the conversation.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formatAnswer } from "../../domain/chat/answer-facets.ts"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { countOtherTranslations } from "../../domain/communities/side-menu.ts"
import type { Question } from "../../domain/questions/question.ts"
import { compareScripts } from "../../domain/revisions/change-impact.ts"
import { findLockViolations } from "../../domain/revisions/live-lock.ts"
import { findAffectedColumns } from "../../domain/revisions/script-diff.ts"
import { formatFieldValue, listMergeDifferences, mergeScripts } from "../../domain/revisions/script-merge.ts"
import { createPatch, describeUndoStep } from "../../domain/revisions/script-patch.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { changeScriptLanguage } from "../../domain/script/script-language-change.ts"
import { listScriptLanguages, translationFindings } from "../../domain/script/script-languages.ts"
import { getTitleIn, getTitleText, setTitleTranslation } from "../../domain/script/title.ts"
import {
  countTranslations,
  getPartKey,
  isUntranslated,
  listTranslatableTexts,
  setTranslation,
  syncPicture,
} from "../../domain/script/translatable-texts.ts"
import type { Language } from "../../domain/text/language.ts"
import { languages } from "../../domain/text/language.ts"
import { getLinkText } from "../../domain/text/translations.ts"
import { questionInstruction } from "../arbitraries/answerable.ts"
import { text } from "../arbitraries/scripts.ts"
import { applyTranslations, language, listTranslationPlaces, translatableScript, translationEdits } from "../arbitraries/translated.ts"

test("[I10] the text that is being edited is listed even if it is blank in both languages, and no other blank text is", () => {
  fc.assert(
    fc.property(translatableScript, translationEdits, fc.nat(), (script, before, which) => {
      const now = applyTranslations(script, before)
      const instruction = now.instructions[which % now.instructions.length]
      fc.pre(instruction !== undefined)
      for (const locale of languages.filter((it) => it !== now.language))
        for (const { part } of listTranslatableTexts(instruction, now.language, locale)) {
          const cleared = setTranslation(instruction, {
            part,
            locale,
            text: "",
            language: now.language,
            newUuid: () => crypto.randomUUID(),
          })
          const listed = listTranslatableTexts(cleared, now.language, locale, getPartKey(part))
          expect(listed.map((it) => getPartKey(it.part))).toContain(getPartKey(part))
          for (const it of listed) if (getPartKey(it.part) !== getPartKey(part)) expect(it.text + it.translation).not.toBe("")
        }
    }),
  )
})

test("[I10] a translation is read back and changes no other language", () => {
  fc.assert(
    fc.property(translatableScript, translationEdits, fc.nat(), text, (script, before, which, translation) => {
      const now = applyTranslations(script, before)
      const places = listTranslationPlaces(now)
      const at = places[which % places.length]
      const instruction = now.instructions[at?.place ?? -1]
      fc.pre(at !== undefined && instruction !== undefined)
      if (at === undefined || instruction === undefined) return
      const next = setTranslation(instruction, { part: at.part, locale: "fr", text: translation, language: "nl", newUuid: () => "new" })
      const readBack = listTranslatableTexts(next, "nl", "fr").find(({ part }) => JSON.stringify(part) === JSON.stringify(at.part))
      expect(readBack?.translation ?? "").toBe(translation)
      for (const other of ["nl", "en", "ar"])
        expect(listTranslatableTexts(next, "nl", other)).toEqual(listTranslatableTexts(instruction, "nl", other))
      const again = { part: at.part, locale: "fr", language: "nl", newUuid: () => "other" }
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
      const warned = scriptFindings(now).filter(({ key }) => key !== undefined && /^finding\.no-(?:title-|choice-)?translation$/.test(key))
      const missing = listScriptLanguages(now)
        .slice(1)
        .flatMap((locale) => [
          ...[getTitleText(now, locale)].filter((title) => isUntranslated(title)),
          ...now.instructions.flatMap((instruction) => listTranslatableTexts(instruction, "nl", locale).filter(isUntranslated)),
        ])
      const textsInOthersOnly = new Set(
        languages.flatMap((locale) => [
          ...[getTitleText(now, locale)].flatMap((title) => (title.text === "" && title.translation.trim() !== "" ? ["title"] : [])),
          ...now.instructions.flatMap((instruction, index) =>
            listTranslatableTexts(instruction, "nl", locale).flatMap(({ part, text: own, translation }) =>
              own.trim() !== "" || translation.trim() === "" || part.of === "message" ? [] : [`${index} ${getPartKey(part)}`],
            ),
          ),
        ]),
      )
      const counted = warned.reduce((sum, { values }) => sum + Number(values?.["count"] ?? 1), 0)
      expect(counted).toBe(missing.length + textsInOthersOnly.size)
      expect(warned.every(({ severity }) => severity === "warning")).toBe(true)
    }),
  )
})

test("[I10] changing the language touches nothing locked or answered", () => {
  fc.assert(
    fc.property(translatableScript, translationEdits, language, (script, all, to) => {
      const now = applyTranslations(script, all)
      const other = changeScriptLanguage(now, to)
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
  expect(question?.type === "ask" && formatAnswer(question.question, next.state.answers["a"], "fr")).toBe("Rouge")
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
              const standard = passages.filter((it) => it.standard !== undefined && it.translation.trim() === "")
              const missing = passages.filter(isUntranslated).length
              expect(tally).toEqual({ all: passages.length - standard.length, missing, listed: passages.length })
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
    setTranslation(instruction, { part: { of: "choice", choice: "c" }, locale, text: "Oui", language: "nl", newUuid: () => "new" }).question
      ?.choices
  expect(choicesIn("en")).toEqual([{ ...choice, translation: { locale: "en", content: "Oui" } }])
  expect(choicesIn("fr")).toEqual([{ ...choice, translations: [{ locale: "fr", content: "Oui" }] }])
})

describe("[I10] every text that respondents read", () => {
  const endInstruction: Instruction = {
    uuid: "end",
    order: 2,
    type: "end",
    label: "",
    typing_delay: 0,
    messages: [],
    action: {
      type: "end",
      params: {
        endType: "finished",
        endAction: "close",
        message: "Dag {{answers.q1}}",
        translations: [{ locale: "fr", content: "Au revoir {{answers.q1}}" }],
      },
    },
  }
  const bilingual = (...questions: ReadonlyArray<Question>): AuthoredScript => ({
    name: "",
    public_name: "Peiling",
    public_name_translations: [{ locale: "fr", content: "Enquête" }],
    language: "nl",
    instructions: [...questions.map((question, order) => questionInstruction(order, null, question)), endInstruction],
  })
  const french = (field: string, content: string) => ({ field, locale: "fr", content })
  const open: Question = { uuid: "q", type: "open", placeholder: "Typ hier", translations: [french("placeholder", "Écrivez ici")] }
  const slider: Question = {
    uuid: "s",
    type: "numeric",
    options: { minimum: 0, maximum: 10, hasSlider: true, hasLabel: true, lowerBoundLabel: "koud", upperBoundLabel: "warm" },
    translations: [french("lowerBoundLabel", "froid"), french("upperBoundLabel", "chaud")],
  }
  const file: Question = {
    uuid: "f",
    type: "file",
    options: { fileUploadCameraText: "Camera", fileUploadLibraryText: "Galerij" },
    translations: [french("fileUploadCameraText", "Appareil"), french("fileUploadLibraryText", "Galerie")],
  }
  const ask = (question: Question, language: Language) => {
    const [effect] = beginConversation(compileScript(bilingual(question)), { seed: "", language }).effects
    return effect?.type === "ask" ? effect.question : undefined
  }

  test("is shown in the language of the conversation, without the other languages", () => {
    expect(ask(open, "fr")).toMatchObject({ placeholder: "Écrivez ici" })
    expect(ask(open, "nl")).toMatchObject({ placeholder: "Typ hier" })
    expect(ask(slider, "fr")).toMatchObject({ options: { lowerBoundLabel: "froid", upperBoundLabel: "chaud", minimum: 0 } })
    expect(ask(file, "fr")).toMatchObject({ options: { fileUploadCameraText: "Appareil", fileUploadLibraryText: "Galerie" } })
    expect(ask(slider, "de")).toMatchObject({ options: { lowerBoundLabel: "koud", upperBoundLabel: "warm" } })
    for (const question of [open, slider, file]) expect(ask(question, "fr")).not.toHaveProperty("translations")
  })

  test("includes the closing text, with its recalls and its language", () => {
    const getEnding = (language: Language) => {
      const chat = compileScript(bilingual(open))
      const { state } = beginConversation(chat, { seed: "", language })
      return handleEvent(chat, state, { type: "answer", uuid: state.waiting?.uuid ?? "", given: "Ann" }).state.ending
    }
    expect(getEnding("fr")).toMatchObject({ message: "Au revoir Ann" })
    expect(getEnding("fr")).not.toHaveProperty("language")
    expect(getEnding("nl")).not.toHaveProperty("language")
    expect(getEnding("de")).toMatchObject({ message: "Dag Ann", language: "nl" })
  })

  test("includes the public title and the side menu", () => {
    expect(getTitleIn(bilingual(open), "fr")).toEqual({ title: "Enquête", language: "fr" })
    expect(getTitleIn(bilingual(open), "de")).toEqual({ title: "Peiling", language: "nl" })
    const link = { content: "Over ons", url: "https://a.example", translations: [{ locale: "fr", content: "À propos" }] }
    expect([getLinkText(link, "fr"), getLinkText(link, "de")]).toEqual(["À propos", "Over ons"])
    const menu = { links: [link, { content: "Hulp", url: "https://b.example" }] }
    expect(countOtherTranslations(bilingual(open), menu, "fr")).toEqual({ all: 3, missing: 1 })
    expect(countOtherTranslations(bilingual(open), null, "de")).toEqual({ all: 1, missing: 1 })
  })

  test("is counted, and reported at its place where it is not translated", () => {
    const script = bilingual(
      { ...open, translations: [] },
      { ...slider, translations: [french("lowerBoundLabel", "froid")] },
      { ...file, translations: [french("fileUploadCameraText", "Appareil")] },
    )
    const bare = {
      ...script,
      public_name_translations: [],
      instructions: script.instructions.map((it) =>
        it.type === "end" ? { ...it, action: { type: "end" as const, params: { message: "Dag" } } } : it,
      ),
    }
    const pointers = translationFindings(bare).map(({ pointer }) => pointer)
    expect(pointers).toEqual([
      "/public_name",
      "/instructions/0/question/placeholder",
      "/instructions/1/question/options/upperBoundLabel",
      "/instructions/2/question/options/fileUploadLibraryText",
      "/instructions/3/action/params/message",
    ])
    const counts = bare.instructions.map((instruction) => countTranslations(instruction, "nl", "fr"))
    expect(counts.reduce((sum, { missing }) => sum + missing, 0)).toBe(pointers.length - 1)
  })

  describe("and has a translation into the script's own language, as in a file,", () => {
    const dutch = (field: string, content: string) => ({ field, locale: "nl", content })
    const withOwn: AuthoredScript = {
      ...bilingual({ ...open, translations: [dutch("placeholder", "Oud"), french("placeholder", "Écrivez ici")] }),
      public_name_translations: [
        { locale: "nl", content: "Oud" },
        { locale: "fr", content: "Enquête" },
      ],
    }
    const instructions = withOwn.instructions.map((it) =>
      it.action?.type === "end"
        ? {
            ...it,
            action: {
              ...it.action,
              params: {
                message: "Dag",
                translations: [
                  { locale: "nl", content: "Oud" },
                  { locale: "fr", content: "Au revoir" },
                ],
              },
            },
          }
        : it,
    )
    const script = { ...withOwn, instructions }
    const play = (played: AuthoredScript, language: Language) => {
      const chat = compileScript(played)
      const { effects, state } = beginConversation(chat, { seed: "", language })
      const { ending } = handleEvent(chat, state, { type: "answer", uuid: state.waiting?.uuid ?? "", given: "Ann" }).state
      const [effect] = effects
      return [effect?.type === "ask" ? effect.question.placeholder : "", ending?.message, getTitleIn(played, language).title]
    }

    test("keeps its own text", () => {
      expect(play(script, "nl")).toEqual(["Typ hier", "Dag", "Peiling"])
      expect(play(script, "fr")).toEqual(["Écrivez ici", "Au revoir", "Enquête"])
    })

    test("loses only that translation when the language of the script changes", () => {
      const changed = changeScriptLanguage(script, "fr")
      expect(play(changed, "nl")).toEqual(["Typ hier", "Dag", "Peiling"])
      expect(play(changed, "fr")).toEqual(["Écrivez ici", "Au revoir", "Enquête"])
      expect(listScriptLanguages(changeScriptLanguage(script, "de"))).toEqual(["de", "fr"])
    })

    test("gets none in the editor", () => {
      const [asked, end] = bilingual(open).instructions
      const own = { locale: "nl", text: "Oud", language: "nl", newUuid: () => "new" }
      expect(asked && setTranslation(asked, { ...own, part: { of: "placeholder" } })).toBe(asked)
      expect(end && setTranslation(end, { ...own, part: { of: "closing" } })).toBe(end)
    })
  })

  test("has the same maximum length in every language", () => {
    const long = "x".repeat(31)
    const script = bilingual(
      { ...slider, translations: [french("lowerBoundLabel", long)] },
      { ...file, translations: [french("fileUploadCameraText", long)] },
      { ...open, translations: [french("placeholder", "x".repeat(1025))] },
    )
    const closing = {
      ...endInstruction,
      action: { type: "end" as const, params: { message: "Dag", translations: [{ locale: "fr", content: "x".repeat(51) }] } },
    }
    const findings = scriptFindings({ ...script, instructions: [...script.instructions.slice(0, 3), closing] }).filter(
      ({ key }) => key === "finding.too-long",
    )
    expect(findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ["numeric-bounds", "/instructions/0/question/translations/0/content"],
      ["file-label-length", "/instructions/1/question/translations/0/content"],
      ["structure", "/instructions/2/question/translations/0/content"],
      ["stop-message-length", "/instructions/3/action/params/translations/0/content"],
    ])
  })

  test("follows a change of the script's language", () => {
    const script = changeScriptLanguage(bilingual(slider), "fr")
    expect(script).toMatchObject({ public_name: "Enquête", public_name_translations: [{ locale: "nl", content: "Peiling" }] })
    expect(script.instructions[0]?.question).toMatchObject({
      options: { lowerBoundLabel: "froid", upperBoundLabel: "chaud" },
      translations: [
        { field: "lowerBoundLabel", locale: "nl", content: "koud" },
        { field: "upperBoundLabel", locale: "nl", content: "warm" },
      ],
    })
    expect(script.instructions[1]?.action?.params).toMatchObject({
      message: "Au revoir {{answers.q1}}",
      translations: [{ locale: "nl", content: "Dag {{answers.q1}}" }],
    })
  })

  test("a recall in a translated placeholder or closing text is checked", () => {
    const script = bilingual({ ...open, translations: [french("placeholder", "{{answers.gone}}")] })
    const closing = {
      ...endInstruction,
      action: { type: "end" as const, params: { message: "Dag", translations: [{ locale: "fr", content: "{{answers.gone}}" }] } },
    }
    const pointers = scriptFindings({ ...script, instructions: [...script.instructions.slice(0, 1), closing] }).map(
      ({ pointer }) => pointer,
    )
    expect(pointers).toContain("/instructions/0/question/translations/0/content")
    expect(pointers).toContain("/instructions/1/action/params/translations/0/content")
  })

  test("the public title is translated and restored", () => {
    fc.assert(
      fc.property(
        text.filter((it) => it !== ""),
        (title) => {
          const script = { ...bilingual(open), public_name_translations: [] }
          const translated = setTitleTranslation(script, "fr", title)
          expect(getTitleText(translated, "fr")).toEqual({ text: "Peiling", translation: title })
          expect(setTitleTranslation(translated, "fr", "").public_name_translations ?? []).toEqual([])
          expect(setTitleTranslation(script, "nl", title)).toBe(script)
        },
      ),
    )
  })

  test("a translated title is merged with a change of the language, and shown as one line", () => {
    const base = bilingual(open)
    const mine = changeScriptLanguage(base, "fr")
    const theirs = setTitleTranslation(base, "de", "Umfrage")
    expect(listMergeDifferences({ base, mine, theirs }).map(({ key }) => key)).toEqual(["public_name_translations", "language"])
    expect(mergeScripts({ base, mine, theirs })).toMatchObject({
      language: "fr",
      public_name: "Enquête",
      public_name_translations: [
        { locale: "nl", content: "Peiling" },
        { locale: "de", content: "Umfrage" },
      ],
    })
    expect(formatFieldValue(theirs.public_name_translations)).toBe("fr: Enquête, de: Umfrage")
    expect(compareScripts(base, theirs).fields).toEqual([
      { field: "public_name_translations", before: "fr: Enquête", after: "fr: Enquête, de: Umfrage" },
    ])
    expect(describeUndoStep({ delta: createPatch(base, theirs), about: [] })).toEqual({ part: "public-title", name: null })
  })
})
