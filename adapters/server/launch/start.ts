// npm start: builds what is stale, then runs the server's bundle in this process. The bundler is loaded only when it is needed.
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { exitOnSignals, shutDownWithNpm } from "../shutdown-signals.ts"
import { buildStaleTargets } from "./build.ts"

const handOver = exitOnSignals()
shutDownWithNpm()
await buildStaleTargets(["console", "chat", "stats", "server"])
await import(pathToFileURL(resolve(import.meta.dirname, "../../../.build/server/main.js")).href)
handOver() // the bundle listens for the signals now
