// Domain functions of the chat page: addresses, choice search and selection, answers as texts, translations and
// previews.

import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { statsPreviewDemo } from "../../domain/catalog/en/preview-demo.ts"
import { chat as en } from "../../domain/catalog/public-pages/en.ts"
import { chatTextLoaders, createChatTranslator, publicPageLanguage } from "../../domain/catalog/public-pages/public-page-texts.ts"
import { formatAnswer } from "../../domain/chat/answer-facets.ts"
import { parseAnswer } from "../../domain/chat/answer-validation.ts"
import { ChatFailureError, toChatFailure } from "../../domain/chat/chat-failure.ts"
import {
  buildAnonymousUrl,
  buildEndingUrl,
  buildParticipantUrl,
  buildPreviewUrl,
  buildShortUrl,
  buildStatsUrl,
  normalizeAccessKey,
  parseChatPath,
  parseStatsPath,
  shortCodeAlphabet,
  shortCodeLength,
} from "../../domain/links/respondent-urls.ts"
import {
  demoStory,
  getScenarioPage,
  initialChatPreview,
  initialStatsPreview,
  parseChatPreview,
  parsePreviewAnswer,
  parseStatsPreview,
  previewMessage,
  previewReady,
  previewShown,
} from "../../domain/preview/preview-protocol.ts"
import { previewStatistics } from "../../domain/preview/preview-statistics.ts"
import { parseRehearsalAction, parseRehearsalMessage } from "../../domain/preview/rehearsal-protocol.ts"
import { listExclusiveChoices } from "../../domain/questions/answer-limits.ts"
import { canPick, hasEnoughPicks, type Picked, togglePick } from "../../domain/questions/choice-question.ts"
import { searchChoices } from "../../domain/questions/choices.ts"
import type { Choice, Question } from "../../domain/questions/question.ts"
import { RespondentQuestion } from "../../domain/questions/respondent-question.ts"
import { scenarios } from "../../domain/style/style-keys.ts"
import { isRightToLeft, languages } from "../../domain/text/language.ts"
import { anyQuestion, validAnswer } from "../arbitraries/chats.ts"

const part = fc.string({ minLength: 1, unit: "grapheme" }).filter((it) => ![".", ".."].includes(it) && !/\p{Surrogate}/u.test(it))
const base = fc.constantFrom("", "/chat", "/some/where")
const pathOf = (address: string) => new URL(address).pathname

describe("addresses of respondents' pages", () => {
  test("[L1] are parsed back to what they were built from, for any base path", () =>
    fc.assert(
      fc.property(base, part, part, part, (at, slug, script, conversation) => {
        const bases = { chat: `https://chat.example${at}`, stats: "https://stats.example" }
        expect(parseChatPath(pathOf(buildAnonymousUrl(bases, { slug, script, language: "en" })))).toEqual({
          type: "anonymous",
          base: at,
          community: slug,
          script,
        })
        fc.pre(conversation !== "anonymous")
        const personal = { type: "personal", base: at, accessKey: normalizeAccessKey(conversation) }
        expect(parseChatPath(pathOf(buildParticipantUrl(bases, { slug, script, conversation })))).toEqual(personal)
        expect(parseChatPath(pathOf(buildShortUrl(bases, conversation)))).toEqual(personal)
        expect(parseChatPath(pathOf(buildPreviewUrl(bases, "chat", slug)))).toEqual({ type: "preview", base: at, community: slug })
      }),
    ))

  test("[L5] ignore case and spaces in a short code, and keep a token as it is", () => {
    const code = fc.array(fc.constantFrom(...Array.from(shortCodeAlphabet)), { minLength: shortCodeLength, maxLength: shortCodeLength })
    fc.assert(
      fc.property(code, fc.array(fc.boolean(), { minLength: shortCodeLength }), (letters, isUpper) => {
        const typed = letters.map((it, i) => (isUpper[i] === true ? it.toUpperCase() : it)).join("")
        const personal = { type: "personal", base: "/chat", accessKey: letters.join("") }
        for (const path of [`/chat/s/${typed}`, `/chat/s/%20${typed}%20/`, `/chat/demo/chat/a/${typed}`])
          expect(parseChatPath(path)).toEqual(personal)
        const token = `${typed}${typed}`
        expect(parseChatPath(`/chat/s/${token}`)).toEqual({ type: "personal", base: "/chat", accessKey: token })
      }),
    )
  })

  test("[L1] are anonymous only where their last segment is exactly `anonymous`", () => {
    for (const accessKey of ["anonymous23", "anonymousxy", "Anonymous", "xanonymous"])
      expect(parseChatPath(`/demo/chat/a/${accessKey}`)).toEqual({ type: "personal", base: "", accessKey })
  })

  test("of statistics are parsed to their chat, and of the statistics preview to the community", () => {
    const bases = { chat: "https://chat.example", stats: "https://stats.example/some/where" }
    const script = "01234567-89ab-4def-8123-456789abcdef"
    const at = { base: "/some/where", community: "demo" }
    expect(parseStatsPath(pathOf(buildStatsUrl(bases, { slug: "demo", script })))).toEqual({ type: "chat", ...at, script })
    expect(parseStatsPath(pathOf(buildPreviewUrl(bases, "stats", "demo")))).toEqual({ type: "preview", ...at })
    for (const path of ["/", "/stats", "/stats/demo", "/stats/demo/previews", "/stats/demo/x"]) expect(parseStatsPath(path)).toBe(null)
    for (const other of [script.slice(1), `${script}0`, script.replace("d", "g")]) expect(parseStatsPath(`/stats/demo/${other}`)).toBe(null)
  })

  test("are parsed to null where unknown, and take invalid percent-encoding literally", () => {
    for (const path of ["/", "/chat", "/chat/demo", "/chat/demo/chat/x"]) expect(parseChatPath(path)).toBe(null)
    expect(parseChatPath("/chat/s/%E0%A4%A")).toEqual({ type: "personal", base: "/chat", accessKey: "%E0%A4%A" })
  })

  test("of an ending are its redirect, the live statistics, or null", () => {
    const bases = { stats: "https://stats.example/" }
    const chat = { slug: "demo", script: "s", language: "ar" } as const
    expect(buildEndingUrl({ endAction: "redirect", url: "https://a.example" }, bases, chat)).toBe("https://a.example")
    expect(buildEndingUrl({ endAction: "redirect", url: "" }, bases, chat)).toBe(null)
    expect(buildEndingUrl({ endAction: "livestats", url: "" }, bases, chat)).toBe("https://stats.example/demo/s?l=ar")
    expect(buildEndingUrl({ endAction: "close", url: "https://a.example" }, bases, chat)).toBe(null)
  })
})

