// Edits of a style that were never saved, brought back on what the server has by then (decisions T17).
import fc from "fast-check"
import { expect, test } from "vitest"
import { broughtBack, differences, keptStyle } from "../../domain/style/kept-style.ts"
import type { Style } from "../../domain/style/payload.ts"
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
      expect(differences(broughtBack(base, keptStyle(whose, base, left)), left)).toBe(0)
    }),
  )
})

test("[T17] on what somebody else saved since, what was changed is as it was left, and all else as it was saved", () => {
  fc.assert(
    fc.property(style, style, style, (base, left, saved) => {
      const back = broughtBack(saved, keptStyle(whose, base, left))
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

test("[T17] once all of it is saved nothing is left", () => {
  fc.assert(
    fc.property(style, style, style, (base, left, saved) => {
      const kept = keptStyle(whose, base, left)
      const back = broughtBack(saved, kept)
      expect(differences(broughtBack(back, kept), back)).toBe(0)
    }),
  )
})
