// Assets in files: inlining and extracting them preserves the rest of the script or style.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseDataUri, printDataUri } from "../../domain/assets/asset-address.ts"
import { batchAssets, extractEmbeddedAssets, inlineAssets, maxBatchBytes, scriptAssets } from "../../domain/files/asset-transfer.ts"
import { listImageAddresses, replaceImageAddresses } from "../../domain/rich-text/message-media.ts"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import type { Style } from "../../domain/style/community-style.ts"
import { styleAssets } from "../../domain/style/style-uploads.ts"
import { markup } from "../arbitraries/rich-text.ts"
import { script } from "../arbitraries/scripts.ts"

const upload = fc.constantFrom("/uploads/demo/a.png", "/uploads/demo/b.svg", "/uploads/demo/c%20d.gif")
const elsewhere = "https://example.org/e.png"
const bytes = fc.uint8Array({ maxLength: 40 })
const uriOf = (mediaType: string, content: Uint8Array) => printDataUri({ mediaType, base64: Buffer.from(content).toString("base64") })

const image = (source: string) => `<p>Kijk: <img src="${source}" alt="1 &lt; 2"> &amp; verder</p>`
const withSources = (authored: AuthoredScript, sources: ReadonlyArray<string>): AuthoredScript => ({
  ...authored,
  instructions: authored.instructions.map((it, i) => ({
    ...it,
    messages: it.messages.map((message) => ({ ...message, content: message.content + image(sources[i % sources.length] ?? elsewhere) })),
  })),
})
const pictured = fc
  .tuple(script, fc.array(fc.oneof(upload, fc.constant(elsewhere)), { minLength: 1, maxLength: 4 }))
  .map(([it, sources]) => withSources(it, sources))

describe("data URIs", () => {
  test("are parsed back with their media type, content and byte count", () => {
    fc.assert(
      fc.property(fc.constantFrom("image/png", "image/svg+xml", "font/woff2"), bytes, (mediaType, content) => {
        const asset = parseDataUri(uriOf(mediaType, content))
        expect(asset).toMatchObject({ mediaType, bytes: content.length, base64: Buffer.from(content).toString("base64") })
      }),
    )
  })

  test.each([
    ["data:image/png,abc", "encoding"],
    ["data:image/png;charset=utf-8,abc", "encoding"],
    ["data:image/png;base64,ab c", "encoding"],
    ["data:image/png;base64", "encoding"],
    ["data:image/png;base64,abcde", "encoding"],
    ["data:text/html;base64,YQ==", "kind"],
    ["data:;base64,YQ==", "kind"],
    ["data:constructor;base64,YQ==", "kind"],
  ])("%s is refused for its %s", (uri, reason) => {
    expect(parseDataUri(uri)).toBe(reason)
  })

  test("accept alternative names of a media type, in any case", () => {
    expect(parseDataUri("data:image/jpg;base64,YQ==")).toMatchObject({ mediaType: "image/jpeg", ending: "jpg", bytes: 1 })
    expect(parseDataUri("DATA:IMAGE/PNG;BASE64,YWI=")).toMatchObject({ mediaType: "image/png", bytes: 2 })
  })

  test("never throw when parsed, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((it) => `data:${it}`),
        ),
        (text) => {
          expect(parseDataUri(text)).toBeDefined()
        },
      ),
    )
  })
})

describe("image addresses in rich text", () => {
  test("are replaced without any other change to the text", () => {
    fc.assert(
      fc.property(markup, (html) => {
        const own = listImageAddresses(html)
        const others = new Map(own.map((address, i) => [address, `/uploads/other/${i}.png`]))
        const exchanged = replaceImageAddresses(html, others)
        expect(listImageAddresses(exchanged)).toEqual(own.map((address) => others.get(address)))
        expect(replaceImageAddresses(html, new Map([["/uploads/not/there.png", "x"]]))).toBe(html)
        const texts = (it: string) => sanitizeHtml(it, { images: false })
        expect(texts(exchanged)).toBe(texts(html))
      }),
    )
  })

  test("are recognized as browsers read them, however they are written", () => {
    const others = new Map([["/uploads/a.png", "/uploads/b.png"]])
    for (const written of [" /uploads/a.png ", "/upl\noads/a.png", "\t/uploads/a.png", "&#32;/uploads/a.png"]) {
      const html = `<p><img src="${written}"></p>`
      expect(listImageAddresses(html)).toEqual(["/uploads/a.png"])
      expect(replaceImageAddresses(html, others)).toBe('<p><img src="/uploads/b.png"></p>')
    }
  })

  test("are escaped when they are written", () => {
    const html = '<p><IMG alt=x SRC=/uploads/a.png>&nbsp;<!-- <img src="/uploads/a.png"> --></p>'
    expect(replaceImageAddresses(html, new Map([["/uploads/a.png", 'https://example.org/?a="1"&b=2']]))).toBe(
      '<p><img alt="x" src="https://example.org/?a=&quot;1&quot;&amp;b=2">&nbsp;<!-- <img src="/uploads/a.png"> --></p>',
    )
  })
})

