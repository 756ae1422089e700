// Links to chats: addresses, duplicates, column mapping, participants and exported files.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { guardFormulas } from "../../domain/exports/formula-guard.ts"
import { type LinkResult, linksCsv, type Member, membersCsv } from "../../domain/exports/links-and-members-csv.ts"
import {
  type ColumnMapping,
  findColumnProblems,
  findMappingProblems,
  guessMapping,
  hasParticipant,
  listUniqueRowIndexes,
  mappingTargets,
  maxCellLength,
  toShownMappingProblem,
  uniqueTargets,
} from "../../domain/links/column-mapping.ts"
import { findDuplicates, getIdentifierKey } from "../../domain/links/duplicates.ts"
import {
  computeBatchEnds,
  countPages,
  countParticipantCharacters,
  createParticipantReader,
  listBatchSizes,
  maxBatchCharacters,
  parseLinkAmount,
} from "../../domain/links/participant-links.ts"
import { countParticipants, detectHeader, getHeadings, getSampleRows } from "../../domain/links/participant-list.ts"
import {
  accessKeyPattern,
  buildAnonymousUrl,
  buildParticipantUrl,
  buildPreviewUrl,
  buildShortUrl,
  buildStatsUrl,
  chatSlugProblem,
  looksLikeShortCode,
  shortCodeAlphabet,
  shortCodeLength,
} from "../../domain/links/respondent-urls.ts"
import { readCsv } from "../fixtures/read-csv.ts"

const bases = { chat: "https://chat.example.org/", stats: "https://stats.example.org" }
const chat = { slug: "demo", script: "0000-1" }

describe("addresses of respondents' pages", () => {
  test("[L1] contain the language of an anonymous link if it is set and not nl", () => {
    const link = (language?: string | null) => buildAnonymousUrl(bases, { ...chat, ...(language === undefined ? {} : { language }) })
    const plain = "https://chat.example.org/demo/chat/0000-1/anonymous"
    expect([undefined, null, "", "nl"].map((language) => link(language))).toEqual([plain, plain, plain, plain])
    expect(link("en")).toBe(`${plain}?l=en`)
  })

  test("[L1] are built from their bases", () => {
    expect(buildParticipantUrl(bases, { ...chat, conversation: "tok" })).toBe("https://chat.example.org/demo/chat/0000-1/tok")
    expect(buildShortUrl(bases, "Ab1")).toBe("https://chat.example.org/s/Ab1")
    expect(buildStatsUrl(bases, chat)).toBe("https://stats.example.org/demo/0000-1")
    expect(buildPreviewUrl(bases, "chat", "demo")).toBe("https://chat.example.org/demo/preview")
    expect(buildPreviewUrl(bases, "stats", "demo")).toBe("https://stats.example.org/demo/preview")
  })

  test("[L1] stay on the host and in the path, whatever the slug and token", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), fc.string({ minLength: 1, unit: "grapheme" }), (slug, conversation) => {
        fc.pre(![".", ".."].includes(slug) && ![".", ".."].includes(conversation))
        const url = new URL(buildParticipantUrl(bases, { slug, script: "s", conversation }))
        expect([url.host, url.search, url.hash]).toEqual(["chat.example.org", "", ""])
        expect(url.pathname.split("/").map(decodeURIComponent)).toEqual(["", slug, "chat", "s", conversation])
      }),
    )
  })

  test("[L1] have every variable part escaped, and no double slash after a base", () => {
    const many = { chat: "https://chat.example.org//", stats: "https://stats.example.org/x//" }
    const odd = { slug: "a/b?", script: "#1 2" }
    expect(buildStatsUrl(many, odd)).toBe("https://stats.example.org/x/a%2Fb%3F/%231%202")
    expect(buildPreviewUrl(many, "chat", odd.slug)).toBe("https://chat.example.org/a%2Fb%3F/preview")
    expect(buildShortUrl(many, "x/y")).toBe("https://chat.example.org/s/x%2Fy")
    expect(buildAnonymousUrl(many, { ...odd, language: "e&n" })).toBe("https://chat.example.org/a%2Fb%3F/chat/%231%202/anonymous?l=e%26n")
  })

  test("need a slug that is not blank and has valid characters", () => {
    const [blank, odd] = ["ERROR.CHAT_SLUG_BLANK", "ERROR.CHAT_SLUG_SYNTAX"]
    expect(["", " ", "\t"].map(chatSlugProblem)).toEqual([blank, blank, blank])
    expect(["a", "é-1", "नमस्ते", "a.b_c", "a".repeat(100), "\u{20000}".repeat(100)].map(chatSlugProblem)).toEqual(Array(6).fill(null))
    expect(["a/b", "a b", "a?", "a".repeat(101)].map(chatSlugProblem)).toEqual([odd, odd, odd, odd])
    for (const sign of [".", "-", "_"])
      expect([`${sign}a`, `a${sign}`, sign, `a${sign}${sign}b`].map(chatSlugProblem)).toEqual([odd, odd, odd, null])
  })

  test("[L5] refuse a slug that looks like a short code in any spelling, and accept ordinary names", () => {
    const code = fc
      .array(fc.constantFrom(...Array.from(shortCodeAlphabet)), { minLength: shortCodeLength, maxLength: shortCodeLength })
      .map((letters) => letters.join(""))
      .filter(looksLikeShortCode)
    const wide = (text: string) => text.replace(/./g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
    fc.assert(
      fc.property(code, (it) => {
        expect(it).toMatch(accessKeyPattern)
        for (const slug of [it, it.toUpperCase(), wide(it)]) expect(chatSlugProblem(slug)).toBe("ERROR.CHAT_SLUG_CODE")
        expect([`${it}a`, it.slice(1), `${it.slice(1)}-a`].map(chatSlugProblem)).toEqual([null, null, null])
      }),
    )
    for (const name of ["kerstkaart", "survey2345", "2345survey", "customers", "ab2cd3ef", "q2cd3efghij"])
      expect(chatSlugProblem(name)).toBeNull()
  })
})

