import fc from "fast-check"
import { expect, test } from "vitest"
import { isTitle, isTooLong, titleProblem } from "../../domain/script/title.ts"

test("a title has something to read in it", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\s{0,5}$/), fc.stringMatching(/^\S{1,9}$/), (space, word) => {
      expect([isTitle(space), titleProblem(space)]).toEqual([false, "ERROR.NAME_BLANK"])
      expect([isTitle(`${space}${word}${space}`), titleProblem(`${space}${word}${space}`)]).toEqual([true, null])
    }),
  )
})

test.each(["a", "é", "😀"])("[Q9] a title of %s has 255 characters at most, however many bytes each of them takes", (character) => {
  expect([isTooLong(character.repeat(255)), isTooLong(character.repeat(256))]).toEqual([false, true])
  expect(titleProblem(character.repeat(255))).toBe(null)
  expect(titleProblem(character.repeat(256))).toBe("ERROR.NAME_TOO_LONG")
})
