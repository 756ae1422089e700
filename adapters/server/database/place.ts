// Where the embedded database is in a data folder.
import { join } from "node:path"

/** One folder for each major version of PostgreSQL: an old one is never opened by a newer engine. */
export const embeddedPlace = (dataDir: string): string => join(dataDir, "pg18")
