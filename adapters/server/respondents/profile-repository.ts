// Profiles of the people with personal links: found by an identifier, or created.
import { randomUUIDv7 } from "node:crypto"
import type { Transaction } from "kysely"
import { getIdentifierKey } from "../../../domain/links/duplicates.ts"
import type { Participant } from "../../../domain/links/participant-links.ts"
import { isUuid } from "../../../domain/text/text-input.ts"
import { lockCommunity } from "../communities/community-lock.ts"
import type { Tables } from "../database/tables.ts"

type Profile = Participant["profile"]

/** `identifier` is the value by which the person was found or can be found. */
export type ProfileMatch = {
  readonly profile: string
  readonly isKnown: boolean
  readonly identifier: { readonly key: string; readonly value: string } | null
}

/** Identifiers of a person by precedence, and the columns to look them up in. */
const identifiers = [
  { key: "uuid", column: "id" },
  { key: "external_id", column: "external_key" },
  { key: "email", column: "email_key" },
  { key: "phone", column: "phone_key" },
] as const
type Identifier = (typeof identifiers)[number]

/** Returns the identifiers of a profile; a malformed uuid is ignored. */
const listIdentifierKeys = (
  profile: Profile,
): ReadonlyArray<{ readonly identifier: Identifier; readonly key: string; readonly value: string }> =>
  identifiers.flatMap((identifier) => {
    const value = profile[identifier.key] ?? ""
    const key = getIdentifierKey(value)
    return key === "" || (identifier.key === "uuid" && !isUuid(key)) ? [] : [{ identifier, key, value }]
  })

/** Values per lookup query. */
const lookupBatchSize = 1000

/**
 * Returns a profile for each person: the community's, or a new one. Entries of one list for the same person share a
 * profile.
 */
export const findOrCreateProfiles = async (
  trx: Transaction<Tables>,
  community: string,
  profiles: ReadonlyArray<Profile>,
  at: Date,
): Promise<ReadonlyArray<ProfileMatch>> => {
  // Two concurrent lists would otherwise create a new person twice, and an erasure would miss the conversations created here.
  await lockCommunity(trx, community)
  const keys = profiles.map(listIdentifierKeys)
  const known = new Map<string, string>()
  for (const { key, column } of identifiers) {
    const requested = [...new Set(keys.flatMap((ownKeys) => ownKeys.filter((it) => it.identifier.key === key).map((it) => it.key)))]
    for (let from = 0; from < requested.length; from += lookupBatchSize) {
      const rows = await trx
        .selectFrom("profiles")
        .select(["id", `${column} as found`])
        .where("community_id", "=", community)
        .where(column, "in", requested.slice(from, from + lookupBatchSize))
        .orderBy("id", "desc")
        .execute()
      // If several profiles match, the oldest one wins, because it is set last.
      for (const { id, found } of rows) if (found !== null) known.set(`${key} ${found}`, id)
    }
  }
  const newProfiles: Array<{ readonly id: string; readonly profile: Profile }> = []
  const matches = profiles.map((profile, i): ProfileMatch => {
    const ownKeys = keys[i] ?? []
    const match = ownKeys.find(({ identifier, key }) => known.has(`${identifier.key} ${key}`))
    const first = match ?? ownKeys[0]
    const identifier = first === undefined ? null : { key: first.identifier.key, value: first.value }
    const id = match === undefined ? undefined : known.get(`${match.identifier.key} ${match.key}`)
    if (id !== undefined) return { profile: id, isKnown: newProfiles.every((it) => it.id !== id), identifier }
    const newId = randomUUIDv7()
    newProfiles.push({ id: newId, profile })
    for (const { identifier: identifierOfKey, key } of ownKeys)
      if (identifierOfKey.key !== "uuid") known.set(`${identifierOfKey.key} ${key}`, newId)
    return { profile: newId, isKnown: false, identifier }
  })
  await insertProfiles(trx, community, newProfiles, at)
  return matches
}

const insertBatchSize = 500

const insertProfiles = async (
  trx: Transaction<Tables>,
  community: string,
  newProfiles: ReadonlyArray<{ readonly id: string; readonly profile: Profile }>,
  at: Date,
): Promise<void> => {
  const key = (text: string | undefined): string | null => (text === undefined || text.trim() === "" ? null : getIdentifierKey(text))
  for (let from = 0; from < newProfiles.length; from += insertBatchSize)
    await trx
      .insertInto("profiles")
      .values(
        newProfiles.slice(from, from + insertBatchSize).map(({ id, profile }) => ({
          id,
          community_id: community,
          type: "participant",
          external_id: profile.external_id ?? null,
          external_key: key(profile.external_id),
          email: profile.email ?? null,
          email_key: key(profile.email),
          phone: profile.phone ?? null,
          phone_key: key(profile.phone),
          first_name: profile.first_name ?? null,
          last_name: profile.last_name ?? null,
          date_of_birth: profile.date_of_birth ?? null,
          made_at: at,
        })),
      )
      .execute()
}
