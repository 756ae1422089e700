// The check of a script: its findings.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { blocksGoingLive } from "../../domain/check/blocking-rules.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { newInstruction, type PickerEntry } from "../../domain/editing/new-instruction.ts"
import { getInstructionIndex } from "../../domain/findings/finding.ts"
import { maxDelaySeconds } from "../../domain/flow/reading-delay.ts"
import { aiProviders } from "../../domain/script/action.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"

let made = 0
const newUuid = () => `u${made++}`
const plain = (entry: PickerEntry, over: Partial<Instruction> = {}): Instruction => {
  const it = newInstruction(entry, { newUuid, locale: "nl" })
  return { ...it, messages: it.messages.map((message) => ({ ...message, content: "<p>Hoi</p>" })), ...over }
}
const scriptOf = (...instructions: ReadonlyArray<Instruction>): AuthoredScript => ({
  name: "a",
  public_name: "a",
  language: "nl",
  instructions: instructions.map((it, order) => ({ ...it, order })),
})
const findingsOf = (script: AuthoredScript) => scriptFindings(script).map(({ pointer, severity, rule }) => [pointer, severity, rule])
const end = () => plain("end")

describe("the check of a script", () => {
  test("finds nothing in a sound script", () => {
    expect(findingsOf(scriptOf(plain("message"), plain("open", { label: "name" }), end()))).toEqual([])
  })

  test("reports an empty instruction", () => {
    expect(findingsOf(scriptOf(plain("message", { type: "empty" }), end()))).toContainEqual([
      "/instructions/0/type",
      "error",
      "empty-instruction",
    ])
  })

  test("reports a script without instructions", () => {
    expect(findingsOf(scriptOf())).toEqual([["/instructions", "error", "empty-script"]])
  })

  const long = "x".repeat(256)
  const titled = (titles: Partial<AuthoredScript>): AuthoredScript => ({ ...scriptOf(end()), ...titles })
  const inFrench = (content: string) => [{ locale: "fr", content }]
  test.each<[string, AuthoredScript, string, "error" | "warning", string]>([
    ["a blank title", titled({ name: " " }), "/name", "error", "finding.no-title"],
    ["a title that is too long", titled({ name: long }), "/name", "error", "finding.too-long"],
    ["control characters in the title", titled({ name: "a\tb" }), "/name", "error", "finding.title-characters"],
    ["a blank public title", titled({ public_name: " " }), "/public_name", "warning", "finding.blank-title"],
    ["a public title that is too long", titled({ public_name: long }), "/public_name", "error", "finding.too-long"],
    ["control characters in the public title", titled({ public_name: "a\u202eb" }), "/public_name", "error", "finding.title-characters"],
    [
      "a translation of it that is too long",
      titled({ public_name_translations: inFrench(long) }),
      "/public_name_translations/0/content",
      "error",
      "finding.too-long",
    ],
    [
      "control characters in a translation of it",
      titled({ public_name_translations: inFrench("a\nb") }),
      "/public_name_translations/0/content",
      "error",
      "finding.title-characters",
    ],
    [
      "a public title that only a translation has",
      titled({ public_name: "", public_name_translations: inFrench("Visite") }),
      "/public_name",
      "warning",
      "finding.no-title-translation",
    ],
    [
      "a public title without a translation into a language of the script",
      scriptOf(plain("message", { messages: ["nl", "fr"].map((locale) => ({ uuid: locale, locale, content: "<p>Hoi</p>" })) }), end()),
      "/public_name",
      "warning",
      "finding.no-title-translation",
    ],
    ["no instructions", scriptOf(), "/instructions", "error", "finding.empty-script"],
  ])("[S9] [S11] [I10] reports about the settings of a script: %s", (_, script, pointer, severity, key) => {
    const ofSettings = scriptFindings(script).filter((finding) => getInstructionIndex(finding) === undefined)
    expect(ofSettings.map((finding) => [finding.pointer, finding.severity, finding.key])).toEqual([[pointer, severity, key]])
  })

  test("[I3] [I4] reports names with invalid syntax, and duplicate names, ignoring case", () => {
    expect(findingsOf(scriptOf(plain("message", { label: "a b" }), end()))).toContainEqual([
      "/instructions/0/label",
      "error",
      "name-syntax",
    ])
    const twice = findingsOf(scriptOf(plain("message", { label: "age" }), plain("message", { label: "AGE" }), end()))
    expect(twice).toContainEqual(["/instructions/0/label", "error", "name-not-unique"])
    expect(twice).toContainEqual(["/instructions/1/label", "error", "name-not-unique"])
  })

  test("[I15] reports a negative reading delay, and warns about an excessive one", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (typing_delay) => {
        const rules = findingsOf(scriptOf(plain("message", { typing_delay }), end())).map(([, , rule]) => rule)
        expect(rules.includes("typing-delay")).toBe(typing_delay < 0 || typing_delay > maxDelaySeconds)
      }),
    )
    expect(findingsOf(scriptOf(plain("message", { typing_delay: -1 }), end()))).toContainEqual([
      "/instructions/0/typing_delay",
      "error",
      "typing-delay",
    ])
    const long = findingsOf(scriptOf(plain("message", { typing_delay: 99_999_999_999 }), end()))
    expect(long).toContainEqual(["/instructions/0/typing_delay", "warning", "typing-delay"])
  })

  test("reports a question without its definition, and an action without its definition", () => {
    expect(findingsOf(scriptOf(plain("open", { question: null }), plain("send2api", { action: null }), end()))).toEqual(
      expect.arrayContaining([
        ["/instructions/0/question", "error", "structure"],
        ["/instructions/1/action", "error", "structure"],
      ]),
    )
  })

  test("[I2] warns about an order that differs from the position", () => {
    const script = scriptOf(plain("message"), end())
    const findings = scriptFindings({ ...script, instructions: script.instructions.map((it) => ({ ...it, order: it.order * 2 })) })
    expect(findings).toMatchObject([{ pointer: "/instructions/1/order", rule: "order-gap", severity: "warning" }])
    expect(findings.some(blocksGoingLive)).toBe(false)
  })

  test("warns about a text that is missing in the script's language", () => {
    const english = plain("message", { messages: [{ uuid: "m", locale: "en", content: "<p>Hi</p>" }] })
    expect(findingsOf(scriptOf(english, plain("message", { messages: [] }), end()))).toEqual([
      ["/instructions/0/messages", "warning", "missing-translation"],
      ["/instructions/1/messages", "warning", "missing-translation"],
    ])
  })

  test("[Q2] reports a duplicate choice value at each choice but the first", () => {
    const choice = plain("choice")
    const { question } = choice
    const choices = (question?.choices ?? []).map((it) => ({ ...it, value: 1, translation: { locale: "nl", content: "Ja" } }))
    const it = { ...choice, question: question ? { ...question, choices } : null }
    expect(findingsOf(scriptOf(it as Instruction, end()))).toContainEqual([
      "/instructions/0/question/choices/1/value",
      "error",
      "duplicate-choice-value",
    ])
  })

  test("[F7] reports repeated uuids of instructions, and of choices of a question", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 8 }), (ids) => {
        const found = findingsOf(scriptOf(...ids.map((id) => plain("message", { uuid: `id ${id}` })), end()))
        const repeats = ids.flatMap((id, place) => (ids.indexOf(id) < place ? [[`/instructions/${place}/uuid`, "error", "structure"]] : []))
        expect(found).toEqual(repeats)
      }),
    )
    const choice = (uuid: string, order: number) => ({
      uuid,
      value: order + 1,
      order,
      translation: { locale: "nl" as const, content: "Ja" },
    })
    const question = { uuid: "q", type: "choice" as const, choices: [choice("a", 0), choice("b", 1), choice("a", 2)] }
    expect(findingsOf(scriptOf(plain("choice", { question }), end()))).toEqual([
      ["/instructions/0/question/choices/2/uuid", "error", "structure"],
    ])
  })

  test("[Q9] limits titles to 255 characters and placeholders to 1024", () => {
    const long = (length: number) => "\u{1f600}".repeat(length)
    const asking = (placeholder: string) => plain("open", { question: { uuid: "q", type: "open", placeholder } })
    const crm = (placeholder: string) => plain("crmAuth", { action: { type: "crmAuth", params: { placeholder, connection: "c" } } })
    expect(findingsOf({ ...scriptOf(asking(long(1024)), crm(long(1024)), end()), name: long(255), public_name: long(255) })).toEqual([])
    expect(findingsOf({ ...scriptOf(asking(long(1025)), crm(long(1025)), end()), name: long(256), public_name: long(256) })).toEqual([
      ["/name", "error", "structure"],
      ["/public_name", "error", "structure"],
      ["/instructions/0/question/placeholder", "error", "structure"],
      ["/instructions/1/action/params/placeholder", "error", "structure"],
    ])
  })

  test("reports a blank title, warns about a blank public title, and accepts an empty public title", () => {
    const space = fc.stringMatching(/^[\s\u00a0]{1,5}$/)
    fc.assert(
      fc.property(space, (blank) => {
        expect(findingsOf({ ...scriptOf(end()), name: blank })).toEqual([["/name", "error", "structure"]])
        expect(findingsOf({ ...scriptOf(end()), public_name: blank })).toEqual([["/public_name", "warning", "missing-translation"]])
      }),
    )
    expect(findingsOf({ ...scriptOf(end()), name: "" })).toEqual([["/name", "error", "structure"]])
    expect(findingsOf({ ...scriptOf(end()), public_name: "" })).toEqual([])
  })

  test("[I10] warns once per question about choices without a text in the script's language", () => {
    const locale = fc.constantFrom("nl", "en")
    const text = fc.constantFrom("Ja", "Nee")
    const choice = fc.record({ translation: fc.record({ locale, content: text }), other: fc.option(fc.record({ locale, content: text })) })
    fc.assert(
      fc.property(fc.array(choice, { minLength: 1, maxLength: 4 }), (made) => {
        const choices = made.map(({ translation, other }, order) => ({
          uuid: `c${order}`,
          value: order + 1,
          order,
          translation,
          ...(other && { translations: [other] }),
        }))
        const asked = plain("choice", { question: { uuid: "q", type: "choice", choices } })
        const found = scriptFindings(scriptOf(asked, end())).filter(({ values }) => values?.["language"] === "nl")
        const foreign = made.filter(({ translation, other }) => translation.locale !== "nl" && other?.locale !== "nl").length
        expect(found.map(({ pointer, severity, rule, values }) => [pointer, severity, rule, values?.["count"]])).toEqual(
          foreign === 0 ? [] : [["/instructions/0/question/choices", "warning", "missing-translation", foreign]],
        )
      }),
    )
  })

  test("[A9] [G3] warns about unknown AI providers and charts, which a newer version may know", () => {
    const asking = (provider: string) =>
      plain("askAI", { action: { type: "askAI", params: { provider, endpoint: "https://example.org" } } })
    const scored = (charttype: string | null) => plain("score", { action: { type: "score", params: { charttype } } })
    const chosen = (charttype: string | null) => {
      const choices = [{ uuid: "c", value: 1, order: 0, translation: { locale: "nl", content: "Ja" } }]
      return plain("choice", { question: { uuid: "q", type: "choice", choices, options: { charttype } } })
    }
    for (const known of [...aiProviders.map(asking), ...["average", "", null].map(scored), ...["bar", "pie", "", null].map(chosen)])
      expect(findingsOf(scriptOf(known, end()))).toEqual([])
    expect(findingsOf(scriptOf(asking("oracle"), asking("toString"), scored("bar"), chosen("donut"), end()))).toEqual([
      ["/instructions/0/action/params/provider", "warning", "structure"],
      ["/instructions/1/action/params/provider", "warning", "structure"],
      ["/instructions/2/action/params/charttype", "warning", "structure"],
      ["/instructions/3/question/options/charttype", "warning", "structure"],
    ])
  })

  test("counts an image as the content of a message, and escaped markup as text", () => {
    const saying = (content: string) =>
      findingsOf(scriptOf(plain("message", { messages: [{ uuid: "m", locale: "nl", content }] }), end())).map(([, , rule]) => rule)
    expect([
      saying('<p><img src="/uploads/a.png" alt="A"></p>'),
      saying('<IMG SRC="/uploads/a.png" ALT="A">'),
      saying("<p>&lt;img</p>"),
    ]).toEqual([[], [], []])
    expect([saying("<p></p>"), saying("<!-- <img src=x> -->"), saying(" ")]).toEqual(Array(3).fill(["missing-translation"]))
  })

  test("warns about an image without alternative text in the script's language", () => {
    const saying = (type: "image" | "message", ...contents: ReadonlyArray<string>) => {
      const messages = contents.map((content, i) => ({ uuid: `m${i}`, locale: ["en", "nl"][i + 2 - contents.length] ?? "", content }))
      const found = scriptFindings(scriptOf(plain(type, { messages }), end()))
      return found.flatMap(({ key, pointer, severity }) => (key === "finding.no-alt" ? [[pointer, severity]] : []))
    }
    const at = (place: number) => [[`/instructions/0/messages/${place}/content`, "warning"]]
    expect(saying("image", '<img src="/uploads/a.png" alt="">')).toEqual(at(0))
    expect(saying("image", '<img src="/uploads/a.png">')).toEqual(at(0))
    expect(saying("message", '<p>Look: <img src="/uploads/a.png" alt=" "></p><img src="/uploads/b.png" alt="B">')).toEqual(at(0))
    expect(saying("image", '<img src="/uploads/a.png" alt="">', '<img src="/uploads/a.png" alt="Brug">')).toEqual([])
    expect(saying("image", '<img src="/uploads/a.png" alt="Bridge">', '<img src="/uploads/a.png" alt="">')).toEqual(at(1))
    expect(saying("image", '<img src="" alt="">')).toEqual([])
    expect(saying("message", "<p>&lt;img</p>")).toEqual([])
  })

  test("warns about images and videos that show nothing", () => {
    const showing = (type: "image" | "video", content: string) =>
      findingsOf(scriptOf(plain(type, { messages: [{ uuid: "m", locale: "nl", content }] }), end())).map(([pointer, , rule]) => [
        pointer,
        rule,
      ])
    expect(showing("image", '<p><img src="https://example.org/a.png" alt="A bridge"></p>')).toEqual([])
    expect(showing("video", "https://example.org/a.mp4")).toEqual([])
    for (const content of ["<p>a picture</p>", '<img alt="">', '<img src=" ">'])
      expect(showing("image", content)).toEqual([["/instructions/0/messages", "missing-translation"]])
    expect(showing("video", " ")).toEqual([["/instructions/0/messages", "missing-translation"]])
    expect(showing("video", "example.org/a.mp4")).toEqual([])
    expect(showing("video", "https://example.org/{{metadata.film}}.mp4")).toEqual([])
    for (const wrong of ["foo bar", "javascript:alert(1)", "https://"])
      expect(showing("video", wrong)).toEqual([["/instructions/0/messages/0/content", "missing-translation"]])
  })

  test("orders findings by the index of the instruction, as a number", () => {
    const wrongs = [{ typing_delay: -1 }, { type: "empty" as const }, { label: "?" }]
    const places = scriptFindings(scriptOf(...Array.from({ length: 13 }, (_, i) => plain("message", wrongs[i % 3])))).map(({ pointer }) =>
      Number(pointer.split("/")[2]),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(new Set(places).size).toBe(13)
  })
})
