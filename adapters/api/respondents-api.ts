// The calls about one person among a community's respondents, as functions.
import type { KyInstance } from "ky"
import type { Member } from "../../domain/exports/people-csv.ts"
import type { ErasureReceipt, FoundPerson, PersonalDataCounts } from "../../domain/privacy/person-search.ts"
import * as contract from "../contract/respondent-contract.ts"
import { createCaller, createFileDownloader, createTextDownloader } from "./http-client.ts"

/** The community's uuid, and the person's. */
type PersonRef = { readonly community: string; readonly person: string }

export const peopleApi = (api: KyInstance) => {
  const call = createCaller(api)
  const read = createFileDownloader(api)
  const at = ({ community, person }: PersonRef) => ({ id: community, person })
  return {
    /** Those who go by exactly this text. */
    find: async ({ community, text }: { readonly community: string; readonly text: string }, signal?: AbortSignal) =>
      (await call(contract.findPeople, { id: community }, { text }, signal)).items satisfies ReadonlyArray<FoundPerson>,
    /** All that is known of them, as a zip. */
    downloadPackage: (it: PersonRef, signal?: AbortSignal): Promise<Blob> => read(contract.downloadPersonPackage, at(it), signal),
    /** The token with which they are erased, and how much goes. */
    fetchErasureToken: async (it: PersonRef, signal?: AbortSignal): Promise<PersonalDataCounts & { readonly token: string }> => {
      const { deleteToken: token, ...goes } = await call(contract.getPersonErasureToken, at(it), {}, signal)
      return { token, ...goes }
    },
    erase: (it: PersonRef & { readonly token: string }, signal?: AbortSignal): Promise<ErasureReceipt> =>
      call(contract.erasePerson, at(it), { csrf: it.token }, signal),
  }
}

// The calls about the people that a community's links were made for, as functions.

export const membersApi = (api: KyInstance) => {
  const call = createCaller(api)
  const read = createTextDownloader(api)
  return {
    /** A page of at most `limit` of those with `search` in them, and how many those are. */
    list: (
      { community, ...page }: { readonly community: string; readonly limit: number; readonly offset: number; readonly search: string },
      signal?: AbortSignal,
    ): Promise<{ readonly items: ReadonlyArray<Member>; readonly total: number }> =>
      call(contract.listMembers, { id: community }, page, signal),
    /** All of them, as the text of a CSV file. */
    file: ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<string> =>
      read(contract.downloadMembers, { id: community }, { format: "csv" }, signal),
  }
}
