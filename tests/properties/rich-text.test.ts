// Rich text: sanitizing markup, and converting it from and to plain text.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { hasText, toPlainText, toRichText } from "../../domain/rich-text/plain-text.ts"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import { markup, richText, sanitizerAttacks } from "../arbitraries/rich-text.ts"

const anything = fc.oneof(
  fc.string({ unit: "binary" }),
  markup,
  fc.constantFrom(...sanitizerAttacks),
  fc.tuple(markup, fc.constantFrom(...sanitizerAttacks)).map((parts) => parts.join("")),
)

/** The allowed tags, written out independently of the code under test. */
const allowedTags = [
  /^<\/?(?:p|ul|ol|li|strong|b|em|i|u|s|strike|del)>$/,
  /^<br>$/,
  /^<\/(?:a|span)>$/,
  /^<a href="(?:[hH][tT][tT][pP][sS]?:\/\/|[mM][aA][iI][lL][tT][oO]:)[^"<>]*">$/,
  /^<span style="font-size: (?:1\d|2[0-2])px;">$/,
  /^<img src="(?:[hH][tT][tT][pP][sS]?:\/\/[^"<>]*|\/uploads\/(?!(?:[^"]*(?:\.\.|%2[eE])))[\w.~%/-]+|data:image\/[a-z+]+;base64,[A-Za-z0-9+/=]+)"(?: alt="[^"<>]*")?>$/i,
]

/** Violations in `html`: tags that are not allowed, a bare >, elements closed in the wrong order. */
const violations = (html: string): ReadonlyArray<string> => {
  const open: Array<string> = []
  const tags = html.match(/<[^>]*>?/g) ?? []
  const found = tags.filter((tag) => !allowedTags.some((allowed) => allowed.test(tag)))
  for (const tag of tags) {
    const name = /^<\/?(\w+)/.exec(tag)?.[1] ?? ""
    if (name === "br" || name === "img") continue
    if (!tag.startsWith("</")) open.push(name)
    else if (open.pop() !== name) found.push(`${tag} closes nothing`)
  }
  if (/>/.test(html.replace(/<[^>]*>/g, ""))) found.push("a bare >")
  return [...found, ...open]
}

describe("rich text", () => {
  test("[M1] sanitized markup is well-formed and contains only allowed tags", () => {
    fc.assert(
      fc.property(anything, (html) => {
        expect(violations(sanitizeHtml(html))).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  test.each(sanitizerAttacks)("[M1] sanitizing disarms the attack %s", (html) => {
    const clean = sanitizeHtml(html)
    expect(violations(clean)).toEqual([])
    expect(clean.replace(/>[^<]*</g, "><")).not.toMatch(/javascript|vbscript|evil|script>|<[^>]* on\w+=/i)
  })

  test("[M2] sanitizing twice changes nothing more", () => {
    fc.assert(
      fc.property(anything, (html) => {
        const once = sanitizeHtml(html)
        expect(sanitizeHtml(once)).toBe(once)
      }),
      { numRuns: 1000 },
    )
  })

  test("[M2] allowed markup is kept unchanged", () => {
    fc.assert(
      fc.property(richText, (html) => {
        expect(sanitizeHtml(html)).toBe(html)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ["<B>x</B>", "<b>x</b>"],
    ["<b>1<i>2</b>3</i>", "<b>1<i>2</i></b><i>3</i>"],
    ["<p>one<p>two", "<p>one</p><p>two</p>"],
    ["<b><p>one</p><p>two</p></b>", "<p><b>one</b></p><p><b>two</b></p>"],
    ["<h1>Title</h1><div>text</div>", "<p>Title</p><p>text</p>"],
    ["<table><tr><td>a</td></tr></table>", "<p>a</p>"],
    ["<ul> <li>a<li>b</ul> c", "<ul><li>a</li><li>b</li></ul> c"],
    ["<li>a</li>", "<ul><li>a</li></ul>"],
    ["<ul>a</ul>", "<ul><li>a</li></ul>"],
    ["<p></p><p>x</p></p>", "<p></p><p>x</p>"],
    ["<a href=' https://a.example/\n?a=1&b=2 '>x</a>", '<a href="https://a.example/?a=1&amp;b=2">x</a>'],
    ["<a href='ftp://a.example'>x</a>", "x"],
    ["<span style='color: red; font-size: 14px'>x</span>", '<span style="font-size: 14px;">x</span>'],
    ["<span style='font-size: 9px'>x</span>", "x"],
    ["a < b && b > c", "a &lt; b &amp;&amp; b &gt; c"],
    ["caf&eacute; &check; &nbsp;&#8364;&#128;", "café &check; &nbsp;€€"],
    ["before<!-- a > b -->after<style>p{}</style>!", "beforeafter!"],
    ["<img src='https://a.example/x.png'>", '<img src="https://a.example/x.png">'],
  ])("[M2] %s becomes %s", (html, clean) => {
    expect(sanitizeHtml(html)).toBe(clean)
  })

  test("images can be excluded", () => {
    fc.assert(
      fc.property(fc.oneof(richText, anything), (html) => {
        expect(sanitizeHtml(html, { images: false })).not.toContain("<img")
      }),
    )
    expect(sanitizeHtml('a<img src="https://a.example/x.png">b', { images: false })).toBe("ab")
  })
})

describe("plain text", () => {
  const spaced = fc.array(
    fc.array(
      fc.string({ unit: "grapheme", minLength: 1 }).filter((word) => !/\s/.test(word)),
      { minLength: 1, maxLength: 4 },
    ),
    {
      maxLength: 5,
    },
  )

  test("[M3] plain text survives the conversion to rich text and back", () => {
    fc.assert(
      fc.property(spaced, (lines) => {
        const text = lines
          .map((words) => words.join(" "))
          .join("\n")
          .replaceAll("\0", "")
        expect(toPlainText(toRichText(text))).toBe(text)
        expect(toPlainText(sanitizeHtml(toRichText(text)))).toBe(text)
      }),
    )
  })

  test("[M3] markup has text exactly if its plain text is not empty", () => {
    const scraps = fc.constantFrom(
      "<p>",
      "</p>",
      " ",
      "\u00a0",
      "&nbsp;",
      "&#32;",
      "&#9;",
      "<br>",
      "<",
      "<script>x</script>",
      "<!--x-->",
      "x",
      "\ufeff",
    )
    const shortMarkup = fc.array(scraps, { maxLength: 4 }).map((parts) => parts.join(""))
    fc.assert(
      fc.property(fc.oneof(richText, anything, shortMarkup), (html) => {
        expect(hasText(html)).toBe(toPlainText(html) !== "")
      }),
      { numRuns: 500 },
    )
  })

  test("[M3] plain text has no markup left and loses no text", () => {
    fc.assert(
      fc.property(richText, (html) => {
        const words = html.replace(/<[^>]*>/g, " ").replace(/\s+/gu, "")
        expect(toRichText(toPlainText(html)).replace(/<br>/g, "").replace(/\s+/gu, "").replaceAll("&nbsp;", "")).toBe(
          words.replaceAll("&nbsp;", ""),
        )
      }),
    )
  })

  test.each([
    ["<p>one</p>\n  <p>two</p>", "one\ntwo"],
    ["<p>one</p><p></p><p>two</p>", "one\n\ntwo"],
    ["one<br>two<br/>three", "one\ntwo\nthree"],
    ["text<ul><li>a</li><li><p>b</p></li></ul>after", "text\na\nb\nafter"],
    ["<p>a  b\n c</p>", "a b c"],
    ["caf&eacute; &amp;lt; &#x41; &unknown;", "café &lt; A &unknown;"],
    ["<style>p{}</style><!-- no -->yes", "yes"],
    ["", ""],
  ])("[M3] the plain text of %s is %s", (html, text) => {
    expect(toPlainText(html)).toBe(text)
  })
})

test("[M2] inline marks nest up to 16 levels and lists up to 8; deeper tags are dropped and their text stays", () => {
  const runs = (depth: number) => sanitizeHtml(`<p>${"<b><i>".repeat(depth / 2)}x${"</i></b>".repeat(depth / 2)}</p>`)
  const depthOf = (html: string, tags: RegExp) => html.match(tags)?.length ?? 0
  expect([depthOf(runs(16), /<(?:b|i|strong|em)>/g), depthOf(runs(18), /<(?:b|i|strong|em)>/g)]).toEqual([16, 16])
  const lists = (depth: number) => sanitizeHtml(`${"<ul><li>".repeat(depth)}x${"</li></ul>".repeat(depth)}`)
  expect([depthOf(lists(8), /<ul>/g), depthOf(lists(9), /<ul>/g)]).toEqual([8, 8])
  expect([toPlainText(runs(40)), toPlainText(lists(20)).trim()]).toEqual(["x", "x"])
})
