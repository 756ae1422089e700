// npm run build: builds everything that is stale, for a deployment that starts the built server directly (README "Start").
import { buildStaleTargets } from "./build.ts"

const names = await buildStaleTargets()
console.log(names.length > 0 ? `built ${names.join(", ")}` : "nothing to build")
