// Images and videos in messages: reading and replacing them, uploads, and video players.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { messageImageExtensions, messageImageProblem } from "../../domain/assets/upload-validation.ts"
import { findPicture, getVideoAddress, parseVideo, setPicture, toVideoMessage } from "../../domain/rich-text/message-media.ts"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import { richText } from "../arbitraries/rich-text.ts"

const altText = fc.string({ unit: fc.constantFrom("a", "é", " ", '"', "<", ">", "&", "&amp;", "'"), maxLength: 20 })
const image = fc.record({ src: fc.webUrl(), alt: altText })

describe("the image of an image instruction", () => {
  test("[I1] is read back as inserted, with any alternative text and surrounding markup", () => {
    fc.assert(
      fc.property(richText, image, (html, image) => {
        expect(findPicture(setPicture(html, image))).toEqual(image)
      }),
    )
  })

  test("[I1] replaces the previous image and changes nothing else", () => {
    fc.assert(
      fc.property(richText, image, image, (html, a, b) => {
        const before = setPicture(html, null)
        fc.pre(findPicture(before) === null)
        const first = setPicture(before, a)
        expect(setPicture(first, b)).toBe(setPicture(before, b))
        expect(setPicture(first, null)).toBe(before)
      }),
    )
  })

  test("[M2] survives the sanitizer", () => {
    fc.assert(
      fc.property(image, (image) => {
        expect(findPicture(sanitizeHtml(setPicture("", image)))).toEqual(image)
      }),
    )
  })
})

describe("an uploaded image file", () => {
  test("has one of the listed extensions in any case, and at most 2 MB", () => {
    for (const extension of messageImageExtensions) {
      expect(messageImageProblem({ name: `Photo.1.${extension.toUpperCase()}`, bytes: 2 * 1024 * 1024 })).toBeNull()
      expect(messageImageProblem({ name: `photo.${extension}`, bytes: 2 * 1024 * 1024 + 1 })).toBe("too-big")
      expect(messageImageProblem({ name: `photo.${extension}`, bytes: 0 })).toBe("empty")
    }
    for (const name of ["photo.pdf", "png", "photo.png.exe", "photo.webp", ""])
      expect(messageImageProblem({ name, bytes: 10 })).toBe("kind")
  })
})

test("[I1] a video's address is read back as typed, also from sanitized markup", () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
      expect(getVideoAddress(toVideoMessage(address, ""))).toBe(address)
      expect(getVideoAddress(sanitizeHtml(toVideoMessage(address, "")))).toBe(address)
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

  test("from YouTube or Vimeo plays in that site's player, whose address has only the video's id; text that is not a web address is rejected", () => {
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
    for (const text of ["", "javascript:alert(1)", "a film", "data:video/mp4;base64,AA"]) expect(parseVideo(text)).toBe(null)
  })
})
