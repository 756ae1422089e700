// npm ci: builds the packages, so that `npx conversation-admin` starts without a build. A checkout that cannot build installs all the same.
import { existsSync } from "node:fs"
import { resolve } from "node:path"

const root = resolve(import.meta.dirname, "../../..")
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
const runsTypeScript = major > 22 || (major === 22 && minor >= 18)
const hasBuildTools = ["vite", "typescript"].every((name) => existsSync(resolve(root, "node_modules", name)))

if (runsTypeScript && hasBuildTools) await import("./build-packages.ts")
else console.log("conversation-admin: the packages are not built, because that needs Node 22.18 or newer and the development dependencies.")
