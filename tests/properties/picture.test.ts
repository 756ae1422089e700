import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { messageImageExtensions, messageImageProblem } from "../../domain/assets/upload-validation.ts"
import { findPicture, parseVideo, setPicture, videoAddress, videoMessage } from "../../domain/rich-text/message-media.ts"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import { richText } from "../arbitraries/rich-text.ts"

const written = fc.string({ unit: fc.constantFrom("a", "é", " ", '"', "<", ">", "&", "&amp;", "'"), maxLength: 20 })
const picture = fc.record({ src: fc.webUrl(), alt: written })

describe("the picture of an image instruction", () => {
  test("[I1] is read as it was put in, whatever its words are and whatever stands around it", () => {
    fc.assert(
      fc.property(richText, picture, (html, it) => {
        expect(findPicture(setPicture(html, it))).toEqual(it)
      }),
    )
  })

  test("[I1] takes the place of the one before it, and nothing else of the text changes", () => {
    fc.assert(
      fc.property(richText, picture, picture, (html, one, other) => {
        const before = setPicture(html, null)
        fc.pre(findPicture(before) === null)
        const first = setPicture(before, one)
        expect(setPicture(first, other)).toBe(setPicture(before, other))
        expect(setPicture(first, null)).toBe(before)
      }),
    )
  })

  test("[M2] stays through the sanitiser", () => {
    fc.assert(
      fc.property(picture, (it) => {
        expect(findPicture(sanitizeHtml(setPicture("", it)))).toEqual(it)
      }),
    )
  })
})

describe("a file for it", () => {
  test("may be any of the listed types, in any case, up to 2 MB", () => {
    for (const ending of messageImageExtensions) {
      expect(messageImageProblem({ name: `Photo.1.${ending.toUpperCase()}`, bytes: 2 * 1024 * 1024 })).toBeNull()
      expect(messageImageProblem({ name: `photo.${ending}`, bytes: 2 * 1024 * 1024 + 1 })).toBe("too-big")
      expect(messageImageProblem({ name: `photo.${ending}`, bytes: 0 })).toBe("empty")
    }
    for (const name of ["photo.pdf", "png", "photo.png.exe", "photo.webp", ""])
      expect(messageImageProblem({ name, bytes: 10 })).toBe("kind")
  })
})

test("[I1] a video's address is read as it was typed, also from what the server made of it", () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
      expect(videoAddress(videoMessage(address))).toBe(address)
      expect(videoAddress(sanitizeHtml(videoMessage(address)))).toBe(address)
    }),
  )
})

describe("[I11] a video", () => {
  const youTube = (id: string) => ({
    type: "framed",
    host: "YouTube",
    player: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
  })
  const vimeo = (rest: string) => ({ type: "framed", host: "Vimeo", player: `https://player.vimeo.com/video/${rest}` })

  test.each([
    ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", youTube("dQw4w9WgXcQ")],
    ["https://m.youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=10", youTube("dQw4w9WgXcQ")],
    ["youtu.be/dQw4w9WgXcQ?si=x", youTube("dQw4w9WgXcQ")],
    ["https://www.youtube.com/shorts/dQw4w9WgXcQ", youTube("dQw4w9WgXcQ")],
    ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", youTube("dQw4w9WgXcQ")],
    ["https://vimeo.com/76979871", vimeo("76979871?autoplay=1&dnt=1")],
    ["https://vimeo.com/76979871/8272103f6e", vimeo("76979871?autoplay=1&dnt=1&h=8272103f6e")],
    ["https://player.vimeo.com/video/76979871?h=8272103f6e", vimeo("76979871?autoplay=1&dnt=1&h=8272103f6e")],
    ["https://example.org/film.mp4", { type: "file" }],
    ["https://example.org/a/film.WEBM?x=1#t=5", { type: "file" }],
    ["https://example.org/?film.mp4", { type: "elsewhere" }],
    ["https://example.org/film", { type: "elsewhere" }],
    ["https://youtube.com.example.org/watch?v=dQw4w9WgXcQ", { type: "elsewhere" }],
    ["https://example.org/https://youtu.be/dQw4w9WgXcQ", { type: "elsewhere" }],
    ["https://www.youtube.com/watch?v=x", { type: "elsewhere" }],
  ])("%s", (address, video) => {
    expect(parseVideo(address)).toMatchObject({ address: address.startsWith("http") ? address : `https://${address}`, ...video })
  })

  test("whatever its address, a player comes from one of two hosts and carries nothing but an id; what is no address of the web is none", () => {
    const typed = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string().map((rest) => `https://www.youtube.com/watch?v=${rest}`),
      fc.string().map((rest) => `https://vimeo.com/12345678${rest}`),
      fc.string(),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const video = parseVideo(text)
        if (video === null) return
        expect(video.address).toMatch(/^https?:/i)
        if (video.type === "framed")
          expect(video.player).toMatch(
            /^https:\/\/(www\.youtube-nocookie\.com\/embed\/[\w-]+\?autoplay=1&rel=0|player\.vimeo\.com\/video\/\d+\?autoplay=1&dnt=1(&h=[\da-f]+)?)$/i,
          )
      }),
    )
    for (const none of ["", "javascript:alert(1)", "a film", "data:video/mp4;base64,AA"]) expect(parseVideo(none)).toBe(null)
  })
})
