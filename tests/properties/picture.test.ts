import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { messageImageEndings, messageImageProblem } from "../../domain/assets/message-image.ts"
import { pictureIn, withPicture } from "../../domain/rich-text/picture.ts"
import { sanitise } from "../../domain/rich-text/sanitise.ts"
import { videoIn, withVideo } from "../../domain/rich-text/video.ts"
import { richText } from "../arbitraries/rich-text.ts"

const written = fc.string({ unit: fc.constantFrom("a", "é", " ", '"', "<", ">", "&", "&amp;", "'"), maxLength: 20 })
const picture = fc.record({ src: fc.webUrl(), alt: written })

describe("the picture of an image instruction", () => {
  test("[I1] is read as it was put in, whatever its words are and whatever stands around it", () => {
    fc.assert(
      fc.property(richText, picture, (html, it) => {
        expect(pictureIn(withPicture(html, it))).toEqual(it)
      }),
    )
  })

  test("[I1] takes the place of the one before it, and nothing else of the text changes", () => {
    fc.assert(
      fc.property(richText, picture, picture, (html, one, other) => {
        const before = withPicture(html, null)
        fc.pre(pictureIn(before) === null)
        const first = withPicture(before, one)
        expect(withPicture(first, other)).toBe(withPicture(before, other))
        expect(withPicture(first, null)).toBe(before)
      }),
    )
  })

  test("[M2] stays through the sanitiser", () => {
    fc.assert(
      fc.property(picture, (it) => {
        expect(pictureIn(sanitise(withPicture("", it)))).toEqual(it)
      }),
    )
  })
})

describe("a file for it", () => {
  test("may be any of the listed types, in any case, up to 2 MB", () => {
    for (const ending of messageImageEndings) {
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
      expect(videoIn(withVideo(address))).toBe(address)
      expect(videoIn(sanitise(withVideo(address)))).toBe(address)
    }),
  )
})
