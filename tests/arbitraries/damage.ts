// Damage to files: values replaced, fields removed, added or duplicated, bytes flipped, text truncated or repeated.
import fc from "fast-check"

type Path = ReadonlyArray<string | number>

/** Paths to all parts of a JSON value, the whole first. */
const listPaths = (value: unknown, path: Path = []): ReadonlyArray<Path> => [
  path,
  ...(Array.isArray(value)
    ? value.flatMap((it: unknown, i) => listPaths(it, [...path, i]))
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, it]) => listPaths(it, [...path, key]))
      : []),
]

/** Replaces the value at the path by what `change` returns; undefined removes it. */
const replaceAt = (value: unknown, [first, ...rest]: Path, change: (it: unknown) => unknown): unknown => {
  if (first === undefined) return change(value)
  if (Array.isArray(value)) return value.flatMap((it: unknown, i) => (i === first ? defined(replaceAt(it, rest, change)) : [it]))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, it]) =>
      key === first ? defined(replaceAt(it, rest, change)).map((new_) => [key, new_]) : [[key, it]],
    ),
  )
}
const defined = (it: unknown): ReadonlyArray<unknown> => (it === undefined ? [] : [it])

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    null,
    -1,
    -0,
    0.1,
    1e21,
    Number.MAX_VALUE,
    "",
    " ",
    "\ud800",
    "__proto__",
    "{{answers.q1}}",
    "answers.q1 ==",
    "(".repeat(600),
    "javascript:alert(1)",
    "<img src=x onerror=alert(1)>",
    "choice",
    [[[]]],
    { ["__proto__"]: { polluted: true } },
    { constructor: { prototype: 1 }, hasOwnProperty: 1, toString: 1, length: -1 },
    { type: "choice" },
    { type: "end", params: { endAction: "redirect", url: "{metadata}" } },
  ),
)

/** A JSON value with one to four parts replaced or removed. */
export const damagedValue = (value: unknown): fc.Arbitrary<unknown> =>
  fc.array(fc.tuple(fc.nat(), fc.option(hostile, { nil: undefined })), { minLength: 1, maxLength: 4 }).map((hits) =>
    hits.reduce<unknown>((whole, [which, it]) => {
      const all = listPaths(whole)
      return replaceAt(whole, all[which % all.length] ?? [], () => it) ?? null
    }, value),
  )

const characters = ["{", "}", "[", "]", ",", ":", '"', "\\", "0", "-", ".", " ", "\n", "\u0000", "\ufeff", "\ud800"]

/** A text with a piece removed, repeated or overwritten. */
export const damagedText = (text: string): fc.Arbitrary<string> =>
  fc
    .record({
      from: fc.nat(text.length),
      length: fc.oneof(fc.nat(3), fc.nat(text.length)),
      put: fc.oneof(fc.constant(""), fc.constantFrom(...characters), fc.string({ unit: "binary", maxLength: 4 })),
      twice: fc.boolean(),
    })
    .map(
      ({ from, length, put, twice }) =>
        text.slice(0, from) + (twice ? text.slice(from, from + length) : "") + put + text.slice(from + (twice ? 0 : length)),
    )

/** A JSON value with one leaf changed, so that its canonical form always differs. */
export const tamperedValue = (value: unknown): fc.Arbitrary<unknown> => {
  const leaves = listPaths(value).filter((path) => {
    const it = path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], value)
    return typeof it !== "object" || it === null
  })
  return fc
    .constantFrom(...leaves)
    .map((path) =>
      replaceAt(value, path, (it) =>
        typeof it === "string" ? `${it}.` : typeof it === "number" ? (it === 0 ? 1 : -it) : typeof it === "boolean" ? !it : "null",
      ),
    )
}