describe("duplicates", () => {
  const text = fc.oneof(
    fc.constantFrom(
      "a@example.org",
      "A@Example.org",
      " a@example.org ",
      "b",
      "B",
      "",
      " ",
      "é",
      "É",
      "K",
      "\u212a",
      "k",
      "İ",
      "ß",
      "\u00a0b",
      "\tb\n",
      "\v\fb\r",
      "Z",
      "z",
      "\u0080",
    ),
    fc.string({ unit: "grapheme", maxLength: 2 }),
  )

  test("[L3] are exactly the rows whose text occurred before, ignoring case", () => {
    fc.assert(
      fc.property(fc.array(text), (list) => {
        const key = (it: string) => it.normalize("NFC").toLowerCase().trim()
        const expected = list.flatMap((it, index) =>
          key(it) !== "" && list.slice(0, index).some((other) => key(other) === key(it)) ? [index] : [],
        )
        expect(findDuplicates(list.length, (index) => list[index] ?? "")).toEqual(expected)
      }),
      { numRuns: 1000 },
    )
  })
})

test("[L3] white space around a text is ignored, and different texts with the same hash (FNV-1a) are not duplicates", () => {
  const duplicatesIn = (...list: ReadonlyArray<string>) => findDuplicates(list.length, (index) => list[index] ?? "")
  for (const space of [" ", "\t", "\n", "\v", "\f", "\r", "\u00a0", "\u2003"]) {
    expect(duplicatesIn("az", `${space}AZ`, `aZ${space}${space}`, "a z")).toEqual([1, 2])
    expect(duplicatesIn(space, "", `${space}${space}`)).toEqual([])
  }
  expect(duplicatesIn("costarring", "liquid", "declinate", "macallums", "Liquid", "COSTARRING")).toEqual([4, 5])
})

test("[L3] Unicode composition is ignored, in a list as on the server", () => {
  const [composed, decomposed] = ["Zo\u00eb", "Zoe\u0308"]
  expect(getIdentifierKey(composed)).toBe(getIdentifierKey(` ${decomposed.toUpperCase()} `))
  expect(findDuplicates(3, (index) => [composed, "Zoe", decomposed][index] ?? "")).toEqual([2])
})

