// Three-way merge of styles (T18).
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { getOwnField } from "../../domain/json/json-value.ts"
import type { Style } from "../../domain/style/community-style.ts"
import { countDifferences, diffStyles, mergeStyles } from "../../domain/style/style-merge.ts"

const names = [
  "chat_color",
  "sidemenu_color",
  "body_font-family",
  "body_font-file",
  "body_font-weight",
  "font_source_google",
  "message_border-radius",
  "message_tail-border-radius",
  "message_padding",
  "sidemenu_link_1-content",
  "sidemenu_link_1-url",
  "sidemenu_link_2-url",
  "x-y_unknown",
  "constructor",
] as const
const sheet = fc.dictionary(fc.constantFrom(...names), fc.constantFrom("", "a", "b", "c"))
const style: fc.Arbitrary<Style> = fc.record({ web: sheet, stats: sheet })
const three = fc.record({ base: style, mine: style, theirs: style })
const empty: Style = { web: {}, stats: {} }

describe("[T18] merging", () => {
  test("takes the other side's style where one changed nothing, and finds no conflict in equal changes", () => {
    fc.assert(
      fc.property(style, style, (base, changed) => {
        expect(countDifferences(mergeStyles({ base, mine: base, theirs: changed }), changed)).toBe(0)
        expect(countDifferences(mergeStyles({ base, mine: changed, theirs: base }), changed)).toBe(0)
        expect(diffStyles({ base, mine: changed, theirs: changed })).toEqual([])
      }),
    )
  })

  test("takes each part from the side that changed it, or as picked where both did", () => {
    fc.assert(
      fc.property(three, fc.boolean(), (versions, picksTheirs) => {
        const all = diffStyles(versions)
        const picks = Object.fromEntries(all.map(({ key }) => [key, picksTheirs ? ("theirs" as const) : ("mine" as const)]))
        const merged = mergeStyles(versions, picks)
        for (const { portal, names: partNames, by } of all) {
          const side = by === "both" ? (picksTheirs ? "theirs" : "mine") : by
          for (const name of partNames)
            expect([name, getOwnField(merged[portal], name) ?? ""]).toEqual([name, getOwnField(versions[side][portal], name) ?? ""])
        }
        expect(mergeStyles(versions)).toEqual(mergeStyles(versions, { "web chat_color": "mine" }))
      }),
    )
  })

  test("never mixes the two sides within a font, a message shape or a link", () => {
    const [lora, own] = [
      { "body_font-family": "Lora", "body_font-weight": "700" },
      { "body_font-family": "Mine", "body_font-file": "/uploads/a/b.woff2" },
    ]
    const versions = { base: empty, mine: { web: lora, stats: {} }, theirs: { web: own, stats: {} } }
    expect(diffStyles(versions)).toMatchObject([{ key: "web font", part: { of: "font" }, by: "both" }])
    expect(mergeStyles(versions).web).toEqual(lora)
    expect(mergeStyles(versions, { "web font": "theirs" }).web).toEqual({ ...own, "body_font-weight": "" })
    const link = { mine: { "sidemenu_link_2-content": "Help" }, theirs: { "sidemenu_link_2-url": "https://a.example" } }
    expect(diffStyles({ base: empty, mine: { web: link.mine, stats: {} }, theirs: { web: link.theirs, stats: {} } })).toMatchObject([
      { part: { of: "link", link: 2 }, by: "both", names: ["sidemenu_link_2-content", "sidemenu_link_2-url"] },
    ])
    const shape = { mine: { "message_border-radius": "1em" }, theirs: { message_padding: "1em" } }
    expect(
      mergeStyles({ base: empty, mine: { web: shape.mine, stats: {} }, theirs: { web: shape.theirs, stats: {} } }).web["message_padding"],
    ).toBeUndefined()
    // The border width is not a part of the shape.
    expect(mergeStyles({ base: empty, mine: empty, theirs: { web: { "message_border-width": "2px" }, stats: {} } }).web).toEqual({
      "message_border-width": "2px",
    })
  })
})
