// Crashes a page, and reads what it stored on the device.
import type { Page } from "playwright"
import { closeIdlePage } from "./chromium.ts"

/** Crashes the page without running its unload handlers. Returns a new page of the same browser context. */
export const crashPage = async (page: Page): Promise<Page> => {
  const context = page.context()
  await closeIdlePage(context)
  const crashed = page.waitForEvent("crash")
  const killing = await context.newCDPSession(page)
  killing.send("Page.crash").catch(() => undefined)
  await crashed
  return context.newPage()
}

/** The contents of an object store in the page's IndexedDB, as text. */
export const readStoredOnDevice = (page: Page, database: string, store: string): Promise<string> =>
  page.evaluate(
    ([name, storeName]) =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener("error", () => reject(opening.error))
        opening.addEventListener("success", () => {
          const db = opening.result
          const all = db.transaction(storeName).objectStore(storeName).getAll()
          all.addEventListener("success", () => {
            db.close()
            resolve(JSON.stringify(all.result))
          })
        })
      }),
    [database, store] as const,
  )