describe("mapping columns", () => {
  const target = fc.constantFrom(...mappingTargets)
  const lines = (width: number) =>
    fc.array(fc.array(fc.constantFrom("a", "A", "b", "c", "", " "), { minLength: width, maxLength: width }), { maxLength: 8 })

  test("[L2] is valid if a column is mapped, no profile field or identifier repeats, and a row has a mapped value", () => {
    fc.assert(
      fc.property(
        fc
          .array(target, { minLength: 1, maxLength: 4 })
          .chain((mapping) => fc.tuple(fc.constant<ColumnMapping>(mapping), lines(mapping.length))),
        ([mapping, list]) => {
          const problems = findMappingProblems(mapping, list)
          const profile = mapping.filter((it) => it.startsWith("profile."))
          const isRepeated = (column: number) => {
            const values = list.map((cells) => (cells[column] ?? "").trim().toLowerCase()).filter((it) => it !== "")
            return new Set(values).size < values.length
          }
          const isRight =
            mapping.some((it) => it !== "ignore") &&
            new Set(profile).size === profile.length &&
            mapping.every((it, column) => !uniqueTargets.has(it) || !isRepeated(column)) &&
            list.some((cells) => mapping.some((it, column) => it !== "ignore" && (cells[column] ?? "").trim() !== ""))
          expect(problems.length === 0).toBe(isRight)
          for (const it of problems)
            if (it.type === "duplicates") {
              expect(uniqueTargets.has(mapping[it.column] ?? "ignore")).toBe(true)
              expect(it.lines.length).toBeGreaterThan(0)
            }
        },
      ),
      { numRuns: 500 },
    )
  })

  test("[L2] names the column and lines of each problem", () => {
    const list = [
      ["ann@example.org", "Ann"],
      ["Ben@example.org", "Ann"],
      [" ANN@example.org", "Ann"],
    ]
    expect(findMappingProblems(["profile.email", "profile.first_name"], list)).toEqual([
      { type: "duplicates", column: 0, target: "profile.email", lines: [2] },
    ])
    expect(findMappingProblems(["ignore", "ignore"], list)).toEqual([{ type: "nothing-mapped" }])
    expect(findMappingProblems(["profile.first_name", "profile.first_name"], list)).toEqual([
      { type: "target-twice", column: 1, target: "profile.first_name" },
    ])
    expect(findMappingProblems(["conversation.metadata", "conversation.metadata"], list)).toEqual([])
  })

  test("[L2] has a problem if no row has a value in a mapped column", () => {
    const list = [
      ["ann@example.org", " "],
      ["ben@example.org", ""],
    ]
    expect(findMappingProblems(["ignore", "conversation.metadata"], list)).toEqual([{ type: "nobody" }])
    expect(findMappingProblems(["ignore", "profile.email"], list)).toEqual([{ type: "nobody" }])
    expect(findMappingProblems(["profile.email"], [])).toEqual([{ type: "nobody" }])
    expect(findMappingProblems(["profile.email", "profile.phone"], list)).toEqual([])
    expect(findColumnProblems(["profile.email"])).toEqual([])
    expect(findColumnProblems(["profile.phone", "profile.phone"])).toEqual([{ type: "target-twice", column: 1, target: "profile.phone" }])
  })

  test("[L2] refuses texts that are too long for a profile field, but not for metadata", () => {
    const long = "x".repeat(maxCellLength + 1)
    const list = [
      [" y ".padEnd(maxCellLength + 50), "a"],
      [long, "b"],
      ["z".repeat(maxCellLength), "c"],
    ]
    expect(findMappingProblems(["profile.first_name", "ignore"], list)).toEqual([
      { type: "too-long", column: 0, target: "profile.first_name", lines: [1] },
    ])
    expect(findMappingProblems(["conversation.metadata", "ignore"], list)).toEqual([])
  })

  test("[L3] shows only the first rows of a problem with many", () => {
    const lines = Array.from({ length: 25 }, (_, i) => i)
    const problem = { type: "duplicates", column: 1, target: "profile.email", lines } as const
    expect(toShownMappingProblem(problem, (line) => line + 2)).toEqual({
      type: "duplicates",
      column: 1,
      target: "profile.email",
      rows: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      count: 25,
    })
  })

  test("[L9] leaves out exactly the repeated rows, keeps the first of each, and leaves no duplicates", () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(target, { minLength: 1, maxLength: 4 })
          .chain((mapping) => fc.tuple(fc.constant<ColumnMapping>(mapping), lines(mapping.length))),
        ([mapping, list]) => {
          const kept = listUniqueRowIndexes(mapping, list)
          const rest = kept.map((line) => list[line] ?? [])
          expect(findMappingProblems(mapping, rest).filter(({ type }) => type === "duplicates")).toEqual([])
          expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b))
          const key = (cells: ReadonlyArray<string>, column: number) => (cells[column] ?? "").trim().toLowerCase()
          for (const [line, cells] of list.entries())
            if (!kept.includes(line))
              expect(
                mapping.some(
                  (it, column) =>
                    uniqueTargets.has(it) &&
                    key(cells, column) !== "" &&
                    list.slice(0, line).some((earlier) => key(earlier, column) === key(cells, column)),
                ),
              ).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
    const family: ColumnMapping = ["profile.email", "profile.phone"]
    const list = [
      ["a", "1"],
      ["a", "2"],
      ["b", "2"],
      ["c", "1"],
    ]
    expect(listUniqueRowIndexes(family, list)).toEqual([0, 2])
  })

  test("guesses the target of known headings, each target once", () => {
    expect(guessMapping(["E-mail", "First name", "Geboortedatum", "Email address", "Shoe size", "externalId"])).toEqual([
      "profile.email",
      "profile.first_name",
      "profile.date_of_birth",
      "ignore",
      "ignore",
      "profile.external_id",
    ])
  })
})

