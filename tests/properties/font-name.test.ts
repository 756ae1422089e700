// The family name in font files: the served fonts, the same names in other containers, and damaged files.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { brotliDecompressSync, deflateSync, inflateSync } from "node:zlib"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Decompress, parseFontFamily } from "../../domain/assets/font-name.ts"

const unpack: Decompress = async (packed, how) => {
  try {
    return how === "brotli" ? brotliDecompressSync(packed) : inflateSync(packed)
  } catch {
    return null
  }
}
const served = (id: string) =>
  new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(`@fontsource-variable/${id}/files/${id}-latin-wght-normal.woff2`)))

const u16 = (n: number) => [(n >> 8) & 255, n & 255]
const u32 = (n: number) => [...u16(Math.floor(n / 65_536)), ...u16(n % 65_536)]
const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))
const wide = (text: string) => letters(text).flatMap(u16)

type Name = { readonly platform: number; readonly id: number; readonly text: ReadonlyArray<number> }
const table = (names: ReadonlyArray<Name>) => {
  let at = 0
  const records = names.flatMap(({ platform, id, text }) => {
    const record = [...u16(platform), ...u16(1), ...u16(0), ...u16(id), ...u16(text.length), ...u16(at)]
    at += text.length
    return record
  })
  return [...u16(0), ...u16(names.length), ...u16(6 + 12 * names.length), ...records, ...names.flatMap(({ text }) => text)]
}
const sfnt = (names: ReadonlyArray<Name>) => {
  const content = table(names)
  return Uint8Array.from([
    0,
    1,
    0,
    0,
    ...u16(1),
    0,
    0,
    0,
    0,
    0,
    0,
    ...letters("name"),
    ...u32(0),
    ...u32(28),
    ...u32(content.length),
    ...content,
  ])
}
const woff = (names: ReadonlyArray<Name>, isPacked: boolean) => {
  const content = Uint8Array.from(table(names))
  const packed = isPacked ? deflateSync(content) : content
  const head = [...letters("wOFF"), ...Array.from({ length: 8 }, () => 0), ...u16(1), ...Array.from({ length: 30 }, () => 0)]
  return Uint8Array.from([...head, ...letters("name"), ...u32(64), ...u32(packed.length), ...u32(content.length), ...u32(0), ...packed])
}

describe("the family name in a font file", () => {
  test.each([
    ["lora", /^Lora/],
    ["rubik", /^Rubik/],
    ["work-sans", /^Work Sans/],
  ])("is read from the served font %s (WOFF2)", async (id, name) => {
    expect(await parseFontFamily(served(id), unpack)).toMatch(name)
  })

  const names = [
    { platform: 1, id: 1, text: letters("Mac Name") },
    { platform: 3, id: 1, text: wide("Some Family Bold") },
    { platform: 3, id: 4, text: wide("Some Family Bold Italic") },
    { platform: 3, id: 16, text: wide("Some Family") },
  ]
  test("is the typographic family if there is one, in every container", async () => {
    for (const file of [sfnt(names), woff(names, false), woff(names, true)]) expect(await parseFontFamily(file, unpack)).toBe("Some Family")
  })

  test("is otherwise the family for Windows, then for Macintosh, and null if there is none", async () => {
    expect(await parseFontFamily(sfnt(names.slice(0, 3)), unpack)).toBe("Some Family Bold")
    expect(await parseFontFamily(sfnt(names.slice(0, 1)), unpack)).toBe("Mac Name")
    expect(await parseFontFamily(sfnt(names.slice(2, 3)), unpack)).toBeNull()
    expect(await parseFontFamily(woff(names, true), async () => null)).toBeNull()
    expect(await parseFontFamily(woff(names, true), () => Promise.reject(new Error("damaged")))).toBeNull()
  })

  test("is a text or null for any bytes", async () => {
    const whole = served("lora")
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.nat({ max: whole.length }).map((end) => whole.slice(0, end)),
        ),
        fc.array(fc.tuple(fc.nat({ max: 120 }), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
        fc.constantFrom("", "wOFF", "wOF2", "OTTO"),
        async (bytes, damage, head) => {
          const file = Uint8Array.from(bytes)
          letters(head).forEach((letter, i) => {
            file[i] = letter
          })
          for (const [at, byte] of damage) if (at < file.length) file[at] = byte
          const family = await parseFontFamily(file, unpack)
          expect(family === null || typeof family === "string").toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})
