// Making links: conversations that nobody has begun yet, each with a token and, where wished, a short code (reliability I4).
import { randomBytes } from "node:crypto"
import type { Transaction } from "kysely"
import type { LinkResult } from "../../../domain/exports/people-csv.ts"
import { looksLikeShortCode, shortCodeAlphabet, shortCodeLength } from "../../../domain/links/access-key.ts"
import type { Participant } from "../../../domain/links/participant-links.ts"
import { canHaveLinks } from "../../../domain/script/status.ts"
import * as contract from "../../contract/conversation-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { communityEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { notFound, validationFailed } from "../http/http-error.ts"
import { findOrCreateProfiles, type ProfileMatch } from "../respondents/profile-repository.ts"
import { listedScriptFromRow, type ScriptKey } from "../scripts/script-repository.ts"
import { buildConversationRow } from "./conversation-repository.ts"

/** Never with a sign first that a spreadsheet would take for a formula: the file of links would not hold the token as it is. */
const newToken = (): string => {
  for (;;) {
    const token = randomBytes(24).toString("base64url")
    if (!token.startsWith("-")) return token
  }
}

/** Each letter has five bits; what could be taken for a slug is not taken. */
const newCode = (): string => {
  for (;;) {
    const code = Array.from(randomBytes(shortCodeLength), (byte) => shortCodeAlphabet[byte % shortCodeAlphabet.length]).join("")
    if (looksLikeShortCode(code)) return code
  }
}

type LinkOptions = { readonly short: boolean; readonly at: Date }
/** Metadata that are named and say nothing are null (decisions E7). */
type For = { readonly found: ProfileMatch | null; readonly metadata: Readonly<Record<string, string | null>> }

/** Rows that one statement inserts: the number of its parameters is limited. */
const insertBatchSize = 500

const make = async (
  change: Transaction<Tables>,
  script: ScriptRow,
  people: ReadonlyArray<For>,
  { short, at }: LinkOptions,
): Promise<ReadonlyArray<LinkResult>> => {
  const made = people.map(({ found, metadata }) => {
    const [token, code] = [newToken(), short ? newCode() : null]
    const row = buildConversationRow({ script, token, code, profile: found?.profile ?? null, metadata, at })
    const result: LinkResult = {
      user: found?.profile ?? null,
      found: found?.isKnown ?? false,
      identifier: found?.identifier ?? null,
      conversation: token,
      code,
    }
    return { row, result }
  })
  for (let from = 0; from < made.length; from += insertBatchSize)
    await change
      .insertInto("conversations")
      .values(made.slice(from, from + insertBatchSize).map(({ row }) => row))
      .execute()
  return made.map(({ result }) => result)
}

/** So many links for nobody in particular. */
export const createLinks = (
  change: Transaction<Tables>,
  script: ScriptRow,
  amount: number,
  wish: LinkOptions,
): Promise<ReadonlyArray<LinkResult>> =>
  make(
    change,
    script,
    Array.from({ length: amount }, () => ({ found: null, metadata: {} })),
    wish,
  )

/** A link for each person; who is known to the community keeps their profile, others get one. */
export const createUniqueLinks = async (
  change: Transaction<Tables>,
  script: ScriptRow,
  people: ReadonlyArray<Participant>,
  wish: LinkOptions,
): Promise<ReadonlyArray<LinkResult>> => {
  const found = await findOrCreateProfiles(
    change,
    script.community_id,
    people.map(({ profile }) => profile),
    wish.at,
  )
  return make(
    change,
    script,
    people.map(({ conversation: { metadata } }, i) => ({
      found: found[i] ?? null,
      metadata: Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, value.trim() === "" ? null : value])),
    })),
    wish,
  )
}

// Making links to a chat (adapters/contract/conversation-contract.ts).

/** The script that links are made to; it is not deleted before they are there, and goes with them. */
const lockLinkableScript = async (change: Transaction<Tables>, { community, id }: ScriptKey): Promise<ScriptRow> => {
  const its = change.selectFrom("scripts").selectAll().where("community_id", "=", community).where("id", "=", id)
  const row = await its.forShare().executeTakeFirst()
  if (row === undefined) throw notFound()
  if (!canHaveLinks(listedScriptFromRow(row).status)) throw validationFailed({ field: "status", message: "A deleted chat has no links." })
  return row
}

const links = communityEndpoint(
  contract.createLinks,
  "links.make",
  ({ database, now }, { user, community, params: { id }, query: { amount, short = false } }) =>
    database.transact(async (change) => {
      const script = await lockLinkableScript(change, { community: community.uuid, id })
      const process = await createLinks(change, script, amount, { short, at: now() })
      await recordAuditEvent(
        change,
        { community: community.uuid, user, action: "links.make", thing: `script ${script.id}: ${amount}` },
        now(),
      )
      return { status: "ok" as const, process }
    }),
  { creates: true },
)

/** Bytes of a list of 5000 people. */
const maxListBytes = 10 * 1024 * 1024

const uniqueLinks = communityEndpoint(
  contract.createLinksForPeople,
  "links.make",
  ({ database, now }, { user, community, params: { id }, payload, query: { short = false } }) =>
    database.transact(async (change) => {
      const script = await lockLinkableScript(change, { community: community.uuid, id })
      const process = await createUniqueLinks(change, script, payload, { short, at: now() })
      await recordAuditEvent(
        change,
        { community: community.uuid, user, action: "links.make", thing: `script ${script.id}: ${payload.length}` },
        now(),
      )
      return { status: "ok" as const, process }
    }),
  { bodyLimit: maxListBytes, creates: true },
)

export const linkEndpoints: ReadonlyArray<EndpointHandler> = [links, uniqueLinks]
