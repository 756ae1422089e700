// The chat page in the test of the editor.
import type { FrameLocator, Page } from "playwright"

export const testPage = (page: Page): FrameLocator => page.frameLocator('iframe[title="The chat as respondents see it"]')
