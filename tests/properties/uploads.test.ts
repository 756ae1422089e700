// Uploaded files: types by content, size limits, addresses and data URIs.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { isDataUri, isUploadAddress, parseDataUri, printDataUri } from "../../domain/assets/asset-address.ts"
import {
  detectFileKind,
  isUploadExtension,
  mediaTypes,
  messageImageExtensions,
  messageImageProblem,
} from "../../domain/assets/upload-validation.ts"
import { isAssetProblem } from "../../domain/files/asset-transfer.ts"
import { maxUploadBytes, styleAssets } from "../../domain/style/style-uploads.ts"

describe("[F12] the type of a file", () => {
  const bytes = (...parts: ReadonlyArray<string | ReadonlyArray<number>>) =>
    Uint8Array.from(
      parts.flatMap((part) => (typeof part === "string" ? Array.from(part, (character) => character.charCodeAt(0)) : [...part])),
    )
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

  test.each(known)("is %s by its first bytes (%s)", (ending, kind, start) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), (rest) => {
        expect(detectFileKind(Uint8Array.from([...start, ...rest]))).toEqual({ kind, ending })
      }),
    )
    expect(isUploadExtension(ending)).toBe(true)
  })

  test.each(known.filter(([ending]) => ending !== "svg"))("is not %s if one of its first bytes differs", (ending, _, start) => {
    const free = ending === "webp" ? [4, 5, 6, 7] : ending === "bmp" ? [2, 3, 4, 5] : []
    for (const at of start.keys()) {
      const changed = Uint8Array.from(start, (byte, i) => (i === at ? byte ^ 0x80 : byte))
      expect([ending, at, detectFileKind(changed)?.ending ?? null]).toEqual([ending, at, free.includes(at) ? ending : null])
    }
    expect(detectFileKind(start.slice(0, -1))).toBe(null)
  })

  test("is SVG if it begins with a tag, after an optional byte order mark and white space", () => {
    const isDrawing = (...parts: ReadonlyArray<string | ReadonlyArray<number>>) => detectFileKind(bytes(...parts))?.ending === "svg"
    const byteOrderMark = [0xef, 0xbb, 0xbf]
    expect([isDrawing(byteOrderMark, "<"), isDrawing(" \t\r\n<svg"), isDrawing(byteOrderMark, "\n<")]).toEqual([true, true, true])
    expect([
      isDrawing(""),
      isDrawing(" "),
      isDrawing("x<"),
      isDrawing([0xef, 0xbb], "<"),
      isDrawing([0xef], "<"),
      isDrawing(byteOrderMark, byteOrderMark, "<"),
    ]).toEqual(Array.from({ length: 6 }, () => false))
    expect([isDrawing([0xef, 0x20, 0xbf], "<"), isDrawing([0x20, 0xbb, 0xbf], "<"), isDrawing([0xef, 0xbb, 0x20], "<")]).toEqual([
      false,
      false,
      false,
    ])
  })

  test("has an accepted extension; inherited property names are not accepted", () => {
    expect(Object.keys(mediaTypes).every(isUploadExtension)).toBe(true)
    expect(["exe", "", "toString", "PNG"].map(isUploadExtension)).toEqual([false, false, false, false])
  })
})

describe("the size of an upload", () => {
  const [messageBytes, styleBytes] = [2_097_152, 10_485_760]

  test("is at most 2 MB in a message, and 10 MB for images and fonts of the style", () => {
    expect(maxUploadBytes("message", "image")).toBe(messageBytes)
    for (const key of ["header_background-image", "header-logo_content"]) expect(maxUploadBytes(key, "image")).toBe(styleBytes)
    for (const key of ["app_background-color", "body_font-file", "toString", ""]) expect(maxUploadBytes(key, "image")).toBe(messageBytes)
    expect([maxUploadBytes("font", "font"), maxUploadBytes("body_font-file", "font")]).toEqual([styleBytes, styleBytes])
  })

  test("is at most 2 MB for an image of a message, which needs a listed extension and content", () => {
    const problem = (name: string, bytes = 1) => messageImageProblem({ name, bytes })
    for (const ending of messageImageExtensions)
      expect([problem(`a.${ending}`), problem(`a.b.${ending.toUpperCase()}`)]).toEqual([null, null])
    expect(["a.exe", "png", "a.png.exe", "a.", "a.png ", ""].map((name) => problem(name))).toEqual(Array.from({ length: 6 }, () => "kind"))
    expect([0, 1, messageBytes, messageBytes + 1].map((bytes) => problem("a.png", bytes))).toEqual(["empty", null, null, "too-big"])
    expect(problem("a.exe", 0)).toBe("kind")
  })
})

describe("[F11] addresses of uploads", () => {
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
  ])("%j is an upload address: %j", (address, expected) => {
    expect(isUploadAddress(address)).toBe(expected)
  })

  test("a data URI holds a base64 file of an accepted media type or one of its aliases", () => {
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
  ])("%s is not valid base64", (uri) => {
    expect(parseDataUri(uri)).toBe("encoding")
  })

  test("the assets of a style are its images and its font file only", () => {
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

  test("an asset problem is recognized among other tagged values", () => {
    expect([isAssetProblem({ _tag: "AssetProblem" }), isAssetProblem({ _tag: "Style" }), isAssetProblem({ web: [] })]).toEqual([
      true,
      false,
      false,
    ])
  })
})
