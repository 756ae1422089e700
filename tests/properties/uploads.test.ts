// What files are, how large they may be, and the addresses and data URIs that stand for them.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { isDataUri, isUploadAddress, parseDataUri, printDataUri } from "../../domain/assets/asset-address.ts"
import { isAssetProblem } from "../../domain/assets/asset-transfer.ts"
import {
  fileKindOf,
  isUploadExtension,
  maxUploadBytes,
  mediaTypes,
  messageImageExtensions,
  messageImageProblem,
} from "../../domain/assets/upload-validation.ts"
import { styleAssets } from "../../domain/style/style-uploads.ts"

describe("[F12] what a file is, by its content", () => {
  const bytes = (...parts: ReadonlyArray<string | ReadonlyArray<number>>) =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? Array.from(part, (sign) => sign.charCodeAt(0)) : [...part])))
  const length = [1, 2, 3, 4]

  const known: ReadonlyArray<readonly [string, "image" | "font", Uint8Array]> = [
    ["png", "image", bytes([0x89], "PNG\r\n", [0x1a], "\n")],
    ["jpg", "image", bytes([0xff, 0xd8, 0xff])],
    ["gif", "image", bytes("GIF87a")],
    ["gif", "image", bytes("GIF89a")],
    ["webp", "image", bytes("RIFF", length, "WEBP")],
    ["bmp", "image", bytes("BM", length, [0, 0, 0, 0])],
    ["woff", "font", bytes("wOFF")],
    ["woff2", "font", bytes("wOF2")],
    ["otf", "font", bytes("OTTO")],
    ["ttf", "font", bytes([0, 1, 0, 0])],
    ["ttf", "font", bytes("true")],
    ["svg", "image", bytes("<svg")],
  ]

  test.each(known)("%s is told by what it begins with (%s)", (ending, kind, start) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), (rest) => {
        expect(fileKindOf(Uint8Array.from([...start, ...rest]))).toEqual({ kind, ending })
      }),
    )
    expect(isUploadExtension(ending)).toBe(true)
  })

  test.each(known.filter(([ending]) => ending !== "svg"))("%s of which a byte is another is none", (ending, _, start) => {
    const free = ending === "webp" ? [4, 5, 6, 7] : ending === "bmp" ? [2, 3, 4, 5] : []
    for (const at of start.keys()) {
      const other = Uint8Array.from(start, (byte, i) => (i === at ? byte ^ 0x80 : byte))
      expect([ending, at, fileKindOf(other)?.ending ?? null]).toEqual([ending, at, free.includes(at) ? ending : null])
    }
    expect(fileKindOf(start.slice(0, -1))).toBe(null)
  })

  test("a drawing begins with a tag, after white space and a byte order mark at most", () => {
    const isDrawing = (...parts: ReadonlyArray<string | ReadonlyArray<number>>) => fileKindOf(bytes(...parts))?.ending === "svg"
    const mark = [0xef, 0xbb, 0xbf]
    expect([isDrawing(mark, "<"), isDrawing(" \t\r\n<svg"), isDrawing(mark, "\n<")]).toEqual([true, true, true])
    expect([
      isDrawing(""),
      isDrawing(" "),
      isDrawing("x<"),
      isDrawing([0xef, 0xbb], "<"),
      isDrawing([0xef], "<"),
      isDrawing(mark, mark, "<"),
    ]).toEqual(Array.from({ length: 6 }, () => false))
    expect([isDrawing([0xef, 0x20, 0xbf], "<"), isDrawing([0x20, 0xbb, 0xbf], "<"), isDrawing([0xef, 0xbb, 0x20], "<")]).toEqual([
      false,
      false,
      false,
    ])
  })

  test("an ending is one of an upload or not, whatever objects have besides", () => {
    expect(Object.keys(mediaTypes).every(isUploadExtension)).toBe(true)
    expect(["exe", "", "toString", "PNG"].map(isUploadExtension)).toEqual([false, false, false, false])
  })
})

