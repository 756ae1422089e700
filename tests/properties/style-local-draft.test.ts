// Unsaved edits of a style, restored on top of what the server has stored since [T17].
import fc from "fast-check"
import { expect, test } from "vitest"
import type { Style } from "../../domain/style/community-style.ts"
import { buildStyleLocalDraft, countDifferences, diffStyles, restoreStyleLocalDraft } from "../../domain/style/style-merge.ts"
import { listChangedKeys } from "../../domain/style/stylesheet.ts"

const sheet = fc.dictionary(
  fc.constantFrom("chat_color", "sidemenu_color", "header_display", "x-y_unknown"),
  fc.constantFrom("", "a", "b", "c"),
)
const style: fc.Arbitrary<Style> = fc.record({ web: sheet, stats: sheet })
const draftOwner = { user: "anna", community: "acme", at: "2026-03-01T09:00:00.000Z" }

test("[T17] all edits are restored on the style they were made on", () => {
  fc.assert(
    fc.property(style, style, (base, edited) => {
      expect(countDifferences(restoreStyleLocalDraft(base, buildStyleLocalDraft(draftOwner, base, edited)).style, edited)).toBe(0)
    }),
  )
})

const hasConflict = (base: Style, mine: Style, theirs: Style) => diffStyles({ base, mine, theirs }).some(({ by }) => by === "both")

test("[T17] edits are restored on top of what another user saved, and all else is as it was saved", () => {
  fc.assert(
    fc.property(style, style, style, (base, edited, saved) => {
      fc.pre(!hasConflict(base, edited, saved))
      const { style: back, base: newBase } = restoreStyleLocalDraft(saved, buildStyleLocalDraft(draftOwner, base, edited))
      expect(countDifferences(newBase, saved)).toBe(0)
      for (const portal of ["web", "stats"] as const) {
        const changed = listChangedKeys(base[portal], edited[portal])
        const other = listChangedKeys(back[portal], edited[portal])
        expect(changed.filter((name) => other.includes(name))).toEqual([])
        const fromSaved = listChangedKeys(back[portal], saved[portal])
        expect(fromSaved.filter((name) => !changed.includes(name))).toEqual([])
      }
    }),
  )
})

test("[T17] edits that conflict are restored on the old style, as in a tab that was never closed", () => {
  fc.assert(
    fc.property(style, style, style, (base, edited, saved) => {
      fc.pre(hasConflict(base, edited, saved))
      const back = restoreStyleLocalDraft(saved, buildStyleLocalDraft(draftOwner, base, edited))
      expect([countDifferences(back.base, base), countDifferences(back.style, edited)]).toEqual([0, 0])
      expect(countDifferences(back.base, saved)).toBeGreaterThan(0)
    }),
  )
})

test("[T17] no differences remain once all edits are saved", () => {
  fc.assert(
    fc.property(style, style, style, (base, edited, saved) => {
      const draft = buildStyleLocalDraft(draftOwner, base, edited)
      const { style: back } = restoreStyleLocalDraft(saved, draft)
      const again = restoreStyleLocalDraft(back, draft)
      expect([countDifferences(again.style, back), countDifferences(again.base, back)]).toEqual([0, 0])
    }),
  )
})