describe("assets of a script", () => {
  test("[F11] are inlined and extracted under the same addresses without changing the script; other web addresses stay", async () => {
    await fc.assert(
      fc.asyncProperty(pictured, async (authored) => {
        const before = new Map<string, string>()
        const fetch = async (address: string) => {
          const uri = uriOf("image/png", new TextEncoder().encode(address))
          before.set(uri, address)
          return uri
        }
        const inlined = await inlineAssets(authored, scriptAssets, fetch)
        if ("_tag" in inlined) throw new Error("nothing was to go wrong")
        const addresses = scriptAssets.listAddresses(inlined)
        expect(addresses.filter((it) => it.startsWith("/uploads/"))).toEqual([])
        expect(addresses.includes(elsewhere)).toBe(scriptAssets.listAddresses(authored).includes(elsewhere))
        const embedded = extractEmbeddedAssets(inlined, scriptAssets)
        if ("_tag" in embedded) throw new Error("nothing was to go wrong")
        expect(new Set(embedded.map(({ uri }) => uri))).toEqual(new Set(before.keys()))
        expect(scriptAssets.replaceAddresses(inlined, before)).toEqual(authored)
      }),
    )
  })

  test("[F11] that cannot be fetched are reported, and no partial script is returned", async () => {
    await fc.assert(
      fc.asyncProperty(pictured, async (authored) => {
        const uploads = scriptAssets.listAddresses(authored).filter((it) => it !== elsewhere)
        const inlined = await inlineAssets(authored, scriptAssets, async () => null)
        if (uploads.length === 0) expect(inlined).toBe(authored)
        else expect(inlined).toEqual({ _tag: "AssetProblem", reason: "fetch", address: uploads[0] })
      }),
    )
  })

  test("with an unsupported type, encoding or size are reported", () => {
    const instructions = [{ uuid: "i", order: 0, type: "message", typing_delay: 3, messages: [] }] as const
    const authored = (content: string): AuthoredScript => ({
      name: "a",
      public_name: "",
      language: "nl",
      instructions: instructions.map((it) => ({ ...it, messages: [{ uuid: "m", locale: "nl", content }] })),
    })
    const page = `data:text/html;base64,${"YWFh".repeat(50)}`
    expect(extractEmbeddedAssets(authored(image(page)), scriptAssets)).toEqual({
      _tag: "AssetProblem",
      reason: "kind",
      address: `${page.slice(0, 100)}…`,
    })
    expect(extractEmbeddedAssets(authored(image("data:image/png,abc")), scriptAssets)).toMatchObject({ reason: "encoding" })
    const ofBytes = (bytes: number) => extractEmbeddedAssets(authored(image(uriOf("image/png", new Uint8Array(bytes)))), scriptAssets)
    expect(ofBytes(2_097_152)).toHaveLength(1)
    expect(ofBytes(2_097_153)).toMatchObject({ _tag: "AssetProblem", reason: "too-big" })
  })
})

describe("assets of a style", () => {
  const style = (web: Style["web"]): Style => ({ web, stats: { "header_background-color": "#00000000" } })

  test("include images, logo and font file, but not texts that only look like uploads", async () => {
    const uploads = {
      "header_background-image": "/uploads/demo/a.png",
      "header-logo_content": "/uploads/demo/logo.svg",
      "body_font-file": "/uploads/demo/f.woff2",
    }
    const before = style({ ...uploads, "sidemenu_link_1-content": "/uploads/demo/a.png" })
    const inlined = await inlineAssets(before, styleAssets, async (address) =>
      uriOf(address.endsWith("woff2") ? "font/woff2" : "image/png", new TextEncoder().encode(address)),
    )
    if ("_tag" in inlined) throw new Error("nothing was to go wrong")
    expect(styleAssets.listAddresses(inlined).every((it) => it.startsWith("data:"))).toBe(true)
    expect(styleAssets.listAddresses(inlined)).toHaveLength(3)
    expect(inlined.web["sidemenu_link_1-content"]).toBe("/uploads/demo/a.png")
    const back = new Map(Object.entries(uploads).map(([name, address]) => [inlined.web[name] ?? "", address]))
    expect(styleAssets.replaceAddresses(inlined, back)).toEqual(before)
  })
})

describe("upload batches", () => {
  const files = fc
    .array(fc.integer({ min: 1, max: maxBatchBytes * 1.2 }), { maxLength: 30 })
    .map((sizes) =>
      sizes.map((size, i) => ({ uri: `data:${i}`, asset: { mediaType: "image/png", ending: "png", base64: "", bytes: size } })),
    )

  const ofBytes = (...sizes: ReadonlyArray<number>) =>
    sizes.map((bytes, i) => ({ uri: `data:${i}`, asset: { mediaType: "image/png", ending: "png", base64: "", bytes } }))
  const sizesOf = (batches: ReturnType<typeof batchAssets>) => batches.map((batch) => batch.map(({ asset }) => asset.bytes))

  test("are filled up to the last byte of the limit and no further", () => {
    expect(sizesOf(batchAssets(ofBytes(6, 4, 1), 10))).toEqual([[6, 4], [1]])
    expect(sizesOf(batchAssets(ofBytes(6, 5), 10))).toEqual([[6], [5]])
    expect(sizesOf(batchAssets(ofBytes(10, 1, 11), 10))).toEqual([[10], [1], [11]])
    expect(batchAssets(ofBytes(maxBatchBytes - 1, 1))).toHaveLength(1)
  })

  test("contain every file once and in order, are as full as possible, and exceed the limit only for a single file", () => {
    fc.assert(
      fc.property(files, (all) => {
        const batches = batchAssets(all)
        const bytesOf = (batch: typeof all) => batch.reduce((sum, { asset }) => sum + asset.bytes, 0)
        expect(batches.flat()).toEqual(all)
        for (const [i, batch] of batches.entries()) {
          expect(batch.length === 1 || bytesOf([...batch]) <= maxBatchBytes).toBe(true)
          const next = batches[i + 1]?.[0]
          if (next !== undefined) expect(bytesOf([...batch, next])).toBeGreaterThan(maxBatchBytes)
        }
      }),
    )
  })
})
