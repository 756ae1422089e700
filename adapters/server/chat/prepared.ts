// Scripts made ready to be played. What a revision says never changes, so that it is read and prepared once for many respondents.
import { type Chat, prepare } from "../../../domain/chat/prepare.ts"
import type { Authored } from "../../../domain/script/script.ts"
import type { Db } from "../database/database.ts"
import { authoredAt } from "../scripts/listed.ts"

export type PreparedScript = { readonly authored: Authored; readonly chat: Chat }
export type Prepared = (db: Db, version: { readonly id: string; readonly revision: number }) => Promise<PreparedScript>

/** Revisions that are kept ready; the one that was asked for longest ago makes room. */
const mostKept = 64

export const preparedScripts = (): Prepared => {
  const kept = new Map<string, PreparedScript>()
  return async (db, version) => {
    const key = `${version.id} ${version.revision}`
    const found = kept.get(key)
    kept.delete(key)
    const prepared = found ?? ready(await authoredAt(db, version))
    kept.set(key, prepared)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return prepared
  }
}

const ready = (authored: Authored): PreparedScript => ({ authored, chat: prepare(authored) })
