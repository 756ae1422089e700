#!/usr/bin/env node
// The launcher of the command line tool: its bundle where one was built, else its sources, which Node 24 runs as they are.
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const bundle = new URL("../../.build/tool/main.js", import.meta.url)
const canRunSources = Number(process.versions.node.split(".")[0]) >= 24
if (!existsSync(fileURLToPath(bundle)) && !canRunSources) {
  console.error(`conversation-admin needs Node 24 or newer, and this is Node ${process.versions.node}.`)
  process.exit(2)
}
await import(existsSync(fileURLToPath(bundle)) ? bundle.href : new URL("./main.ts", import.meta.url).href)