const choice = (value: number, content: string, single = false): Choice => ({
  uuid: `c${value}`,
  value,
  order: value,
  single,
  translation: { locale: "en", content },
})

describe("searching choices", () => {
  const choices = [choice(1, "Zürich"), choice(2, "Genève"), choice(3, "Bern, near Zurich")]
  const search = (typed: string, searchPattern: "any" | "start" = "any") =>
    searchChoices(choices, { searchPattern }, typed).map(({ value }) => value)

  test("matches the typed text anywhere or at the start, ignoring case and accents", () => {
    expect(search("zurich")).toEqual([1, 3])
    expect(search(" ZÜR ", "start")).toEqual([1])
    expect(search("geneve")).toEqual([2])
    expect(search("Oslo")).toEqual([])
  })

  test("matches everything when nothing was typed, and each choice by its own text", () => {
    expect(search("  ")).toEqual([1, 2, 3])
    for (const pattern of ["any", "start"] as const)
      for (const { value, translation } of choices) expect(search(translation.content, pattern)).toContain(value)
  })
})

describe("selecting several choices", () => {
  type Multiple = Extract<Question, { readonly type: "multiple" }>
  const question: fc.Arbitrary<Multiple> = fc
    .record({
      singles: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
      minimum: fc.option(fc.integer({ min: 0, max: 6 })),
      maximum: fc.option(fc.integer({ min: 1, max: 6 })),
      usesSingles: fc.boolean(),
    })
    .map(({ singles, minimum, maximum, usesSingles }) => ({
      uuid: "q",
      type: "multiple",
      choices: singles.map((single, i) => choice(i + 1, `choice ${i + 1}`, single)),
      options: { minimum, maximum, singles: usesSingles },
    }))

  test("makes a valid answer exactly when enough choices are selected", () =>
    fc.assert(
      fc.property(question, fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 12 }), (asked, clicks) => {
        let picked: Picked = []
        for (const value of clicks.filter((it) => it <= (asked.choices ?? []).length))
          if (canPick(asked, picked, value)) picked = togglePick(asked, picked, value)
        fc.pre(picked.length > 0)
        expect(parseAnswer(asked, picked).ok).toBe(hasEnoughPicks(asked, picked))
      }),
    ))

  test("deselects a choice that is selected again, and an exclusive choice replaces the others", () => {
    const asked: Multiple = { uuid: "q", type: "multiple", choices: [choice(1, "a"), choice(2, "b"), choice(3, "none", true)], options: {} }
    expect(togglePick(asked, [1, 2], 1)).toEqual([2])
    expect(togglePick(asked, [1, 2], 3)).toEqual([3])
    expect(togglePick(asked, [3], 1)).toEqual([1])
  })
})

