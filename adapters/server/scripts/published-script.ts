// The revision of a script that the live statistics and the titles of public pages show [G5].
import { publishedRevision } from "../../../domain/statistics/published-revision.ts"
import type { ScriptRow } from "../database/tables.ts"
import type { ServerContext } from "../server-context.ts"
import { decodeStatus } from "./script-repository.ts"
import type { PreparedScript } from "./script-revisions.ts"

/** The columns of a script that say which revision is published. */
export type PublishedScriptRow = Pick<ScriptRow, "id" | "status" | "revision" | "live_revision">

/** Returns the published revision of a script; null if none is. */
export const loadPublishedScript = async (
  { database: { db }, loadPreparedScript }: Pick<ServerContext, "database" | "loadPreparedScript">,
  found: PublishedScriptRow,
): Promise<PreparedScript["authored"] | null> => {
  const revision = publishedRevision({ status: decodeStatus(found.status), revision: found.revision, lastLive: found.live_revision })
  return revision === null ? null : (await loadPreparedScript(db, { id: found.id, revision })).authored
}
