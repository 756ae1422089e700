// The steps in which a community without styling sets it up (spec/3-community §2, §4; decisions T11).
import { type Tab, tabs } from "./sections.ts"

/** [T11] The tabs that the wizard goes through. */
export const wizardTabs: ReadonlyArray<Tab> = tabs.filter((tab) => tab !== "settings")

/** The tab that Continue leads to: the next that was not seen, from the present one on and then from the first; null when all were. */
export const nextTab = (present: Tab, seen: ReadonlySet<Tab>): Tab | null => {
  const at = wizardTabs.indexOf(present)
  const ahead = [...wizardTabs.slice(at + 1), ...wizardTabs.slice(0, Math.max(0, at))]
  return ahead.find((tab) => !seen.has(tab)) ?? null
}
