// Sanitizing pasted, damaged or forged markup, parsed as a browser does (HTML §13.2.5).
import { describe, expect, test } from "vitest"
import { textFontSizes } from "../../domain/rich-text/allowed-markup.ts"
import { toPlainText, toRichText } from "../../domain/rich-text/plain-text.ts"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"

const url = "https://a.example"

describe("[M1] attributes", () => {
  test("are kept only on the tags that allow them", () => {
    const attributes = `alt="x" href="${url}" style="font-size: 12px" src="${url}/x"`
    expect(["p", "b", "li", "br"].map((name) => sanitizeHtml(`<${name} ${attributes}>`).replace("<ul>", "").slice(0, 4))).toEqual([
      "<p><",
      "",
      "<li>",
      "<br>",
    ])
    expect(sanitizeHtml(`<p ${attributes}>t</p>`)).toBe("<p>t</p>")
    expect(sanitizeHtml(`<a ${attributes}>t</a>`)).toBe(`<a href="${url}">t</a>`)
    expect(sanitizeHtml(`<span ${attributes}>t</span>`)).toBe('<span style="font-size: 12px;">t</span>')
    expect(sanitizeHtml(`<img ${attributes}>`)).toBe(`<img src="${url}/x" alt="x">`)
    expect(sanitizeHtml(`<img src="${url}/x" alt>`)).toBe(`<img src="${url}/x" alt="">`)
    expect([sanitizeHtml('<img alt="x">'), sanitizeHtml("<a title=x>t</a>")]).toEqual(["", "t"])
  })

  test.each([
    ["http://a.example", "http://a.example"],
    ["mailto:a@a.example", "mailto:a@a.example"],
    [" https://a.example\n", url],
    ["https://a.ex\0ample", url],
    ["x https://a.example", null],
    ["x:https://a.example", null],
    ["https:///a", null],
    ["https://", null],
    ["mailto:", null],
    ["a.example", null],
  ])("a link to %j becomes %j", (href, kept) => {
    expect(sanitizeHtml(`<a href="${href}">t</a>`)).toBe(kept === null ? "t" : `<a href="${kept}">t</a>`)
  })

  test.each([
    ["http://a.example/x", true],
    ["/uploads/demo/a.png", true],
    ["x:https://a.example/x", false],
    ["https:///x", false],
    ["mailto:a@a.example", false],
    ["x data:image/png;base64,AAAA", false],
    ["data:image/png;base64,AAAA onerror", false],
  ])("an image from %j is kept: %j", (src, isKept) => {
    expect(sanitizeHtml(`<img src="${src}">`)).toBe(isKept ? `<img src="${src}">` : "")
  })

  test.each([
    ["font-size:10px", 10],
    ["font-size:22px", 22],
    ["font-size : 12px", 12],
    ["font-size:   12px ", 12],
    ["font-size:12px ;color:red", 12],
    ["color:red;font-size:12px", 12],
    ["color:red; font-size:12px", 12],
    [" font-size:12px", 12],
    ["FONT-SIZE:12PX", 12],
    ["font-size:9px", null],
    ["font-size:23px", null],
    ["font-size:112px", null],
    ["font-size:12.5px", null],
    ["font-size:-12px", null],
    ["font-size:px", null],
    ["font-size:12px!important", null],
    ["font-size:12pt", null],
    ["x-font-size:12px", null],
    ["font-size-adjust:12px", null],
  ])("a text with the style %j has a size of %j pixels", (style, pixels) => {
    expect(sanitizeHtml(`<span style="${style}">t</span>`)).toBe(pixels === null ? "t" : `<span style="font-size: ${pixels}px;">t</span>`)
  })

  test("[M1] whole font sizes from 10 to 22 px are kept, and no others; the default is 16", () => {
    for (let pixels = 0; pixels <= 2300; pixels++) {
      const text = `<span style="font-size: ${pixels}px;">t</span>`
      expect(sanitizeHtml(text)).toBe(pixels >= 10 && pixels <= 22 ? text : "t")
    }
    expect(textFontSizes).toEqual({ min: 10, max: 22, default: 16 })
  })

  test("the first of two equal attributes counts, in any case", () => {
    for (const name of ["href", "HREF"])
      expect(sanitizeHtml(`<a href='${url}' ${name}="https://b.example">t</a>`)).toBe(`<a href="${url}">t</a>`)
  })
})

