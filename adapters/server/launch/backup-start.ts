// What the command line tool starts for `backup` and `restore`: builds what is stale, as npm start does, then runs the bundle.
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { buildStaleTargets } from "./build.ts"

await buildStaleTargets(["server"])
await import(pathToFileURL(resolve(import.meta.dirname, "../../../.build/server/backup.js")).href)