test("every column with a metadata heading is guessed as metadata", () => {
  expect(guessMapping(["metadata.city", "Metadata", "conversation.metadata", "meta"])).toEqual([
    "conversation.metadata",
    "conversation.metadata",
    "conversation.metadata",
    "ignore",
  ])
})

test.each<[ColumnMapping[number], ReadonlyArray<string>]>([
  ["profile.uuid", ["UUID", "User ID"]],
  ["profile.first_name", ["first_name", "Voornaam", "given name"]],
  ["profile.last_name", ["Last name", "achternaam", "Surname", "family-name"]],
  ["profile.date_of_birth", ["date_of_birth", "Birthdate", "geboortedatum", "birthday"]],
  ["profile.phone", ["Phone", "phone number", "mobile", "Telefoon", "telefoonnummer", "mobiel"]],
  ["profile.email", ["E-mail", "email_address", "Mail", "e-mailadres"]],
  ["profile.external_id", ["external_id", "ID", "Customer number", "klantnummer"]],
])("a column is guessed as %s by any of the headings %j", (target, known) => {
  for (const heading of [...known, target]) expect(guessMapping([heading, `${heading} 2?x`, heading])).toEqual([target, "ignore", "ignore"])
})

describe("participants", () => {
  const headings = ["Mail", "City", ""]
  const mapping: ColumnMapping = ["profile.email", "conversation.metadata", "conversation.metadata"]

  test("[L2] have the profile and metadata of their mapped cells", () => {
    expect(createParticipantReader(headings, mapping)([" ann@example.org ", "Delft", "x"])).toEqual({
      profile: { email: "ann@example.org" },
      conversation: { metadata: { City: "Delft", column_3: "x" } },
    })
    expect(createParticipantReader(headings, ["profile.email", "ignore", "ignore"])(["", "Delft"])).toEqual({
      profile: {},
      conversation: { metadata: {} },
    })
    // [E7] Metadata that has a column comes from the list, even where its cell is empty.
    expect(createParticipantReader(headings, mapping)([])).toEqual({ profile: {}, conversation: { metadata: { City: "", column_3: "" } } })
    expect(Object.hasOwn(createParticipantReader(["__proto__"], ["conversation.metadata"])(["x"]).conversation.metadata, "__proto__")).toBe(
      true,
    )
  })

  test("[L2] keep all metadata under the same heading", () => {
    const both: ColumnMapping = ["conversation.metadata", "conversation.metadata", "ignore", "conversation.metadata"]
    expect(createParticipantReader(["City", " City ", "City", "City (2)"], both)(["a", "b", "c", "d"]).conversation.metadata).toEqual({
      City: "a",
      "City (2)": "b",
      "City (2) (2)": "d",
    })
  })

  test("[L4] are sent once each, in order, in batches that are as large as the limits allow", () => {
    const weight = fc.oneof({ weight: 30, arbitrary: fc.constant(300) }, fc.integer({ min: 1, max: maxBatchCharacters }))
    fc.assert(
      fc.property(fc.array(weight, { maxLength: 40 }), fc.integer({ min: 1, max: 400 }), (weights, times) => {
        const all = weights.flatMap((it) => Array.from({ length: it === 300 ? times : 1 }, () => it))
        const ends = computeBatchEnds(all.length, (index) => all[index] ?? 0)
        const batches = ends.map((end, i) => all.slice(ends[i - 1] ?? 0, end))
        const sum = (its: ReadonlyArray<number>) => its.reduce((total, it) => total + it, 0)
        expect(batches.flat()).toEqual(all)
        for (const [i, batch] of batches.entries()) {
          expect(batch.length > 0 && batch.length <= 5000 && sum(batch) <= maxBatchCharacters).toBe(true)
          const next = batches[i + 1]?.[0]
          if (next !== undefined) expect(batch.length === 5000 || sum(batch) + next > maxBatchCharacters).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
    expect(computeBatchEnds(12_000, () => 200)).toEqual([5000, 10_000, 12_000])
  })

  test("[L4] are counted with at least as many characters as are sent", () => {
    const cells = fc.array(fc.string({ unit: "grapheme" }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(cells, cells, fc.array(fc.constantFrom(...mappingTargets), { minLength: 3, maxLength: 3 }), (names, row, targets) => {
        const sent = JSON.stringify(createParticipantReader(names, targets)(row)).replace(/\\./g, "x")
        expect(countParticipantCharacters(names, row)).toBeGreaterThanOrEqual(sent.length)
      }),
    )
  })

  test("[L2] [L4] do not include rows with values in ignored columns only, or with white space", () => {
    const ignoring: ColumnMapping = ["profile.email", "ignore", "conversation.metadata"]
    const lines = [["", "Delft", ""], [" ", "", "\t"], [], ["", "", "x"]]
    expect(lines.map((cells) => hasParticipant(ignoring, cells))).toEqual([false, false, false, true])
    expect(createParticipantReader([" Mail ", "City", "  Ref "], ignoring)(["", "", "x"])).toEqual({
      profile: {},
      conversation: { metadata: { Ref: "x" } },
    })
    expect([[...listBatchSizes(1)], [...listBatchSizes(5001)], [...listBatchSizes(0)]]).toEqual([[1], [5000, 1], []])
    expect([countPages(0), countPages(1), countPages(100), countPages(101)]).toEqual([0, 1, 1, 2])
  })

  test("[L8] are sampled from the first five rows and all counted, with or without a header", () => {
    const first = [["Mail ", "City"], ...Array.from({ length: 5 }, (_, i) => [`p${i}`, "Delft"])]
    const facts = { firstRows: first, rowCount: 12_001 }
    expect([getHeadings(facts, true), getHeadings(facts, false)]).toEqual([
      ["Mail", "City"],
      ["", ""],
    ])
    expect([getSampleRows(facts, true), getSampleRows(facts, false)]).toEqual([first.slice(1), first.slice(0, 5)])
    expect([countParticipants(facts, true), countParticipants(facts, false)]).toEqual([12_000, 12_001])
  })

  test("[L8] have a header if at most one of four cells is empty", () => {
    expect(detectHeader([["Mail", "Name", "City", ""]])).toBe(true)
    expect(detectHeader([["Mail", "Name", ""]])).toBe(false)
    expect(detectHeader([["a", "b", "c", "d", "e", "f", "", ""]])).toBe(true)
    expect(detectHeader([["a", "b", "c", "d", "e", "", ""]])).toBe(false)
  })

  test.each([
    ["1", 1],
    [" 250\t", 250],
    ["007", 7],
    ["100000", 100_000],
    ["100001", null],
    ["0", null],
    ["", null],
    [" ", null],
    ["-1", null],
    ["+1", null],
    ["2.5", null],
    ["1e3", null],
    ["1 000", null],
    ["ten", null],
    ["x1", null],
    ["1x", null],
  ])("[L6] the typed amount of links %j is read as %j", (typed, amount) => {
    expect(parseLinkAmount(typed)).toBe(amount)
  })

  test("[L4] get links in as few batches as possible", () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -5, max: 40_000 }), fc.double({ min: -5, max: 40_000 })), (amount) => {
        const sizes = [...listBatchSizes(amount)]
        const whole = amount >= 1 ? Math.trunc(amount) : 0
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(whole)
        expect(sizes.length).toBe(Math.ceil(whole / 5000))
        expect(sizes.every((size) => size >= 1 && size <= 5000)).toBe(true)
      }),
    )
    expect(listBatchSizes(Number.MAX_VALUE).next().value).toBe(5000)
  })
})