describe("[M2] unclosed and badly nested elements", () => {
  test.each([
    [`<a href="${url}">1<a href="https://b.example">2</a>3</a>`, `<a href="${url}">1</a><a href="https://b.example">2</a>3`],
    [
      `<a href="${url}"><b>1<a href="https://b.example">2</a></b></a>`,
      `<a href="${url}"><b>1</b></a><b><a href="https://b.example">2</a></b>`,
    ],
    ["<i>1</b>2</i>", "<i>12</i>"],
    ["<b>1</p>2</b>", "<b>12</b>"],
    ["<b>1</b><b>\0</b>2", "<b>1</b>2"],
    ["<ul>\n \t<li>1</li> \n<li>2</ul>", "<ul><li>1</li><li>2</li></ul>"],
    ["<ul><b>1</b></ul>", "<ul><li><b>1</b></li></ul>"],
    ["<ul><br></ul>", "<ul><li><br></li></ul>"],
    ["<ul><p>1</p></ul>", "<ul><li><p>1</p></li></ul>"],
    ["<ul><ol><li>1</ol></ul>", "<ul><li><ol><li>1</li></ol></li></ul>"],
    ["<p>1<ul><li>2</ul>3</p>", "<p>1</p><ul><li>2</li></ul>3"],
    ["<p>1<li>2</p>3", "<p>1</p><ul><li>23</li></ul>"],
    ["<ul><li>1</ul>2</li>3", "<ul><li>1</li></ul>23"],
    ["<ul><li>1</ol>2</ul>", "<ul><li>12</li></ul>"],
    ["<ul><li>1</p>2</ul>", "<ul><li>12</li></ul>"],
    ["<ul><li><p>1</li>2</ul>", "<ul><li><p>1</p></li><li>2</li></ul>"],
    ["<ol><li>1<ul><li>2</li></li>3</ol>", "<ol><li>1<ul><li>2</li><li>3</li></ul></li></ol>"],
    ["<ol><li>1<ul><li>2</ol>3", "<ol><li>1<ul><li>2</li></ul></li></ol>3"],
  ])("%j becomes %j", (html, clean) => {
    expect(sanitizeHtml(html)).toBe(clean)
  })

  test("a paragraph is kept in the deepest list", () => {
    const html = `${"<ul><li>".repeat(8)}<p>1</p>${"</li></ul>".repeat(8)}`
    expect(sanitizeHtml(html)).toBe(html)
  })
})

