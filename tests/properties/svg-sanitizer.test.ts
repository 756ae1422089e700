// Sanitizing SVG: drops what can run, load or navigate, and keeps the rest (F12).
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { allowedSvgElements, maxSvgPieces, sanitizeSvg } from "../../domain/assets/svg-sanitizer.ts"

const root = (inside: string, attributes = ""): string => `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`

describe("a sanitized drawing", () => {
  test("keeps shapes, gradients, texts, local references and style sheets", () => {
    const drawing = root(
      '<title>A logo</title><defs><linearGradient id="g"><stop offset="0" stop-color="#8bc34a"/></linearGradient></defs>' +
        "<style>.a{fill:url(#g)}</style>" +
        '<path class="a" d="M0 0L10 10z" style="stroke:red"/><use href="#g"/><text x="1">5 &gt; 3 &amp; 2</text>',
      ' viewBox="0 0 10 10"',
    )
    expect(sanitizeSvg(drawing)).toBe(drawing)
  })

  test("drops the prolog and comments, and keeps embedded images", () => {
    const image = '<image href="data:image/png;base64,iVBORw0KGgo="/>'
    const text = `\ufeff<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<!-- made -->${root(image)}\n`
    expect(sanitizeSvg(text)).toBe(root(image))
    expect(sanitizeSvg(root(image.replace("href", "xlink:href")))).toBe(root(image))
  })
})

describe("parsing a drawing", () => {
  test("keeps local references with quotes and white space", () => {
    for (const value of ["url(#ab)", "url( '#ab' )", "url(&quot;#a.b-c:d&quot;)", "url(#ab) none"])
      expect(sanitizeSvg(root(`<rect fill="${value}"/>`))).toBe(root(`<rect fill="${value}"/>`))
    expect(sanitizeSvg(root('<use href="#ab"/>'))).toBe(root('<use href="#ab"/>'))
  })

  test.each([
    "url (//evil)",
    "src (//evil)",
    "url(#a)url(//evil)",
    "script :x",
    "image-set('x')",
    "expression(1)",
    "@import 'x'",
    "-moz-binding:x",
  ])("drops the style %s", (css) => {
    expect(sanitizeSvg(root(`<style>${css}</style><rect style="${css}"/>`))).toBe(root("<style></style><rect/>"))
  })

  test.each([
    ["&#65;&#x42;&amp;&lt;&gt;", "AB&amp;&lt;&gt;"],
    ["&#9;&#10;&#32;", "\t\n "],
    ["&#xd7ff;&#xe000;&#xfffd;&#x10000;&#x10ffff;", "\ud7ff\ue000\ufffd\u{10000}\u{10ffff}"],
  ])("decodes the references %j", (written, read) => {
    expect(sanitizeSvg(root(`<text>${written}</text>`))).toBe(root(`<text>${read}</text>`))
  })

  test.each([
    "&#0;",
    "&#8;",
    "&#11;",
    "&#31;",
    "&#xd800;",
    "&#xdfff;",
    "&#xfffe;",
    "&#xffff;",
    "&#x110000;",
    "&unknown;",
    "&",
    "& b",
    "&#x;",
    "&#a;",
  ])("rejects a drawing with %s", (written) => {
    expect(sanitizeSvg(root(`<text>${written}</text>`))).toBe(null)
  })

  test("rejects anything but a single drawing", () => {
    expect([
      sanitizeSvg(root("") + root("")),
      sanitizeSvg(`x${root("")}`),
      sanitizeSvg(`${root("")}x`),
      sanitizeSvg("<g/>"),
      sanitizeSvg(""),
    ]).toEqual(Array.from({ length: 5 }, () => null))
  })
})

