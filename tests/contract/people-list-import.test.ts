// Reading participant lists from spreadsheets and other programs, and generating links for them (L2–L10).
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createLinkGenerator } from "../../adapters/browser/link-generation/link-generator.ts"
import { readPeopleList } from "../../adapters/browser/link-generation/people-list-reader.ts"
import { type LinkResult, membersCsv } from "../../domain/exports/links-and-members-csv.ts"
import { Unreachable } from "../../domain/failures/failure.ts"
import { guessMapping } from "../../domain/links/column-mapping.ts"
import { linksPerPage, maxBatchSize, type Participant } from "../../domain/links/participant-links.ts"
import { detectedFormat, type ListFormat, maxListFileBytes } from "../../domain/links/participant-list.ts"
import { ScriptId } from "../../domain/script/script.ts"

const neverAborted = new AbortController().signal
const asFile = (...parts: ReadonlyArray<BlobPart>) => new File([...parts], "people.csv")
const read = (file: File, format: Partial<ListFormat> = {}) =>
  readPeopleList({ file, settings: { ...detectedFormat, ...format } }, neverAborted, () => undefined)
const readText = (text: string) => read(asFile(text))
const readLines = async (file: File) => {
  const it = await read(file)
  return "problem" in it ? it.problem : it.list.lines
}
const utf16 = (text: string, isLittle: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let i = 0; i < text.length; i++) bytes.setUint16(i * 2, text.charCodeAt(i), isLittle)
  return new Uint8Array(bytes.buffer)
}
const windows1252 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (letter) => ({ "€": 0x80, "’": 0x92 })[letter] ?? letter.charCodeAt(0))

test("[X12] reads an exported list of members as it was before the formula guard", async () => {
  const member = {
    uuid: "u1",
    type: "person",
    email: null,
    dateofbirth: null,
    phone: "+31 6 1234",
    firstname: "=Ann",
    lastname: "'s-Graven",
  }
  const file = asFile(...membersCsv([{ ...member, external_id: "-A12" }]))
  expect((await file.text()).split("\r\n")[1]).toBe("u1,person,'-A12,,\"+31 6 1234\",,'=Ann,'s-Graven")
  expect(await readLines(file)).toEqual([
    ["uuid", "type", "external_id", "email", "phone", "birthdate", "firstname", "lastname"],
    ["u1", "person", "-A12", "", "+31 6 1234", "", "=Ann", "'s-Graven"],
  ])
})

