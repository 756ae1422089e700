// Runs a TypeScript program of the project: `node adapters/server/launch.mjs FILE [ARGUMENTS]`. npm puts the project's own Node first in
// the path where there is one for the platform; elsewhere an older Node gets this sentence instead of a syntax error.
//
// The script "start" in package.json has the shell replaced by this process (`exec`): a shell that stays in between would end at the
// signal that npm passes on, and npm with it, while the server ran on. The shell of Windows cannot do that, hence the question before.
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"

const major = Number(process.versions.node.split(".")[0])
if (major < 24) {
  console.error(
    `Conversation Admin needs Node 24 or newer to run, and this is Node ${process.versions.node}. On Linux (x64, arm64) and Windows (x64) ` +
      `"npm ci" brings it along (optional packages must not be left out); elsewhere please install Node 24.`,
  )
  process.exit(1)
}
const [program = "", ...given] = process.argv.slice(2)
const file = resolve(program)
process.argv.splice(1, process.argv.length, file, ...given)
await import(pathToFileURL(file).href)