describe("a sanitized drawing drops", () => {
  test.each([
    ["a script", "<script>alert(1)</script>"],
    ["a script as data", "<script><![CDATA[alert(1)]]></script>"],
    ["another document", "<foreignObject><iframe src='//evil'/><g/></foreignObject>"],
    ["a link", "<a href='javascript:alert(1)'><rect/></a>"],
    ["an animation that would set a link", "<animate attributeName='href' values='javascript:alert(1)'/>"],
    ["a script with a prefix", "<x:script xmlns:x='http://www.w3.org/2000/svg'>alert(1)</x:script>"],
    ["what is in upper case", "<SCRIPT>alert(1)</SCRIPT>"],
  ])("%s, with its content", (_, inside) => {
    expect(sanitizeSvg(root(`<g>${inside}</g>`))).toBe(root("<g></g>"))
  })

  test.each([
    ["onload", "alert(1)"],
    ["href", "javascript:alert(1)"],
    ["href", "https://evil.example/x.svg#a"],
    ["href", "//evil.example"],
    ["href", "x.svg#a"],
    ["href", "tel:112"],
    ["xlink:href", "tel:+31612345678"],
    ["href", "mailto:a@evil.example"],
    ["href", "blob:https://evil.example/1"],
    ["href", "data:text/html;base64,AAAA"],
    ["xlink:href", "data:image/svg+xml;base64,AAAA"],
    ["fill", "url(https://evil.example)"],
    ["fill", "url(//evil.example#a)"],
    ["style", "background:url('https://evil.example')"],
    ["style", "behavior:x"],
    ["style", "fill:u\\72l(//evil.example)"],
    ["style", "fill:ur/**/l(//evil.example)"],
    ["xml:base", "https://evil.example"],
    ["xmlns:x", "http://evil.example"],
  ])("the attribute %s with the value %s", (name, value) => {
    expect(sanitizeSvg(root(`<use ${name}="${value}"/><image ${name}="${value}"/>`))).toBe(root("<use/><image/>"))
  })

  test("a style sheet that is forbidden only once its pieces are joined", () => {
    const pieces = ["ur<!-- -->l(//evil.example)", "ur<![CDATA[l(//evil.example)]]>", "u&#x72;l(//evil.example)"]
    for (const css of pieces) expect(sanitizeSvg(root(`<style>${css}</style>`))).toBe(root("<style></style>"))
    for (const between of ["<g/>", "<x/>", "<g></g>"]) expect(sanitizeSvg(root(`<style>ur${between}l(//evil.example)</style>`))).toBeNull()
  })

  test.each(["@import 'https://evil.example';", ".a{fill:url(https://evil.example)}", "a{}@charset 'x';"])("the style sheet %s", (css) => {
    expect(sanitizeSvg(root(`<style>${css}</style>`))).toBe(root("<style></style>"))
  })
})

test.each([
  "",
  "text",
  "<html><body/></html>",
  "<svg/>",
  root("<g>"),
  root("</g>"),
  root("<g></G>"),
  root("") + root(""),
  `${root("")}text`,
  root("&nbsp;"),
  root("<path d=M0/>"),
  root("<path d='1' d='2'/>"),
  root("<g onload=alert(1)>"),
  `<!DOCTYPE svg [<!ENTITY x "y">]>${root("&x;")}`,
  root("<g>".repeat(200) + "</g>".repeat(200)),
  '<svg xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></svg>',
])("rejects %j as a drawing", (text) => {
  expect(sanitizeSvg(text)).toBeNull()
})

describe("[F12] a drawing with too many pieces is rejected", () => {
  test.each([
    ["elements", (n: number) => root("<g/>".repeat(n / 2))],
    ["attributes", (n: number) => root("", Array.from({ length: n }, (_, i) => ` a${i}=''`).join(""))],
    ["references", (n: number) => root(`<text>${"&lt;".repeat(n)}</text>`)],
    ["beginnings", (n: number) => root("&".repeat(n))],
  ])("%s", (_, drawingWith) => {
    expect(sanitizeSvg(drawingWith(maxSvgPieces * 10))).toBeNull()
  })

  test("accepts a drawing with exactly the maximum number of pieces", () => {
    const drawingWith = (n: number) => root("<g/>".repeat(n))
    const rootPieces = drawingWith(0).match(/[<&=]/g)?.length ?? 0
    expect(sanitizeSvg(drawingWith(maxSvgPieces - rootPieces))).toBe(drawingWith(maxSvgPieces - rootPieces))
    expect(sanitizeSvg(drawingWith(maxSvgPieces - rootPieces + 1))).toBeNull()
  })
})

/** Text made of the pieces of attacks. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "<g>",
        "</g>",
        "<script>",
        "</script>",
        "<style>",
        "</style>",
        "<use ",
        "/>",
        ">",
        "'",
        '"',
        "href=",
        "#a",
        "url(",
        ")",
      ),
      fc.constantFrom(
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "<?",
        "?>",
        "&#x3c;",
        "&lt;",
        "&amp;",
        "javascript:",
        "onload='x'",
        "<text>",
        "</text>",
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => root(pieces.join("")))

test("sanitizing never throws, and sanitizing twice changes nothing more", () => {
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string()), (text) => {
      const once = sanitizeSvg(text)
      if (once !== null) expect(sanitizeSvg(once)).toBe(once)
    }),
  )
})

test("only allowed elements and no event handlers remain for any input", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const sanitized = sanitizeSvg(text) ?? ""
      for (const [, name = ""] of sanitized.matchAll(/<\/?([^\s/>]+)/g)) expect(allowedSvgElements.has(name)).toBe(true)
      expect(sanitized).not.toMatch(/<[^>]*\son\w+=/)
      expect(sanitized).not.toMatch(/<!|<\?/)
    }),
  )
})
