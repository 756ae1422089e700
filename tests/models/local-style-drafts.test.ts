// [T17] Local drafts of styles in IndexedDB, with several tabs over one database.
import "fake-indexeddb/auto"
import { openDB } from "idb"
import { expect, test } from "vitest"
import { createStyleDraftStore } from "../../adapters/browser/local-drafts.ts"
import { emptyStyle } from "../../domain/style/community-style.ts"
import { buildStyleLocalDraft, type StyleLocalDraft } from "../../domain/style/style-merge.ts"

let databases = 0
const newDatabase = () => `styles ${++databases}`
const owner = { user: "anna", community: "acme" }

let moment = 0
const kept = (chat_color: string, of = owner): StyleLocalDraft =>
  buildStyleLocalDraft({ ...of, at: new Date(Date.UTC(2026, 0, 1) + 1000 * ++moment).toISOString() }, emptyStyle, {
    web: { chat_color },
    stats: {},
  })

/** The ids of the open tabs. */
const open = new Set<string>()
let tabs = 0
/** The draft store of a new tab. What it stored stays when the tab is closed. */
const tabOf = (name: string) => {
  const id = `tab ${++tabs}`
  open.add(id)
  return { ...createStyleDraftStore(name, { id, isOpen: async (other) => open.has(other) }), close: () => open.delete(id) }
}

test("[T17] stores one draft per tab: a tab that stores or discards its own leaves the other's unchanged", async () => {
  const name = newDatabase()
  const [one, other] = [tabOf(name), tabOf(name)]
  const [mine, theirs] = [kept("#111111ff"), kept("#222222ff")]
  expect([await one.keep(mine), await other.keep(theirs)]).toEqual(["kept", "kept"])
  expect([await one.load(owner), await other.load(owner)]).toEqual([mine, theirs])
  await other.discard(owner)
  expect([await one.load(owner), await other.load(owner)]).toEqual([mine, null])
})

test("[T17] loads the newest draft of a closed tab, and deletes it once it is continued or discarded", async () => {
  const name = newDatabase()
  const [older, newer] = [tabOf(name), tabOf(name)]
  const [first, second] = [kept("#111111ff"), kept("#222222ff")]
  await older.keep(first)
  await newer.keep(second)
  older.close()
  newer.close()
  const next = tabOf(name)
  expect(await next.load(owner)).toEqual(second)
  const onWith = kept("#333333ff")
  await next.keep(onWith)
  next.close()
  const last = tabOf(name)
  expect(await last.load(owner)).toEqual(onWith)
  await last.discard(owner)
  expect(await last.load(owner)).toEqual(first)
  await last.discard(owner)
  expect(await last.load(owner)).toBeNull()
})

test("[T17] loads and discards only drafts of the same user and community", async () => {
  const name = newDatabase()
  const one = tabOf(name)
  await one.keep(kept("#111111ff"))
  one.close()
  const next = tabOf(name)
  expect([await next.load({ ...owner, user: "ben" }), await next.load({ ...owner, community: "plain" })]).toEqual([null, null])
  await next.discard({ ...owner, community: "plain" })
  expect(await next.load(owner)).not.toBeNull()
})

test("[T17] loads a draft stored before each tab had its own, and skips an unreadable one", async () => {
  const name = newDatabase()
  const db = await openDB(name, 1, { upgrade: (made) => made.createObjectStore("styles", { keyPath: ["user", "community"] }) })
  const [old, odd] = [kept("#111111ff"), { ...kept("#222222ff", { user: "ben", community: "acme" }), style: "odd" }]
  await db.put("styles", old)
  await db.put("styles", odd)
  db.close()
  const one = tabOf(name)
  expect([await one.load(owner), await one.load({ ...owner, user: "ben" })]).toEqual([old, null])
})