describe("[L8] format detection", () => {
  const people = [
    ["naam", "plaats"],
    ["Zoë", "'s-Gravenhage"],
    ["Renée", "Curaçao"],
  ]
  const text = people.map((cells) => cells.join(";")).join("\r\n")

  test.each([
    ["UTF-8", asFile(text), "utf-8"],
    ["UTF-8 with a mark", asFile("\ufeff", text), "utf-8"],
    ["UTF-16, little end first, with a mark", asFile(utf16(`\ufeff${text}`, true)), "utf-16le"],
    ["UTF-16, big end first, with a mark", asFile(utf16(`\ufeff${text}`, false)), "utf-16be"],
    ["UTF-16 without a mark", asFile(utf16(text, true)), "utf-16le"],
    ["UTF-16, big end first, without a mark", asFile(utf16(text, false)), "utf-16be"],
    ["Windows-1252", asFile(windows1252(text)), "windows-1252"],
  ])("recognizes a list in %s", async (_, file, encoding) => {
    const it = await read(file)
    expect(it).toMatchObject({ facts: { encoding, separator: ";", rowCount: 3, isHeaded: true }, list: { lines: people, rows: [1, 2, 3] } })
  })

  test("recognizes Windows-1252 when the first non-ASCII letter comes late", async () => {
    const plain = Array.from({ length: 20_000 }, (_, i) => `p${i},Delft`).join("\n")
    const it = await read(asFile(`name,city\n${plain}\n`, windows1252("Renée,Köln – €\n".replace("–", "-"))))
    expect(it).toMatchObject({ facts: { encoding: "windows-1252", rowCount: 20_002 } })
    expect("list" in it && it.list.lines.at(-1)).toEqual(["Renée", "Köln - €"])
  })

  test.each([
    [
      "commas",
      "a,b;x\n1,2\n3,4;5",
      [
        ["a", "b;x"],
        ["1", "2"],
        ["3", "4;5"],
      ],
    ],
    [
      "tabs",
      "a\tb,c\n1\t2,3",
      [
        ["a", "b,c"],
        ["1", "2,3"],
      ],
    ],
    [
      "bars",
      "a|b\n1|2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a separator that is declared",
      "sep=;\na;b,c,d\n1;2,3,4",
      [
        ["a", "b,c,d"],
        ["1", "2,3,4"],
      ],
    ],
    [
      "quotes, with separators, line ends and quotes inside",
      'a,b\n"x, y","1\n2"\n"say ""hi""",',
      [
        ["a", "b"],
        ["x, y", "1\n2"],
        ['say "hi"', ""],
      ],
    ],
    [
      "single quotes",
      "'a','b'\n'x, y','O''Neill'\n",
      [
        ["a", "b"],
        ["x, y", "O'Neill"],
      ],
    ],
    [
      "old line ends",
      "a,b\r1,2\r",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "blank lines and empty cells behind",
      "a,b\n\n1,2,,\n , \n3,4\n",
      [
        ["a", "b"],
        ["1", "2"],
        ["3", "4"],
      ],
    ],
  ])("recognizes a list with %s", async (_, text, expected) => {
    expect(await readLines(asFile(text))).toEqual(expected)
  })

  test("numbers rows as a spreadsheet does", async () => {
    const it = await readText('a,b\n\n"1\n1",2\n\n3,4\n')
    expect("list" in it && it.list.rows).toEqual([1, 3, 5])
  })

  test.each([
    ["email,city\na@b.nl,Delft", true],
    ["a@b.nl,Delft\nc@d.nl,Gouda", false],
    ["1001,Ann\n1002,Ben", false],
    ["Ann,+31 6 1234 5678\nBen,06-1234", false],
    ["Ann,1990-01-31\nBen,1991-02-01", false],
    ["x,x\n1,2", false],
  ])("reads %j with headings: %s", async (text, isHeaded) => {
    expect(await readText(text)).toMatchObject({ facts: { isHeaded } })
  })

  test("reads cells with any content, however the file is divided into chunks", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\n", "é", "😀", "'", " "), maxLength: 6 })
    const table = fc.array(fc.tuple(cell, cell, fc.constant("x")), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 7 }), async (rows, size) => {
        const whole = [["first", "second", "third"], ...rows]
        const text = whole.map((cells) => cells.map((it) => `"${it.replaceAll('"', '""')}"`).join(",")).join("\r\n")
        const bytes = new TextEncoder().encode(text)
        const file = asFile(bytes)
        const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
          start: (controller) => {
            for (let from = 0; from < bytes.length; from += size) controller.enqueue(bytes.slice(from, from + size))
            controller.close()
          },
        })
        expect(await readLines(Object.assign(file, { stream: () => pieces }))).toEqual(whole)
      }),
    )
  })
})

describe("[L8] format chosen by the author", () => {
  test("uses the chosen separator instead of the likeliest or the declared one", async () => {
    const text = "Ann, J.;Delft\nBen, K.;Gouda\n"
    expect(await read(asFile(text), { separator: "," })).toMatchObject({
      facts: { separator: "," },
      list: {
        lines: [
          ["Ann", " J.;Delft"],
          ["Ben", " K.;Gouda"],
        ],
      },
    })
    expect(await read(asFile(`sep=,\n${text}`), { separator: ";" })).toMatchObject({
      facts: { separator: ";" },
      list: {
        lines: [
          ["Ann, J.", "Delft"],
          ["Ben, K.", "Gouda"],
        ],
      },
    })
    expect(await read(asFile(text), { separator: "|" })).toEqual({ problem: { type: "one-column" } })
  })

  test("uses the chosen encoding when the bytes are valid in both", async () => {
    const bytes = new TextEncoder().encode("naam,plaats\nZoë,Delft\n")
    expect(await read(asFile(bytes))).toMatchObject({ facts: { encoding: "utf-8" } })
    const it = await read(asFile(bytes), { encoding: "windows-1252" })
    expect(it).toMatchObject({ facts: { encoding: "windows-1252" } })
    expect("list" in it && it.list.lines[1]).toEqual(["ZoÃ«", "Delft"])
  })
})

