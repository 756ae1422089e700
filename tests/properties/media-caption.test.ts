// [I16] Captions of images and videos: how they are stored, translated and checked.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import {
  findPicture,
  getImageCaption,
  getVideoAddress,
  getVideoCaption,
  setImageCaption,
  setPicture,
  toVideoMessage,
} from "../../domain/rich-text/message-media.ts"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import {
  isUntranslated,
  listTranslatableTexts,
  setTranslation,
  syncVideo,
  type TranslationPart,
} from "../../domain/script/translatable-texts.ts"
import { instruction } from "../arbitraries/answerable.ts"

/** What can be typed into a field of one line. */
const typed = fc.string({ unit: "binary" }).map((text) => text.replace(/[\p{C}\s]/gu, " "))
const address = fc.constantFrom("https://a.example/film.mp4", "https://youtu.be/dQw4w9WgXcQ?t=1&x=<2>", "not an address")
const image = '<img src="/uploads/a.png" alt="A &amp; B">'

describe("[I16] a caption", () => {
  test("of an image is read as it was typed, and leaves the image alone", () => {
    fc.assert(
      fc.property(typed, typed, (first, second) => {
        const html = setImageCaption(setImageCaption(image, first), second)
        expect([getImageCaption(html), findPicture(html)]).toEqual([second, findPicture(image)])
        expect(getImageCaption(setPicture(html, { src: "/uploads/b.png", alt: "B" }))).toBe(second)
        if (second === "") expect(html).toBe(image)
      }),
    )
  })

  test("of a video is read as it was typed, beside the address", () => {
    fc.assert(
      fc.property(fc.oneof(address, fc.constant("")), typed, (url, caption) => {
        const html = toVideoMessage(url, caption)
        expect([getVideoAddress(html), getVideoCaption(html)]).toEqual([url, caption])
      }),
    )
  })

  test("is not part of the address of a video from a file, which may be a paragraph", () => {
    for (const html of ["https://a.example/x", " <p>https://a.example/x</p> "])
      expect([getVideoAddress(html), getVideoCaption(html)]).toEqual(["https://a.example/x", ""])
    expect(getVideoCaption("<p>https://a.example/x</p><p>One</p><p>Two</p>")).toBe("One Two")
  })

  test("reaches respondents below the image or the video", () => {
    const shown = sanitizeHtml(toVideoMessage("https://a.example/film.mp4", "The <b>making</b> & more"), { images: true })
    expect([getVideoAddress(shown), getVideoCaption(shown)]).toEqual(["https://a.example/film.mp4", "The <b>making</b> & more"])
    expect(sanitizeHtml(setImageCaption(image, "1 < 2"), { images: true })).toBe(`${image}<p>1 &lt; 2</p>`)
  })

  test("alone is neither an image nor a video", () => {
    for (const [type, content] of [
      ["image", setImageCaption("", "Only this")],
      ["video", toVideoMessage("", "Only this")],
    ] as const) {
      const messages = [{ uuid: "m", locale: "en", content }]
      const end = instruction(1, { type: "end", action: { type: "end", params: {} } })
      const findings = scriptFindings({
        name: "a",
        public_name: "",
        language: "en",
        instructions: [instruction(0, { type, messages }), end],
      })
      expect(findings.map(({ key }) => key)).toEqual([`finding.no-${type}`])
    }
  })
})

describe("[I10] [I16] the translation of a caption", () => {
  const own = { uuid: "m", locale: "en", content: setImageCaption(image, "Our office") }
  const pictured = instruction(0, { type: "image", messages: [own] })
  const filmed = instruction(0, {
    type: "video",
    messages: [{ ...own, content: toVideoMessage("https://a.example/film.mp4", "Our office") }],
  })
  const translate = (of: Exclude<TranslationPart["of"], "choice" | "range" | "rangeLabel">, text: string) => (to: Instruction) =>
    setTranslation(to, { part: { of }, locale: "fr", text, language: "en", newUuid: () => "new" })
  const contentIn = (of: Instruction, locale: string) => of.messages.find((message) => message.locale === locale)?.content
  const missing = (of: Instruction) =>
    listTranslatableTexts(of, "en", "fr")
      .filter(isUntranslated)
      .map(({ part }) => part.of)

  test("is missing until it is written", () => {
    expect([missing(pictured), missing(filmed)]).toEqual([["picture", "caption"], ["caption"]])
    const done = [
      translate("picture", "A et B")(translate("caption", "Nos bureaux")(pictured)),
      translate("caption", "Nos bureaux")(filmed),
    ]
    expect(done.map(missing)).toEqual([[], []])
  })

  test("comes with the same picture or video, and keeps the alternative text in its language", () => {
    const done = translate("caption", "Nos bureaux")(translate("picture", "A et B")(pictured))
    expect(contentIn(done, "fr")).toBe('<img src="/uploads/a.png" alt="A et B"><p>Nos bureaux</p>')
    expect(contentIn(translate("picture", "A, B")(done), "fr")).toBe('<img src="/uploads/a.png" alt="A, B"><p>Nos bureaux</p>')
    expect(contentIn(translate("caption", "Nos bureaux")(filmed), "fr")).toBe("https://a.example/film.mp4<p>Nos bureaux</p>")
  })

  test("removes the message with its last text, unless it shows another video", () => {
    expect(contentIn(translate("caption", "")(translate("caption", "Nos bureaux")(pictured)), "fr")).toBeUndefined()
    expect(contentIn(translate("caption", "")(translate("caption", "Nos bureaux")(filmed)), "fr")).toBeUndefined()
    const dubbed = { ...filmed, messages: [...filmed.messages, { uuid: "n", locale: "fr", content: "https://a.example/fr.mp4" }] }
    const captioned = translate("caption", "Nos bureaux")(dubbed)
    expect(contentIn(captioned, "fr")).toBe("https://a.example/fr.mp4<p>Nos bureaux</p>")
    expect(contentIn(translate("caption", "")(captioned), "fr")).toBe("https://a.example/fr.mp4")
  })

  test("follows the video of the script's language, and a video of its own stays", () => {
    const { messages } = translate("caption", "Nos bureaux")(filmed)
    const german = { uuid: "o", locale: "de", content: "https://a.example/de.mp4" }
    const before = [...messages, german]
    const after = before.map((it) =>
      it.locale === "en" ? { ...it, content: toVideoMessage("https://a.example/new.mp4", "Our office") } : it,
    )
    expect(syncVideo(before, after, "en").map(({ content }) => content)).toEqual([
      "https://a.example/new.mp4<p>Our office</p>",
      "https://a.example/new.mp4<p>Nos bureaux</p>",
      "https://a.example/de.mp4",
    ])
    expect(syncVideo(before, before, "en")).toBe(before)
  })
})
