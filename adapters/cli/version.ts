// The version of the tool: the package's.
import { readFileSync } from "node:fs"
import { join } from "node:path"

export const version = (): string => {
  const root = join(import.meta.dirname, "../..") // the same from adapters/cli and from .build/tool
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return String(version)
}