describe("how large an upload may be", () => {
  const [ofMessage, ofStyle] = [2_097_152, 10_485_760]

  test("2 MB in a message; 10 MB as an image of the style, and for fonts", () => {
    expect(maxUploadBytes("message", "image")).toBe(ofMessage)
    for (const key of ["header_background-image", "header-logo_content"]) expect(maxUploadBytes(key, "image")).toBe(ofStyle)
    for (const key of ["app_background-color", "body_font-file", "toString", ""]) expect(maxUploadBytes(key, "image")).toBe(ofMessage)
    expect([maxUploadBytes("font", "font"), maxUploadBytes("body_font-file", "font")]).toEqual([ofStyle, ofStyle])
  })

  test("an image of a message is of a kind that is listed, is not empty, and has 2 MB at most", () => {
    const problem = (name: string, bytes = 1) => messageImageProblem({ name, bytes })
    for (const ending of messageImageExtensions)
      expect([problem(`a.${ending}`), problem(`a.b.${ending.toUpperCase()}`)]).toEqual([null, null])
    expect(["a.exe", "png", "a.png.exe", "a.", "a.png ", ""].map((name) => problem(name))).toEqual(Array.from({ length: 6 }, () => "kind"))
    expect([0, 1, ofMessage, ofMessage + 1].map((bytes) => problem("a.png", bytes))).toEqual(["empty", null, null, "too-big"])
    expect(problem("a.exe", 0)).toBe("kind")
  })
})

describe("[F11] addresses", () => {
  test.each([
    ["/uploads/demo/a.png", true],
    ["/uploads/demo/a%20b~1.png", true],
    ["/uploads/", false],
    ["/uploads/demo/../../api/logout", false],
    ["/uploads/%2e%2E/api", false],
    ["/uploads/demo/a.png?x=1", false],
    ["/uploads/demo/a.png\n", false],
    ["/uploads/demo/a b", false],
    ["x/uploads/demo/a.png", false],
    ["https://a.example/uploads/demo/a.png", false],
    ["uploads/demo/a.png", false],
  ])("%j is one of an upload: %j", (address, isOne) => {
    expect(isUploadAddress(address)).toBe(isOne)
  })

  test("a data URI holds a file in base64, of a kind that can be shown, under any name that its kind has", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), (content) => {
        const base64 = btoa(String.fromCharCode(...content))
        const uri = printDataUri({ mediaType: "image/png", base64 })
        expect([isDataUri(uri), isDataUri(uri.toUpperCase()), isDataUri(` ${uri}`)]).toEqual([true, true, false])
        expect(parseDataUri(uri)).toEqual({ mediaType: "image/png", ending: "png", base64, bytes: content.length })
      }),
    )
    const typed = (type: string) => parseDataUri(`data:${type};base64,AAAA`)
    expect(typed("IMAGE/JPG")).toMatchObject({ mediaType: "image/jpeg", ending: "jpg", bytes: 3 })
    expect(typed("application/font-woff;charset=x")).toMatchObject({ mediaType: "font/woff", ending: "woff" })
    expect(["text/html", "toString", "", "image/png2"].map(typed)).toEqual(["kind", "kind", "kind", "kind"])
  })

  test.each([
    "data:image/png;base64",
    "data:image/png,AAAA",
    "data:image/png;base64;x,AAAA",
    "data:image/png;base64,AAA",
    "data:image/png;base64,A===",
    "data:image/png;base64,AA=A",
    "data:image/png;base64,AA A",
  ])("%s is not in base64", (uri) => {
    expect(parseDataUri(uri)).toBe("encoding")
  })

  test("assets of a style are its images and the file of its font, not what merely looks like one", () => {
    const upload = "/uploads/demo/x"
    const web = {
      "header_background-image": upload,
      "body_font-file": `${upload}.woff2`,
      "body_font-family": `${upload}.y`,
      "sidemenu_link_1-content": upload,
    }
    const style = { web: { ...web, newer_key: `${upload}.z`, toString: `${upload}.w` }, stats: { "body_background-color": upload } }
    expect(styleAssets.listAddresses(style)).toEqual([upload, `${upload}.woff2`])
    expect(
      styleAssets.replaceAddresses(
        style,
        new Map([
          [upload, "u"],
          [`${upload}.y`, "v"],
        ]),
      ),
    ).toEqual({
      ...style,
      web: { ...style.web, "header_background-image": "u" },
    })
  })

  test("a problem is told from what was carried, also where that has a tag of its own", () => {
    expect([isAssetProblem({ _tag: "AssetProblem" }), isAssetProblem({ _tag: "Style" }), isAssetProblem({ web: [] })]).toEqual([
      true,
      false,
      false,
    ])
  })
})