describe("[M2] tags", () => {
  test.each([
    ["<b x=>1</b>", "<b>1</b>"],
    ["<b x= >1</b>", "<b>1</b>"],
    ["<b x=\"1\"y='2'z=3>1</b>", "<b>1</b>"],
    ["<b/x>1</b>", "<b>1</b>"],
    ["<b / >1</b >2", "<b>1</b>2"],
    [`<a href =\n'${url}'>1</a>`, `<a href="${url}">1</a>`],
    [`<a =href="x" href=${url}>1</a>`, `<a href="${url}">1</a>`],
    [`<a href="${url}"">1</a>`, `<a href="${url}">1</a>`],
    [`<a href="${url}?a=&quot;&lt;">1</a>`, `<a href="${url}?a=&quot;&lt;">1</a>`],
  ])("%j reads %j", (html, clean) => {
    expect(sanitizeHtml(html)).toBe(clean)
  })

  test.each(["<b", "<b ", "<b x", "<b x=", '<b x="', '<b x="y"', "</b", "</b x='", "<!", "<!--", "<!-- a", "<!a", "<?a", "</ a"])(
    "%j, an unfinished tag, is dropped",
    (html) => {
      expect(sanitizeHtml(`1${html}`)).toBe("1")
    },
  )

  test.each([
    ["1 < 2", "1 &lt; 2"],
    ["1<", "1&lt;"],
    ["<1>", "&lt;1&gt;"],
    ["</", "&lt;/"],
    ["</>1", "1"],
    ["</ a>1", "1"],
    ["</1>2", "2"],
    ["<?a>1", "1"],
    ["<!a>1", "1"],
  ])("%j, which is not a tag, becomes %j", (html, clean) => {
    expect(sanitizeHtml(html)).toBe(clean)
  })

  test.each([
    ["<!-- a -->1", "1"],
    ["<!-->1", "1"],
    ["<!--->1", "1"],
    ["<!---->1", "1"],
    ["<!--a--!>1", "1"],
    ["<!-- > -->1", "1"],
    ["<!--a-->1-->2", "1--&gt;2"],
    ["0<!--a->-->1", "01"],
    ["0<!--ab>-->1", "01"],
  ])("the comment in %j is dropped: %j", (html, clean) => {
    expect(sanitizeHtml(html)).toBe(clean)
  })

  test.each([
    ["<script>1</script>2", "2"],
    ["<SCRIPT>1</script>2", "2"],
    ["<script>1</SCRIPT>2", "2"],
    ["<script>1</script x='>'>2", "2"],
    ["<script>1</scripts>2</script>3", "3"],
    ["<script></script>1<script>2</script>3", "13"],
    ["<style>1</script></style>2", "2"],
    ["<script>1</script", ""],
    ["<script>1</script x='", ""],
    ["<script>1", ""],
  ])("scripts and styles in %j are dropped with their content: %j", (html, clean) => {
    expect(sanitizeHtml(html)).toBe(clean)
  })
})

describe("[M2] characters", () => {
  test.each([
    ["&#0;&#x110000;&#xd800;&#xDFFF;", "\ufffd\ufffd\ufffd\ufffd"],
    ["&#xd7ff;&#xe000;&#x10FFFF;", "\ud7ff\ue000\u{10ffff}"],
    ["&#128;&#x80;&#159;&#127;&#161;", "€€Ÿ\u007f¡"],
    ["&nbsp;&#160;\u00a0", "&nbsp;&nbsp;&nbsp;"],
    ["&yuml;&unknown;&amp;amp;&lt", "ÿ&unknown;&amp;amp;&amp;lt"],
    ["&#60;b&#62;", "&lt;b&gt;"],
    ["1\0 2", "1 2"],
  ])("%j reads %j", (html, clean) => {
    expect(sanitizeHtml(html)).toBe(clean)
  })
})

test("sanitizing without images keeps everything else", () => {
  expect(sanitizeHtml(`<p><b>1</b><img src="${url}/x"></p><ul><li>2</li></ul>`, { images: false })).toBe(
    "<p><b>1</b></p><ul><li>2</li></ul>",
  )
})

describe("[M3] lines", () => {
  test.each([
    ["1 <br> 2", "1\n2"],
    ["1<br><br>2", "1\n\n2"],
    ["1<br><br><br><br>2", "1\n\n2"],
    ["1<p>2</p>3", "1\n2\n3"],
    ["<p> 1 </p> <p>2</p>", "1\n2"],
    ["1 <b> 2</b>", "1 2"],
    ["1\n2\t3\r\n4\f5", "1 2 3 4 5"],
    ["1&#10;2", "1\n2"],
  ])("%j reads %j", (html, text) => {
    expect(toPlainText(html)).toBe(text)
  })

  test("become line breaks in rich text, whatever the line ending", () => {
    expect(toRichText("1\n2\r\n3\r4\n\n5")).toBe("1<br>2<br>3<br>4<br><br>5")
  })
})
