#!/usr/bin/env node
// The launcher of the command line tool: its bundle where one was built, else its sources, which Node runs as they are from 22.18 on.
import { existsSync } from "node:fs"
import module from "node:module"
import { fileURLToPath } from "node:url"

const bundle = new URL("../../.build/tool/main.js", import.meta.url)
const isBuilt = existsSync(fileURLToPath(bundle))
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (!isBuilt && (major < 22 || (major === 22 && minor < 18))) {
  console.error(`conversation-admin: Node 22.18 or newer is needed to run from the sources, and this is Node ${process.versions.node}.`)
  process.exit(2)
}
module.enableCompileCache?.()
await import(isBuilt ? bundle.href : new URL("./main.ts", import.meta.url).href)
