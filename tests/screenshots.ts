// npm run screenshots: takes the pictures of the README again, of the real program with its demo data.
import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Page } from "playwright"
import { launch } from "./browser/chromium.ts"
import { signIn } from "./browser/console-steps.ts"
import { testPage } from "./browser/test-conversation.ts"
import { startProgram } from "./fixtures/program.ts"

const folder = join(resolve(import.meta.dirname, ".."), ".github/screenshots")

const editor = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Demo" }).click()
  const chat = page.getByRole("row").filter({ hasText: "Intake before the first appointment" })
  await chat.getByRole("link", { name: "Edit" }).click()
  await page.getByRole("list", { name: "Instructions" }).getByText("new_complaint").click()
  await page.getByRole("textbox", { name: "Message" }).waitFor()
  await page.getByRole("button", { name: "Add choice" }).waitFor()
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await testPage(page).getByRole("button", { name: "Yes, I agree" }).click()
  await testPage(page).getByRole("textbox").waitFor()
  await page.mouse.move(800, 880) // away from the row and the messages, which change under it
  await page.waitForLoadState("networkidle")
}

const program = await startProgram({ DEMO: "1" })
const browser = await launch()
try {
  mkdirSync(folder, { recursive: true })
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  await signIn(page, program.address)
  await editor(page)
  await page.screenshot({ path: join(folder, "editor.png") })
} finally {
  await browser.close()
  await program.stop()
}