describe("[L7] invalid lists", () => {
  test.each([
    ["nothing", "", { type: "empty" }],
    ["blank lines alone", "\n \r\n\t\n", { type: "empty" }],
    ["headings alone", "name,email\n", { type: "nobody" }],
    ["one column", "email\na@b.nl\nc@d.nl\n", { type: "one-column" }],
    ["running text", "Dear all,\nplease find attached the list.\nKind regards\n", { type: "one-column" }],
    ["rows of other lengths", "a,b\n1,2\n1\n3,4\n1,2,3\n", { type: "ragged", columns: 2, rows: [3, 5], count: 2 }],
    ["a quote that is never closed", 'a,b\n1,2\n"3,4\n5,6\n', { type: "open-quote", row: 3 }],
    ["201 columns", Array.from({ length: 201 }, (_, i) => `c${i}`).join(","), { type: "too-many-columns", columns: 201 }],
  ])("rejects a list with %s", async (_, text, problem) => {
    expect(await readText(text)).toEqual({ problem })
  })

  test("rejects a workbook, an image, and text that turns into binary data", async () => {
    const binary = { problem: { type: "binary" } }
    expect(await read(asFile(Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8])))).toEqual(binary)
    expect(await read(asFile(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0])))).toEqual(binary)
    expect(await read(asFile("a,b\n", "1,2\n".repeat(30_000), Uint8Array.from([0, 1, 2])))).toEqual(binary)
  })

  test("rejects a file of 500 MB without reading it", async () => {
    const bytes = 500 * 1024 * 1024
    const file = Object.defineProperty(asFile("a,b"), "size", { value: bytes })
    expect(await read(Object.assign(file, { stream: () => expect.unreachable() }))).toEqual({ problem: { type: "too-large", bytes } })
    expect(bytes).toBeGreaterThan(maxListFileBytes)
  })

  test("rejects a file that no longer exists", async () => {
    const gone = new ReadableStream({ start: (controller) => controller.error(new DOMException("gone", "NotReadableError")) })
    expect(await read(Object.assign(asFile("a,b"), { stream: () => gone }))).toEqual({ problem: { type: "unreadable" } })
  })

  test("stops reading soon after a quote that is never closed", async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(pulled++ === 0 ? 'a,b\n"1,2\n' : "3,4\n".repeat(16_384))),
    })
    expect(await read(Object.assign(asFile("a,b"), { stream: () => endless }))).toEqual({ problem: { type: "open-quote", row: 2 } })
    expect(pulled).toBeLessThan(40)
  })

  test("accepts one column, including its commas, when the author chose no separator", async () => {
    expect(await read(asFile("email\na@b.nl\nc@d.nl,x\n"), { separator: "none" })).toMatchObject({
      facts: { separator: null, isHeaded: true },
      list: { lines: [["email"], ["a@b.nl"], ["c@d.nl,x"]] },
    })
  })

  test("stops reading when it is aborted", async () => {
    const ends = new AbortController()
    const file = asFile("a,b\n", "1,2\n".repeat(100_000))
    const reading = readPeopleList({ file, settings: detectedFormat }, ends.signal, () => ends.abort("enough"))
    await expect(reading).rejects.toBe("enough")
  })
})

