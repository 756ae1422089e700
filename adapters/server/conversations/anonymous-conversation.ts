// Anonymous conversations. The page only shows one when it opens; the first answer stores it.
import { createHash } from "node:crypto"
import type { Transaction } from "kysely"
import type { AnonymousStart } from "../../contract/public-page-contract.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { validationFailed } from "../http/http-error.ts"
import type { ServerSecret } from "../security/server-secret.ts"
import type { ServerContext } from "../server-context.ts"
import { lockLiveScript } from "./conversation-access.ts"
import { buildConversationRow, type ConversationRow } from "./conversation-repository.ts"

/** A token that the page generates must be as hard to guess as one of the server's. */
const minOwnTokenLength = 22

const requireOwnToken = (token: string): void => {
  if (token.length < minOwnTokenLength)
    throw validationFailed({ field: "pass", message: `A token must have at least ${minOwnTokenLength} characters.` })
}

/**
 * [E14] Derives the id of an anonymous conversation from its token, so that it is random (a uuid v4) and still the same when
 * the conversation is stored: the order of randomized choices depends on it.
 */
const deriveConversationId = (token: string): string => {
  const bytes = createHash("sha256").update(`conversation ${token}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

type NewConversation = { readonly token: string; readonly script: ScriptRow }

const buildAnonymousRow = ({ token, script }: NewConversation, at: Date) => ({
  ...buildConversationRow({ script, token, isAnonymous: true, metadata: {}, at }),
  id: deriveConversationId(token),
})

/** Returns the row that the conversation of a token would have if it was stored. Throws a 422 for a short token. */
export const buildUnstoredRow = (conversation: NewConversation, at: Date): ConversationRow => {
  requireOwnToken(conversation.token)
  return {
    ...buildAnonymousRow(conversation, at),
    started_at: null,
    updated_at: null,
    synced_at: null,
    finished_at: null,
    stale_at: null,
  }
}

type StartScope = { readonly token: string; readonly script: string; readonly revision: number }

const startPurpose = "anonymous starts"
const printScope = ({ token, script, revision }: StartScope): string => `${token} ${script} ${revision}`

/** Signs the revision that a page shows, so that its first answer is given to that one, and to no draft. */
export const signStart = ({ sign }: Pick<ServerSecret, "sign">, scope: StartScope): string =>
  `${scope.revision}.${sign(startPurpose, printScope(scope))}`

/** Returns the signed revision, or undefined for a start that this server did not sign for this token and script. */
const verifyStart = (
  { verify }: Pick<ServerSecret, "verify">,
  { token, script, start = "" }: Omit<StartScope, "revision"> & { readonly start: string | undefined },
): number | undefined => {
  const [, digits = "", signature = ""] = /^(\d{1,9})\.(.+)$/.exec(start) ?? []
  const revision = Number(digits)
  return verify(startPurpose, printScope({ token, script, revision }), signature) ? revision : undefined
}

/**
 * Inserts the conversation of a token into a live script: with the revision of its start, or else with the current one. If
 * another request inserted it first, that conversation stays.
 */
export const createAnonymousConversation = async (
  { secret, now }: Pick<ServerContext, "secret" | "now">,
  trx: Transaction<Tables>,
  { token, start, ...link }: AnonymousStart & { readonly token: string },
): Promise<void> => {
  requireOwnToken(token)
  const script = await lockLiveScript(trx, link)
  const revision = verifyStart(secret, { token, script: script.id, start }) ?? script.revision
  await trx
    .insertInto("conversations")
    .values(buildAnonymousRow({ token, script: { ...script, revision } }, now()))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
