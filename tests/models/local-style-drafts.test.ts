// What browsers keep of styles that are not saved: several tabs, over one database as browsers have it (decisions T17).
import "fake-indexeddb/auto"
import { openDB } from "idb"
import { expect, test } from "vitest"
import { createStyleDraftStore } from "../../adapters/browser/local-drafts.ts"
import { emptyStyle } from "../../domain/style/community-style.ts"
import { buildStyleLocalDraft, type StyleLocalDraft } from "../../domain/style/style-merge.ts"

let databases = 0
const newDatabase = () => `styles ${++databases}`
const whose = { user: "anna", community: "acme" }

let moment = 0
const kept = (chat_color: string, of = whose): StyleLocalDraft =>
  buildStyleLocalDraft({ ...of, at: new Date(Date.UTC(2026, 0, 1) + 1000 * ++moment).toISOString() }, emptyStyle, {
    web: { chat_color },
    stats: {},
  })

/** The tabs of a browser that are open. */
const open = new Set<string>()
let tabs = 0
/** A tab of a browser. What it kept outlives it. */
const tabOf = (name: string) => {
  const id = `tab ${++tabs}`
  open.add(id)
  return { ...createStyleDraftStore(name, { id, isOpen: async (other) => open.has(other) }), close: () => open.delete(id) }
}

test("[T17] two tabs keep each its own: what one keeps or forgets leaves the other's as it is", async () => {
  const name = newDatabase()
  const [one, other] = [tabOf(name), tabOf(name)]
  const [mine, theirs] = [kept("#111111ff"), kept("#222222ff")]
  expect([await one.keep(mine), await other.keep(theirs)]).toEqual(["kept", "kept"])
  expect([await one.load(whose), await other.load(whose)]).toEqual([mine, theirs])
  await other.discard(whose)
  expect([await one.load(whose), await other.load(whose)]).toEqual([mine, null])
})

test("[T17] what a tab kept that is gone is found, the newest first, and gone once it was gone on with or forgotten", async () => {
  const name = newDatabase()
  const [older, newer] = [tabOf(name), tabOf(name)]
  const [first, second] = [kept("#111111ff"), kept("#222222ff")]
  await older.keep(first)
  await newer.keep(second)
  older.close()
  newer.close()
  const next = tabOf(name)
  expect(await next.load(whose)).toEqual(second)
  const onWith = kept("#333333ff")
  await next.keep(onWith)
  next.close()
  const last = tabOf(name)
  expect(await last.load(whose)).toEqual(onWith)
  await last.discard(whose)
  expect(await last.load(whose)).toEqual(first)
  await last.discard(whose)
  expect(await last.load(whose)).toBeNull()
})

test("[T17] a draft is its person's and its community's", async () => {
  const name = newDatabase()
  const one = tabOf(name)
  await one.keep(kept("#111111ff"))
  one.close()
  const next = tabOf(name)
  expect([await next.load({ ...whose, user: "ben" }), await next.load({ ...whose, community: "plain" })]).toEqual([null, null])
  await next.discard({ ...whose, community: "plain" })
  expect(await next.load(whose)).not.toBeNull()
})

test("[T17] what was kept before each tab had its own is found, and what nobody can read is passed over", async () => {
  const name = newDatabase()
  const db = await openDB(name, 1, { upgrade: (made) => made.createObjectStore("styles", { keyPath: ["user", "community"] }) })
  const [old, odd] = [kept("#111111ff"), { ...kept("#222222ff", { user: "ben", community: "acme" }), style: "odd" }]
  await db.put("styles", old)
  await db.put("styles", odd)
  db.close()
  const one = tabOf(name)
  expect([await one.load(whose), await one.load({ ...whose, user: "ben" })]).toEqual([old, null])
})