describe("link generator", () => {
  const chat = { community: "demo", uuid: ScriptId.make("chat") }
  type Sent = { readonly key: string; readonly short: boolean; readonly people: ReadonlyArray<Participant> }
  const createGenerator = (fails: (batch: number) => boolean = () => false) => {
    const sent: Array<Sent> = []
    const resultOf = (key: string, i: number): LinkResult => ({
      user: null,
      found: false,
      identifier: null,
      conversation: `${key}/${i}`,
      code: null,
    })
    const answer = ({ key, short, people }: Sent) => {
      sent.push({ key, short, people })
      if (fails(sent.length)) return Promise.reject(new Unreachable({ message: "cut" }))
      return Promise.resolve(people.map((_, i) => resultOf(key, i)))
    }
    let runs = 0
    const generator = createLinkGenerator(
      {
        makeLinks: ({ key, short, amount }) =>
          answer({ key, short, people: Array.from({ length: amount }, () => ({ profile: {}, conversation: { metadata: {} } })) }),
        makeUniqueLinks: answer,
      },
      () => `run${++runs}`,
    )
    return { generator, sent }
  }
  const listOf = (count: number) =>
    asFile("E-mail,City\n", Array.from({ length: count }, (_, i) => `p${i % (count - 1)}@example.org,Delft\n`).join(""))
  const listOptions = { mapping: guessMapping(["E-mail", "metadata city"]), isHeaded: true, leavesOut: false }

  test("[L3] [L9] reports duplicate people by row, and can leave them out", async () => {
    const { generator } = createGenerator()
    await generator.read({ file: listOf(12_000), settings: detectedFormat }, neverAborted, () => undefined)
    expect(await generator.check(listOptions)).toEqual({
      flags: [{ type: "duplicates", column: 0, target: "profile.email", rows: [12_001], count: 1 }],
      doubled: 1,
      plan: null,
    })
    expect(await generator.check({ ...listOptions, leavesOut: true })).toEqual({
      flags: [],
      doubled: 1,
      plan: { batches: [5000, 5000, 1999] },
    })
  })

  test("[L10] repeats a failed batch with the same key and people, sends each person in one batch, and creates long links only (L6)", async () => {
    const { generator, sent } = createGenerator((call) => call === 2)
    await generator.read({ file: listOf(12_000), settings: detectedFormat }, neverAborted, () => undefined)
    await generator.check({ ...listOptions, leavesOut: true })
    expect(await generator.make({ ...chat, batch: 0 }, neverAborted)).toBe(maxBatchSize)
    await expect(generator.make({ ...chat, batch: 1 }, neverAborted)).rejects.toBeInstanceOf(Unreachable)
    expect(await generator.make({ ...chat, batch: 1 }, neverAborted)).toBe(maxBatchSize)
    expect(await generator.make({ ...chat, batch: 2 }, neverAborted)).toBe(1999)
    expect(sent.map(({ key, short }) => [key, short])).toEqual([
      ["run1-0", false],
      ["run1-1", false],
      ["run1-1", false],
      ["run1-2", false],
    ])
    expect(sent[2]?.people).toEqual(sent[1]?.people)
    const mails = sent.filter((_, i) => i !== 1).flatMap(({ people }) => people.map(({ profile }) => profile.email))
    expect([mails.length, new Set(mails).size]).toEqual([11_999, 11_999])
    expect(sent[0]?.people[0]).toEqual({ profile: { email: "p0@example.org" }, conversation: { metadata: { City: "Delft" } } })
  })

  test("returns generated links in pages of 100 and as one file, and replaces them when new links are planned", async () => {
    const { generator, sent } = createGenerator()
    expect(await generator.plan(5250)).toEqual({ batches: [5000, 250] })
    await generator.make({ ...chat, batch: 0 }, neverAborted)
    await generator.make({ ...chat, batch: 1 }, neverAborted)
    expect((await generator.page(0)).length).toBe(linksPerPage)
    expect((await generator.page(52)).map(({ conversation }) => conversation)).toEqual(
      Array.from({ length: 50 }, (_, i) => `run1-1/${200 + i}`),
    )
    const text = await (await generator.file({ bases: { chat: "https://chat.example.org" }, slug: "demo", script: "chat" })).text()
    expect(text.trim().split("\r\n")).toHaveLength(5251)
    await generator.plan(1)
    expect(await generator.page(0)).toEqual([])
    await generator.make({ ...chat, batch: 0 }, neverAborted)
    expect(sent.at(-1)?.key).toBe("run2-0")
  })
})
