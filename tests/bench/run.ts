// npm run bench: every benchmark, or those named (`npm run bench -- editor`). Each figure is a ratio within one run; see README.md.
import { ratio, row } from "./figure.ts"

const benches = {
  editor: async () => (await import("./editor.ts")).bench(),
  typing: async () => (await import("./typing.ts")).bench(),
  growth: async () => (await import("./growth.ts")).bench(),
  conditions: async () => (await import("./conditions.ts")).bench(),
  server: async () => (await import("./server.ts")).bench(),
  browser: async () => (await import("./browser.ts")).bench(),
  people: async () => (await import("./people.ts")).bench(),
  preview: async () => (await import("./preview.ts")).bench(),
  respondents: async () => (await import("./respondents.ts")).onEmbedded(),
  "respondents-postgresql": async () => (await import("./respondents.ts")).onPostgres(),
  statistics: async () => (await import("./statistics.ts")).bench(),
  tool: async () => (await import("./command-line-tool.ts")).bench(),
} as const

const wished = process.argv.slice(2)
let missed = 0
for (const [name, bench] of Object.entries(benches)) {
  if (wished.length > 0 && !wished.includes(name)) continue
  console.log(`${name}\tours\tfloor\tratio\ttarget`)
  for (const figure of await bench()) {
    console.log(row(figure))
    if (ratio(figure) > figure.target) missed++
  }
}
process.exitCode = missed > 0 ? 1 : 0