describe("an answer in the transcript", () => {
  test("shows the chosen or written text in the language of the conversation", () => {
    const single: Question = { uuid: "q", type: "choice", choices: [choice(1, "Yes")] }
    const several: Question = { uuid: "q", type: "multiple", choices: [choice(1, "Red"), choice(2, "Blue")] }
    expect(formatAnswer(single, 1, "nl")).toBe("Yes")
    expect(formatAnswer(several, [1, 2], "nl")).toBe("Red, Blue")
    expect(formatAnswer({ uuid: "q", type: "numeric" }, 3.5, "nl")).toBe("3,5")
    expect(formatAnswer({ uuid: "q", type: "date" }, "2027-05-20", "nl")).toBe("20 mei 2027")
    expect(formatAnswer({ uuid: "q", type: "open" }, "  as written ", "en")).toBe("  as written ")
    expect(formatAnswer(single, null, "en")).toBe("")
  })

  test("is a text for any value", () =>
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(typeof formatAnswer({ uuid: "q", type: "date" }, value, "en")).toBe("string")
      }),
    ))
})

describe("texts of the chat page", () => {
  test("exist in every script language, with the same placeholders as in English", async () => {
    const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort()
    expect(new Set(Object.keys(chatTextLoaders))).toEqual(new Set(languages))
    for (const language of languages) {
      const texts = new Map(Object.entries(await chatTextLoaders[language]()))
      expect(new Set(texts.keys())).toEqual(new Set(Object.keys(en)))
      for (const [key, text] of Object.entries(en)) {
        expect([key, placeholders(texts.get(key) ?? "")]).toEqual([key, placeholders(text)])
        expect(texts.get(key)?.trim()).not.toBe("")
      }
    }
  })

  test("format numbers and dates in their language, and translate the message keys that a server sends", async () => {
    const { words, named } = createChatTranslator(await chatTextLoaders.nl(), "nl")
    expect(words("answer.most", { most: 3.25 })).toContain("3,25")
    expect(named("answer.early", { first: "2027-05-20" })).toBe("Vul 20 mei 2027 of een latere datum in")
    expect(named("answer.nothing-known", {})).toBe(undefined)
    expect(named("toString", {})).toBe(undefined)
  })

  test("are chosen by known language tags; only Arabic runs from right to left", () => {
    expect(["ar", "NL", "fr-CA", "ar-EG", "De_ch"].map(publicPageLanguage)).toEqual(["ar", "nl", "fr", "ar", "de"])
    expect(["xx", "nld", "", "toString", null].filter((tag) => publicPageLanguage(tag) !== undefined)).toEqual([])
    expect(languages.filter(isRightToLeft)).toEqual(["ar"])
  })
})

describe("a message to the preview frame", () => {
  const sheet = fc.dictionary(fc.string(), fc.string())
  const anyScenario = fc.constantFrom(...scenarios.chat, ...scenarios.stats)
  const paragraphCount = fc.integer({ min: 0, max: demoStory.paragraphs })

  test("carries the stylesheet of its scenario's page, and only that page accepts it", () =>
    fc.assert(
      fc.property(fc.record({ web: sheet, stats: sheet }), anyScenario, paragraphCount, (style, scenario, paragraphs) => {
        const message = previewMessage(style, scenario, paragraphs)
        const received = structuredClone(message)
        const portal = getScenarioPage(scenario)
        expect(message.sheet).toBe(style[portal])
        expect([parseChatPreview(received), parseStatsPreview(received)]).toEqual(
          portal === "web" ? [message, undefined] : [undefined, message],
        )
      }),
    ))

  test("is ignored when malformed, and shows all paragraphs when it asks for too many", () => {
    fc.assert(
      fc.property(fc.anything(), (received) => {
        expect([parseChatPreview(received), parseStatsPreview(received), parsePreviewAnswer(received)]).toEqual([
          undefined,
          undefined,
          undefined,
        ])
      }),
    )
    const message = { ...initialChatPreview, sheet: { app: "#fff", odd: 7 }, told: 99.5 }
    expect(parseChatPreview(message)).toEqual({ ...initialChatPreview, sheet: { app: "#fff" }, told: demoStory.paragraphs })
    expect(parseStatsPreview({ ...initialStatsPreview, sheet: { odd: 7 } })).toEqual(initialStatsPreview)
  })

  test("is answered by a frame that is ready, and by one that shows the scenario", () => {
    for (const answer of [previewReady, previewShown]) expect(parsePreviewAnswer({ ...structuredClone(answer), more: 1 })).toEqual(answer)
    expect([initialChatPreview, null, "preview.ready"].map(parsePreviewAnswer)).toEqual([undefined, undefined, undefined])
  })
})