describe("exported files", () => {
  const text = fc.option(fc.oneof(fc.string(), fc.constantFrom("=1+1", "x;=1+1", "+31 6 1234", '"', "a,b")))
  const guarded = (it: string | null) => guardFormulas(it ?? "")
  const member: fc.Arbitrary<Member> = fc.record({
    uuid: fc.uuid(),
    type: fc.constant("respondent"),
    external_id: text,
    email: text,
    phone: text,
    dateofbirth: text,
    firstname: text,
    lastname: text,
  })

  test("[X12] contain members, with the formula guard on", () => {
    fc.assert(
      fc.property(fc.array(member, { maxLength: 4 }), (members) => {
        const [start, ...lines] = [...membersCsv(members)]
        expect(start).toBe("\ufeffuuid,type,external_id,email,phone,birthdate,firstname,lastname\r\n")
        expect(readCsv(lines.join(""))).toEqual(
          members.map((it) =>
            [it.uuid, it.type, it.external_id, it.email, it.phone, it.dateofbirth, it.firstname, it.lastname].map(guarded),
          ),
        )
      }),
    )
  })

  test("[X12] contain links, with the formula guard on", () => {
    const identifier = { key: "phone", value: "+31 6 1234" }
    const result: LinkResult = { user: "=u", found: true, identifier, conversation: "tok1", code: null }
    const lines = [...linksCsv([result], { ...chat, bases, isShort: false })]
    expect(lines[1]).toMatch(/^'=u,1,phone,"\+31 6 1234",tok1,/)
  })

  test("contain long or short links", () => {
    const results: ReadonlyArray<LinkResult> = [
      { user: "u1", found: true, identifier: { key: "email", value: "ann@example.org" }, conversation: "tok1", code: "Ab1" },
      { user: null, found: false, identifier: null, conversation: "tok2", code: null },
    ]
    const file = (isShort: boolean) => [...linksCsv(results, { ...chat, bases, isShort })].join("")
    expect(file(false)).toBe(
      '\ufeffuserId,found,"couple variable","couple value",conversationToken,link\r\n' +
        "u1,1,email,ann@example.org,tok1,https://chat.example.org/demo/chat/0000-1/tok1\r\n" +
        ",0,,,tok2,https://chat.example.org/demo/chat/0000-1/tok2\r\n",
    )
    expect(file(true)).toBe(
      '\ufeffuserId,found,"couple variable","couple value",conversationToken,shortlink\r\n' +
        "u1,1,email,ann@example.org,tok1,https://chat.example.org/s/Ab1\r\n" +
        ",0,,,tok2,https://chat.example.org/demo/chat/0000-1/tok2\r\n",
    )
  })
})
