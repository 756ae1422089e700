// npm start: builds what is stale, then runs the server's bundle in this process. The bundler is loaded only when it is needed.
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { buildStaleTargets } from "./build.ts"

await buildStaleTargets(["console", "chat", "stats", "server"])
await import(pathToFileURL(resolve(import.meta.dirname, "../../../.build/server/main.js")).href)
