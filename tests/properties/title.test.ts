// Titles of chats: validation, titles of copies, and the public title.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { en } from "../../domain/catalog/en.ts"
import { getBlockedStep, listSaveBlockers } from "../../domain/check/blocking-rules.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { communityProblems } from "../../domain/communities/community.ts"
import {
  createCopyTitle,
  createCopyTitles,
  findTitleProblem,
  findTitleProblems,
  getPublicTitle,
  hasTitleText,
  isTitleTooLong,
  maxTitleLength,
  titleViolations,
} from "../../domain/script/title.ts"

test("a title needs visible text", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\s{0,5}$/),
      fc.stringMatching(/^[ \u00a0\u2003]{0,5}$/),
      fc.stringMatching(/^\w{1,9}$/),
      (white, space, word) => {
        expect([hasTitleText(white), findTitleProblem(white)]).toEqual([false, "ERROR.NAME_BLANK"])
        expect([hasTitleText(`${space}${word}${space}`), findTitleProblem(`${space}${word}${space}`)]).toEqual([true, null])
        // The server trims the white space around a title.
        expect(titleViolations(`${white}${word}${white}`)).toEqual([])
      },
    ),
  )
})

const controlCharacters = ["\r\n", "\n", "\t", "\u0000", "\u001b", "\u0085", "\u2028", "\u2029", "\u202e", "\u2066", "\u200f", "\ud800"]

test.each(controlCharacters)("a title with %j is invalid, in chats, communities and files", (character) => {
  const title = `Intake${character}Set-Cookie: x`
  expect(findTitleProblem(title)).toBe("ERROR.NAME_SYNTAX")
  expect(titleViolations(title)).toEqual([{ field: "name", message: "ERROR.NAME_SYNTAX" }])
  expect(communityProblems({ name: title, slug: "intake" }).name).toEqual(["ERROR.NAME_SYNTAX"])
  const script = { name: title, public_name: title, language: "en" as const, instructions: [] }
  const titleFindings = scriptFindings(script).filter(({ rule }) => rule === "structure")
  expect(titleFindings.map(({ pointer, message }) => [pointer, message])).toEqual([
    ["/name", en["finding.title-characters"]],
    ["/public_name", en["finding.title-characters"]],
  ])
})

test("a title may have any script, and characters that join letters and emoji", () => {
  for (const title of [
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467} Family",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\u05e9\u05dc\u05d5\u05dd",
    "co\u00adoperate",
  ])
    expect([findTitleProblem(title), communityProblems({ name: title, slug: "intake" }).name]).toEqual([null, []])
})

test.each(["a", "é", "😀"])("[Q9] a title of %s has at most 255 characters, however many bytes they take", (character) => {
  expect([isTitleTooLong(character.repeat(255)), isTitleTooLong(character.repeat(256))]).toEqual([false, true])
  expect(findTitleProblem(character.repeat(255))).toBe(null)
  expect(findTitleProblem(character.repeat(256))).toBe("ERROR.NAME_TOO_LONG")
})

test("[S12] a copy has a unique, valid title based on the original's", () => {
  const title = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
    fc.constantFrom("Intake", "Intake (2)", "Intake (3)", "x".repeat(255)),
  )
  fc.assert(
    fc.property(title, fc.array(title, { maxLength: 5 }), fc.integer({ min: 0, max: 12 }), (original, others, copies) => {
      const taken = [original, ...others]
      for (let i = 0; i < copies; i++) {
        const copy = createCopyTitle(taken[i % taken.length] ?? "", taken)
        expect(taken).not.toContain(copy)
        expect(findTitleProblem(copy)).toBeNull()
        taken.push(copy)
      }
    }),
  )
  expect(createCopyTitle("Intake", [])).toBe("Intake (2)")
  expect(createCopyTitle("Intake (2)", ["Intake", "Intake (2)"])).toBe("Intake (3)")
  expect(createCopyTitle("x".repeat(maxTitleLength), [])).toBe(`${"x".repeat(maxTitleLength - 4)} (2)`)
})

test("[S12] a copy has a valid public title, which is the original's if that is valid", () => {
  const title = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.constantFrom(...controlCharacters.map((character) => `Intake${character}2026`)),
  )
  fc.assert(
    fc.property(title, (public_name) => {
      const copied = createCopyTitles({ name: "Intake", public_name }, ["Intake"])
      expect(copied.name).toBe("Intake (2)")
      if (copied.public_name.trim() !== "") expect(findTitleProblem(copied.public_name)).toBeNull()
      if (findTitleProblem(public_name) === null) expect(copied.public_name).toBe(public_name)
    }),
  )
  expect(createCopyTitles({ name: "a", public_name: "In\u202etake" }, []).public_name).toBe("In take")
})

test("[S11] a chat with an empty or blank public title shows the name of its community", () => {
  expect(["Intake", " Intake ", "", "  "].map((title) => getPublicTitle(title, "Zorg"))).toEqual(["Intake", "Intake", "Zorg", "Zorg"])
})

test("[F6] each title that prevents saving is reported; an empty public title is not", () => {
  const long = "x".repeat(maxTitleLength + 1)
  expect(findTitleProblems({ name: "Visit", public_name: " " })).toEqual([])
  expect(findTitleProblems({ name: " ", public_name: long })).toEqual([
    { field: "name", pointer: "/name", problem: "ERROR.NAME_BLANK" },
    { field: "public_name", pointer: "/public_name", problem: "ERROR.NAME_TOO_LONG" },
  ])
})

describe("a translation of the public title", () => {
  const titled = (...contents: ReadonlyArray<string>) => ({
    name: "Visit",
    public_name: "Your visit",
    public_name_translations: contents.map((content, i) => ({ locale: ["fr", "de", "es"][i] ?? "", content })),
    language: "en" as const,
    instructions: [],
  })
  const long = "x".repeat(maxTitleLength + 1)

  test("[F6] has the rules of the public title, and its problem prevents saving", () => {
    for (const [faulty, problem, key] of [
      [long, "ERROR.NAME_TOO_LONG", "finding.too-long"],
      ["a\u202eb", "ERROR.NAME_SYNTAX", "finding.title-characters"],
    ] as const) {
      const pointer = "/public_name_translations/1/content"
      const script = titled("Visite", faulty, faulty)
      expect(findTitleProblems(script)).toEqual([{ field: "public_name_translations", pointer, problem }])
      expect(listSaveBlockers(script).map((finding) => [finding.pointer, finding.key])).toEqual([
        [pointer, key],
        ["/public_name_translations/2/content", key],
      ])
      const finding = { pointer: `/payload${pointer}`, severity: "error", rule: "structure", key } as const
      expect([getBlockedStep(finding), getBlockedStep({ ...finding, pointer: "/public_name_translations/1/locale" })]).toEqual([
        "save",
        "live",
      ])
    }
    expect([findTitleProblems(titled("", " ", "é".repeat(255))), listSaveBlockers(titled("", " ", "é".repeat(255)))]).toEqual([[], []])
  })

  test("[S12] is on one line and not too long in a copy", () => {
    const copied = createCopyTitles(titled("Vi\nsite", long), [])
    expect(copied.public_name_translations).toEqual([
      { locale: "fr", content: "Vi site" },
      { locale: "de", content: "x".repeat(maxTitleLength) },
    ])
    expect(createCopyTitles({ name: "a", public_name: "b" }, [])).not.toHaveProperty("public_name_translations")
  })
})
