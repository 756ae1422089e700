// The folder of the project, from the sources (adapters/server/) and from the bundle (.build/server/) alike.
import { resolve } from "node:path"

export const projectRoot = resolve(import.meta.dirname, "../..")
