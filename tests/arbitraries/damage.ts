// Damage that files meet: a value replaced, a field left out, added or doubled, bytes flipped, a text cut off or said twice.
import fc from "fast-check"

type Path = ReadonlyArray<string | number>

/** Every place of a JSON value, the whole first. */
const placesOf = (value: unknown, path: Path = []): ReadonlyArray<Path> => [
  path,
  ...(Array.isArray(value)
    ? value.flatMap((it: unknown, i) => placesOf(it, [...path, i]))
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, it]) => placesOf(it, [...path, key]))
      : []),
]

/** `change` gives what stands at the place instead; undefined leaves it out. */
const changed = (value: unknown, [first, ...rest]: Path, change: (it: unknown) => unknown): unknown => {
  if (first === undefined) return change(value)
  if (Array.isArray(value)) return value.flatMap((it: unknown, i) => (i === first ? defined(changed(it, rest, change)) : [it]))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, it]) =>
      key === first ? defined(changed(it, rest, change)).map((new_) => [key, new_]) : [[key, it]],
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

/** A JSON value with one to four places of it replaced or left out. */
export const damagedValue = (value: unknown): fc.Arbitrary<unknown> =>
  fc.array(fc.tuple(fc.nat(), fc.option(hostile, { nil: undefined })), { minLength: 1, maxLength: 4 }).map((hits) =>
    hits.reduce<unknown>((whole, [which, it]) => {
      const all = placesOf(whole)
      return changed(whole, all[which % all.length] ?? [], () => it) ?? null
    }, value),
  )

const signs = ["{", "}", "[", "]", ",", ":", '"', "\\", "0", "-", ".", " ", "\n", "\u0000", "\ufeff", "\ud800"]

/** A text with a piece cut out, said twice, or overwritten. */
export const damagedText = (text: string): fc.Arbitrary<string> =>
  fc
    .record({
      from: fc.nat(text.length),
      length: fc.oneof(fc.nat(3), fc.nat(text.length)),
      put: fc.oneof(fc.constant(""), fc.constantFrom(...signs), fc.string({ unit: "binary", maxLength: 4 })),
      twice: fc.boolean(),
    })
    .map(
      ({ from, length, put, twice }) =>
        text.slice(0, from) + (twice ? text.slice(from, from + length) : "") + put + text.slice(from + (twice ? 0 : length)),
    )

/** A leaf of a JSON value turned into another: always a change that the canonical form shows. */
export const tampered = (value: unknown): fc.Arbitrary<unknown> => {
  const leaves = placesOf(value).filter((path) => {
    const it = path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], value)
    return typeof it !== "object" || it === null
  })
  return fc
    .constantFrom(...leaves)
    .map((path) =>
      changed(value, path, (it) =>
        typeof it === "string" ? `${it}.` : typeof it === "number" ? (it === 0 ? 1 : -it) : typeof it === "boolean" ? !it : "null",
      ),
    )
}
