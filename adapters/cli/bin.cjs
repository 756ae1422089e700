#!/usr/bin/env node
// Launcher of the command line tool. The installed package runs its bundle. A checkout runs the bundle if it is up to date, otherwise
// the sources, which need Node 22.18 or newer: an edit or a pull makes the bundle stale, and it would check by old rules.
const { existsSync, readFileSync, statSync } = require("node:fs")
const nodeModule = require("node:module")
const path = require("node:path")

const root = path.join(__dirname, "../..")
const bundle = path.join(__dirname, "dist/main.cjs")
const sourceList = path.join(root, ".build/tool-sources.txt")
const isCheckout = existsSync(path.join(__dirname, "main.ts"))

/** Modification time in milliseconds; undefined if there is no such file. */
const modificationTime = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs

/** Returns whether every source of the bundle still exists and is older than the stamp of the build. */
const isFresh = () => {
  const buildTime = modificationTime(path.join(root, ".build/tool.stamp"))
  if (buildTime === undefined || modificationTime(bundle) === undefined || !existsSync(sourceList)) return false
  // --version and --help depend on no rule and must be fast.
  if (process.argv[2]?.startsWith("-")) return true
  const sources = readFileSync(sourceList, "utf8").split("\n")
  return sources.every((source) => (modificationTime(path.join(root, source)) ?? Number.POSITIVE_INFINITY) <= buildTime)
}

const isBuilt = !isCheckout || isFresh()
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (!isBuilt && (major < 22 || (major === 22 && minor < 18))) {
  console.error(`conversation-admin: Node 22.18 or newer is needed to run from the sources, and this is Node ${process.versions.node}.`)
  process.exit(2)
}
nodeModule.enableCompileCache?.()
if (isBuilt) require(bundle)
else void import("./main.ts")