describe("a message between the editor and the chat page in its test", () => {
  test("is ignored when malformed", () => {
    fc.assert(
      fc.property(fc.anything(), (received) => {
        expect([parseRehearsalMessage(received), parseRehearsalAction(received)]).toEqual([undefined, undefined])
      }),
    )
    const conversation = { turns: [], total: 0, waiting: null, progress: 0, community: {}, script: {}, style: {} }
    const message = { type: "rehearsal.show", run: 1, isNew: true, conversation, handled: 0, refusal: null, draft: null }
    expect(parseRehearsalMessage(structuredClone(message))).toEqual(message)
    for (const part of [{ run: 0.5 }, { handled: "1" }, { conversation: { ...conversation, turns: {} } }, { type: "preview.show" }])
      expect(parseRehearsalMessage({ ...message, ...part })).toBeUndefined()
  })

  test("carries any answer, with its number, or the message that was clicked", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.jsonValue(), fc.nat(), (uuid, given, number) => {
        const actions = [{ type: "rehearsal.answer", uuid, given, number } as const, { type: "rehearsal.select", uuid } as const]
        expect(actions.map((action) => parseRehearsalAction(structuredClone({ ...action, more: 1 })))).toEqual(actions)
        expect(parseRehearsalAction({ type: "rehearsal.answer", uuid, given, number: number + 0.5 })).toBeUndefined()
      }),
    )
  })
})

describe("statistics of the preview", () => {
  const shown = scenarios.stats.map((scenario) => ({ scenario, ...previewStatistics(scenario, statsPreviewDemo, "nl") }))

  test("have bars that add up to the finished conversations, and matching averages", () => {
    for (const { begun, finished, charts } of shown) {
      expect(begun).toBeGreaterThan(finished)
      for (const { answered, bars, average } of charts) {
        const all = bars.reduce((sum, { count }) => sum + count, 0)
        expect([answered, all]).toEqual([finished, finished])
        const sum = bars.reduce((total, { value, count }) => total + Number(value) * count, 0)
        if (average !== null) expect(average).toBeCloseTo(sum / answered, 2)
      }
    }
  })

  test("have the charts of their scenario, and a pie slice for each color", () => {
    const chartsOf = (scenario: string) => shown.find((it) => it.scenario === scenario)?.charts ?? []
    expect(chartsOf("barCharts").map(({ kind, average }) => [kind, average])).toEqual(Array(2).fill(["bar", null]))
    expect(chartsOf("pieCharts").map(({ kind, bars }) => [kind, bars.length])).toEqual([
      ["pie", 4],
      ["pie", 3],
    ])
    expect(chartsOf("averages").map(({ average, nps }) => [average !== null, nps])).toEqual([
      [true, 29],
      [true, null],
      [true, null],
    ])
  })
})

test("a chat failure of an adapter is passed on, and any other error counts as unreachable", () => {
  expect(toChatFailure(new ChatFailureError({ type: "closed" }))).toEqual({ type: "closed" })
  expect(toChatFailure(new TypeError("?"))).toEqual({ type: "unreachable" })
})

describe("the question that the page receives", () => {
  test("is parsed and printed like the author's question, whatever is answered", () => {
    const given = fc.oneof(fc.nat(12), fc.constantFrom("Ja", "c1", "2024-02-29", "1,5", "", null), fc.array(fc.nat(6), { maxLength: 4 }))
    fc.assert(
      fc.property(anyQuestion, fc.boolean(), given, fc.nat(30), (any, singles, junk, pick) => {
        const [first, ...others] = any.choices ?? []
        const exclusive = any.type === "multiple" && first !== undefined
        const question = exclusive
          ? { ...any, choices: [{ ...first, single: true }, ...others], options: { ...any.options, singles } }
          : any
        const received = Schema.encodeSync(RespondentQuestion)(question)
        if (received.type === "multiple" && question.type === "multiple")
          expect(listExclusiveChoices(received).map(({ value }) => value)).toEqual(listExclusiveChoices(question).map(({ value }) => value))
        for (const answer of [junk, validAnswer(question, pick)]) {
          const parsed = parseAnswer(question, answer, "nl")
          expect(parseAnswer(received, answer, "nl")).toEqual(parsed)
          if (parsed.ok) expect(formatAnswer(received, parsed.value, "nl")).toBe(formatAnswer(question, parsed.value, "nl"))
        }
      }),
    )
  })
})
