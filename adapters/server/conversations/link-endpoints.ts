// Endpoints that create links: conversations that have not started, with a token and optionally a short code [L6] [L10].
import { randomBytes } from "node:crypto"
import type { Transaction } from "kysely"
import { maxLargeBytes } from "../../../domain/conversations/conversation-limits.ts"
import type { LinkResult } from "../../../domain/exports/links-and-members-csv.ts"
import type { Participant } from "../../../domain/links/participant-links.ts"
import { looksLikeShortCode, shortCodeAlphabet, shortCodeLength } from "../../../domain/links/respondent-urls.ts"
import { canHaveLinks } from "../../../domain/script/status.ts"
import * as contract from "../../contract/conversation-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { communityEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { notFound, validationFailed } from "../http/http-error.ts"
import { findOrCreateProfiles, type ProfileMatch } from "../respondents/profile-repository.ts"
import { listedScriptFromRow, type ScriptKey } from "../scripts/script-repository.ts"
import { buildConversationRow } from "./conversation-repository.ts"

/**
 * Never starts with a hyphen, which a spreadsheet would take for a formula: opening the file of links would break the
 * token.
 */
const generateToken = (): string => {
  for (;;) {
    const token = randomBytes(24).toString("base64url")
    if (!token.startsWith("-")) return token
  }
}

/** [L5] Five random bits per character; skips codes that could be mistaken for a slug. */
const generateShortCode = (): string => {
  for (;;) {
    const code = Array.from(randomBytes(shortCodeLength), (byte) => shortCodeAlphabet[byte % shortCodeAlphabet.length]).join("")
    if (looksLikeShortCode(code)) return code
  }
}

type LinkOptions = { readonly short: boolean; readonly at: Date }
/** [E7] Metadata columns with an empty cell are null. */
type LinkRecipient = { readonly match: ProfileMatch | null; readonly metadata: Readonly<Record<string, string | null>> }

/** Rows per insert: a statement has a limited number of parameters. */
const insertBatchSize = 500

const insertLinks = async (
  trx: Transaction<Tables>,
  script: ScriptRow,
  people: ReadonlyArray<LinkRecipient>,
  { short, at }: LinkOptions,
): Promise<ReadonlyArray<LinkResult>> => {
  const results: Array<LinkResult> = []
  const build = ({ match, metadata }: LinkRecipient) => {
    const [token, code] = [generateToken(), short ? generateShortCode() : null]
    const row = buildConversationRow({ script, token, code, profile: match?.profile ?? null, metadata, at })
    const result: LinkResult = {
      user: match?.profile ?? null,
      found: match?.isKnown ?? false,
      identifier: match?.identifier ?? null,
      conversation: token,
      code,
    }
    results.push(result)
    return row
  }
  // Tokens, hashes and rows of all links in one turn of the event loop would hold it for a tenth of a second.
  for (let from = 0; from < people.length; from += insertBatchSize) {
    const rows = people.slice(from, from + insertBatchSize).map(build)
    await trx.insertInto("conversations").values(rows).execute()
  }
  return results
}

/** Creates `amount` anonymous links. */
export const createLinks = (
  trx: Transaction<Tables>,
  script: ScriptRow,
  amount: number,
  options: LinkOptions,
): Promise<ReadonlyArray<LinkResult>> =>
  insertLinks(
    trx,
    script,
    Array.from({ length: amount }, () => ({ match: null, metadata: {} })),
    options,
  )

/** Creates a link for each person, linked to the community's profile of that person or to a new one. */
export const createUniqueLinks = async (
  trx: Transaction<Tables>,
  script: ScriptRow,
  people: ReadonlyArray<Participant>,
  options: LinkOptions,
): Promise<ReadonlyArray<LinkResult>> => {
  const matches = await findOrCreateProfiles(
    trx,
    script.community_id,
    people.map(({ profile }) => profile),
    options.at,
  )
  return insertLinks(
    trx,
    script,
    people.map(({ conversation: { metadata } }, i) => ({
      match: matches[i] ?? null,
      metadata: Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, value.trim() === "" ? null : value])),
    })),
    options,
  )
}

/** Locks the script against deletion until the links exist; throws a 422 if the script is deleted. */
const lockLinkableScript = async (trx: Transaction<Tables>, { community, id }: ScriptKey): Promise<ScriptRow> => {
  const query = trx.selectFrom("scripts").selectAll().where("community_id", "=", community).where("id", "=", id)
  const row = await query.forShare().executeTakeFirst()
  if (row === undefined) throw notFound()
  if (!canHaveLinks(listedScriptFromRow(row).status)) throw validationFailed({ field: "status", message: "A deleted chat has no links." })
  return row
}

const links = communityEndpoint(
  contract.createLinks,
  "links.make",
  ({ database, now }, { user, community, params: { id }, query: { amount, short = false } }) =>
    database.transact(async (trx) => {
      const script = await lockLinkableScript(trx, { community: community.uuid, id })
      const process = await createLinks(trx, script, amount, { short, at: now() })
      await recordAuditEvent(
        trx,
        { community: community.uuid, user, action: "links.make", target: `script ${script.id}: ${amount}` },
        now(),
      )
      return { status: "ok" as const, process }
    }),
  { creates: true },
)

const uniqueLinks = communityEndpoint(
  contract.createLinksForPeople,
  "links.make",
  ({ database, now }, { user, community, params: { id }, payload, query: { short = false } }) =>
    database.transact(async (trx) => {
      const script = await lockLinkableScript(trx, { community: community.uuid, id })
      const process = await createUniqueLinks(trx, script, payload, { short, at: now() })
      await recordAuditEvent(
        trx,
        { community: community.uuid, user, action: "links.make", target: `script ${script.id}: ${payload.length}` },
        now(),
      )
      return { status: "ok" as const, process }
    }),
  { bodyLimit: maxLargeBytes, creates: true },
)

export const linkEndpoints: ReadonlyArray<EndpointHandler> = [links, uniqueLinks]
