// What becomes of work when its page ends without a word.
import type { Page } from "playwright"

/** Kills the page: nothing of it is asked any more. Gives another one, of the same browser and person. */
export const crash = async (page: Page): Promise<Page> => {
  const context = page.context()
  const gone = page.waitForEvent("crash")
  const killing = await context.newCDPSession(page)
  killing.send("Page.crash").catch(() => undefined)
  await gone
  return context.newPage()
}

/** What a database of the page's browser keeps in a store, as text. */
export const keptOnDevice = (page: Page, database: string, store: string): Promise<string> =>
  page.evaluate(
    ([name, its]) =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener("error", () => reject(opening.error))
        opening.addEventListener("success", () => {
          const db = opening.result
          const all = db.transaction(its).objectStore(its).getAll()
          all.addEventListener("success", () => {
            db.close()
            resolve(JSON.stringify(all.result))
          })
        })
      }),
    [database, store] as const,
  )
