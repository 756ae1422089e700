#!/usr/bin/env node
// The launcher of the command line tool: its bundle where one was built, else its sources, which Node runs as they are from 22.18 on.
const { existsSync } = require("node:fs")
const { enableCompileCache } = require("node:module")
const { join } = require("node:path")

const bundle = join(__dirname, "../../.build/tool/main.cjs")
const isBuilt = existsSync(bundle)
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (!isBuilt && (major < 22 || (major === 22 && minor < 18))) {
  console.error(`conversation-admin: Node 22.18 or newer is needed to run from the sources, and this is Node ${process.versions.node}.`)
  process.exit(2)
}
enableCompileCache?.()
if (isBuilt) require(bundle)
else void import("./main.ts")
