// Edits of a style that were never saved, brought back on what the server has by then (decisions T17).
import fc from "fast-check"
import { expect, test } from "vitest"
import type { Style } from "../../domain/style/community-style.ts"
import { buildStyleLocalDraft, countDifferences, diffStyles, restoreStyleLocalDraft } from "../../domain/style/style-merge.ts"
import { changedKeys } from "../../domain/style/stylesheet.ts"

const sheet = fc.dictionary(
  fc.constantFrom("chat_color", "sidemenu_color", "header_display", "x-y_unknown"),
  fc.constantFrom("", "a", "b", "c"),
)
const style: fc.Arbitrary<Style> = fc.record({ web: sheet, stats: sheet })
const whose = { user: "anna", community: "acme", at: "2026-03-01T09:00:00.000Z" }

test("[T17] on what it was made on, everything is as it was left", () => {
  fc.assert(
    fc.property(style, style, (base, left) => {
      expect(countDifferences(restoreStyleLocalDraft(base, buildStyleLocalDraft(whose, base, left)).style, left)).toBe(0)
    }),
  )
})

const isOfBoth = (base: Style, mine: Style, theirs: Style) => diffStyles({ base, mine, theirs }).some(({ by }) => by === "both")

test("[T17] on what somebody else saved since, what was changed is as it was left, and all else as it was saved", () => {
  fc.assert(
    fc.property(style, style, style, (base, left, saved) => {
      fc.pre(!isOfBoth(base, left, saved))
      const { style: back, base: now } = restoreStyleLocalDraft(saved, buildStyleLocalDraft(whose, base, left))
      expect(countDifferences(now, saved)).toBe(0)
      for (const portal of ["web", "stats"] as const) {
        const changed = changedKeys(base[portal], left[portal])
        const other = changedKeys(back[portal], left[portal])
        expect(changed.filter((name) => other.includes(name))).toEqual([])
        const fromSaved = changedKeys(back[portal], saved[portal])
        expect(fromSaved.filter((name) => !changed.includes(name))).toEqual([])
      }
    }),
  )
})

test("[T17] what both changed is not decided unasked: it goes on from what it was made on, as a tab that was never closed", () => {
  fc.assert(
    fc.property(style, style, style, (base, left, saved) => {
      fc.pre(isOfBoth(base, left, saved))
      const back = restoreStyleLocalDraft(saved, buildStyleLocalDraft(whose, base, left))
      expect([countDifferences(back.base, base), countDifferences(back.style, left)]).toEqual([0, 0])
      expect(countDifferences(back.base, saved)).toBeGreaterThan(0)
    }),
  )
})

test("[T17] once all of it is saved nothing is left", () => {
  fc.assert(
    fc.property(style, style, style, (base, left, saved) => {
      const kept = buildStyleLocalDraft(whose, base, left)
      const { style: back } = restoreStyleLocalDraft(saved, kept)
      const again = restoreStyleLocalDraft(back, kept)
      expect([countDifferences(again.style, back), countDifferences(again.base, back)]).toEqual([0, 0])
    }),
  )
})
