// The script whose questions and title the live statistics show [G5].
import { publishedRevision } from "../../../domain/statistics/published-revision.ts"
import { decodeStatus } from "../scripts/script-repository.ts"
import type { PreparedScript } from "../scripts/script-revisions.ts"
import type { ServerContext } from "../server-context.ts"
import type { getScriptForStatistics } from "./statistics-repository.ts"

/** Returns the published revision of a script; null if none is. */
export const loadPublishedScript = async (
  { database: { db }, loadPreparedScript }: Pick<ServerContext, "database" | "loadPreparedScript">,
  found: Awaited<ReturnType<typeof getScriptForStatistics>>,
): Promise<PreparedScript["authored"] | null> => {
  const revision = publishedRevision({ status: decodeStatus(found.status), revision: found.revision, lastLive: found.live_revision })
  return revision === null ? null : (await loadPreparedScript(db, { id: found.id, revision })).authored
}
