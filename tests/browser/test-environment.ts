// What most browser tests use: the running program, a community of their own, a browser, and the API to act as another person.
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import type { Browser, BrowserContextOptions, Page } from "playwright"
import { afterAll, afterEach, beforeAll } from "vitest"
import type { AuthoredScript, ScriptId } from "../../domain/script/script.ts"
import { programAddressVariable } from "../fixtures/program.ts"
import { type ApiClient, createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { signInContext } from "./console-steps.ts"

const root = resolve(import.meta.dirname, "../..")
/** Script files that tests start from. */
export const files = {
  everyType: resolve(root, "tests/fixtures/corpus/good/every-type.json"),
  patientIntake: resolve(root, "adapters/server/demo/patient-intake.en.json"),
  customerSatisfaction: resolve(root, "adapters/server/demo/customer-satisfaction.en.json"),
} as const

type Content = Pick<AuthoredScript, "language" | "instructions"> & Partial<Pick<AuthoredScript, "public_name" | "public_name_translations">>

export type TestEnvironment = {
  readonly slug: string
  readonly address: string
  readonly browser: Browser
  readonly api: ApiClient
  /** A page in a browser context of its own, closed after the test. */
  readonly newPage: (options?: BrowserContextOptions) => Promise<Page>
  /** Adds a chat from a script file, from the given content, or an empty one. */
  readonly addChat: (of?: string | Content) => Promise<{ readonly uuid: ScriptId; readonly name: string }>
  /** Signs in and opens a chat in the editor. */
  readonly openEditor: (page: Page, uuid: ScriptId, query?: string) => Promise<void>
}

/** Call once at the top of a test file with a name no other file uses: its community is created before the tests. */
export const useTestEnvironment = (name: string): TestEnvironment => {
  const slug = name.toLowerCase()
  const address = process.env[programAddressVariable] ?? ""
  const pages: Array<Page> = []
  let [browser, api]: [Browser | null, ApiClient | null] = [null, null]
  let chats = 0
  const afterSetup = <Thing>(thing: Thing | null): Thing => {
    if (thing === null) throw new Error("the test environment is set up before the tests")
    return thing
  }

  beforeAll(async () => {
    browser = await sharedBrowser()
    api = await createApiClient(address)
    await api.addCommunity(name, slug)
  })
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close()
  })
  afterAll(async () => {
    await browser?.close()
  })

  return {
    slug,
    address,
    get browser() {
      return afterSetup(browser)
    },
    get api() {
      return afterSetup(api)
    },
    newPage: async (options = {}) => {
      const page = await (
        await afterSetup(browser).newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", ...options })
      ).newPage()
      pages.push(page)
      return page
    },
    addChat: async (of) => {
      const { scripts } = afterSetup(api)
      const { uuid, revision, name: chat } = await scripts.add({ community: slug, name: `${name} ${++chats}` })
      if (of !== undefined) {
        const content = typeof of === "string" ? JSON.parse(await readFile(of, "utf8")).payload : { public_name: chat, ...of }
        await scripts.save({ community: slug, uuid, revision, script: { ...content, name: chat }, markedForDelete: [] })
      }
      return { uuid, name: chat }
    },
    openEditor: async (page, uuid, query = "") => {
      await signInContext(page.context(), address)
      await page.goto(`${address}/chats/${slug}/${uuid}/edit${query}`)
      await page.getByLabel("Title", { exact: true }).waitFor()
    },
  }
}
