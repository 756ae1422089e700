#!/usr/bin/env node
// The launcher of the command line tool: its bundle where one was built of the sources as they are, else the sources, which Node runs as
// they are from 22.18 on. In a checkout an edit, or a pull, makes the bundle stale: what it checks by would be yesterday's rules.
const { existsSync, readFileSync, statSync } = require("node:fs")
const { enableCompileCache } = require("node:module")
const { join } = require("node:path")

const root = join(__dirname, "../..")
const bundle = join(root, ".build/tool/main.cjs")
const list = join(root, ".build/tool/sources.txt")

/** When a file was last written, in milliseconds; undefined where there is none. */
const written = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs

/** Whether no source that the bundle was made of is younger than the stamp of its build, nor gone. */
const isFresh = () => {
  const built = written(join(root, ".build/tool.stamp"))
  if (built === undefined || written(bundle) === undefined || !existsSync(list)) return false
  // What the tool says of itself (--version, --help) is in no rule, and has to come at once.
  if (process.argv[2]?.startsWith("-")) return true
  const sources = readFileSync(list, "utf8").split("\n")
  return sources.every((source) => (written(join(root, source)) ?? Number.POSITIVE_INFINITY) <= built)
}

const isBuilt = isFresh()
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (!isBuilt && (major < 22 || (major === 22 && minor < 18))) {
  console.error(`conversation-admin: Node 22.18 or newer is needed to run from the sources, and this is Node ${process.versions.node}.`)
  process.exit(2)
}
enableCompileCache?.()
if (isBuilt) require(bundle)
else void import("./main.ts")
