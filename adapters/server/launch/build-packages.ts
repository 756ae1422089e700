// Builds the two packages that are published, the domain and the command line tool: `npm pack -w conversation-admin -w @conversation-admin/domain`.
import { copyFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { buildStaleTargets } from "./build.ts"

const root = resolve(import.meta.dirname, "../../..")

await buildStaleTargets(["tool", "domain"])
for (const folder of ["domain", "adapters/cli"]) copyFileSync(join(root, "LICENSE"), join(root, folder, "LICENSE"))
