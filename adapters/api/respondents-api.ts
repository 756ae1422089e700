// API client for a community's respondents: their list, and the data of one respondent.
import type { KyInstance } from "ky"
import type { Member } from "../../domain/exports/links-and-members-csv.ts"
import type { ErasureReceipt, FoundPerson, PersonalDataCounts } from "../../domain/privacy/person-search.ts"
import * as contract from "../contract/respondent-contract.ts"
import { createCaller, createFileDownloader, createTextDownloader } from "./http-client.ts"

/** The uuids of a community and a respondent. */
type PersonRef = { readonly community: string; readonly person: string }

export const createPeopleApi = (api: KyInstance) => {
  const call = createCaller(api)
  const downloadFile = createFileDownloader(api)
  const toPathParams = ({ community, person }: PersonRef) => ({ id: community, person })
  return {
    /** Finds respondents by an exact uuid, external id, email, phone, link or access key. */
    find: async ({ community, text }: { readonly community: string; readonly text: string }, signal?: AbortSignal) =>
      (await call(contract.findPeople, { id: community }, { text }, signal)).items satisfies ReadonlyArray<FoundPerson>,
    /** Downloads all data of a respondent as a zip file. */
    downloadPackage: (it: PersonRef, signal?: AbortSignal): Promise<Blob> =>
      downloadFile(contract.downloadPersonPackage, toPathParams(it), signal),
    /** Returns the token for `erase`, and how many records it will erase. */
    fetchErasureToken: async (it: PersonRef, signal?: AbortSignal): Promise<PersonalDataCounts & { readonly token: string }> => {
      const { deleteToken: token, ...counts } = await call(contract.getPersonErasureToken, toPathParams(it), {}, signal)
      return { token, ...counts }
    },
    erase: (it: PersonRef & { readonly token: string }, signal?: AbortSignal): Promise<ErasureReceipt> =>
      call(contract.erasePerson, toPathParams(it), { csrf: it.token }, signal),
  }
}

export const createMembersApi = (api: KyInstance) => {
  const call = createCaller(api)
  const downloadText = createTextDownloader(api)
  return {
    /** Returns up to `limit` respondents that match `search`, and the total number of matches. */
    list: (
      { community, ...page }: { readonly community: string; readonly limit: number; readonly offset: number; readonly search: string },
      signal?: AbortSignal,
    ): Promise<{ readonly items: ReadonlyArray<Member>; readonly total: number }> =>
      call(contract.listMembers, { id: community }, page, signal),
    /** Returns all respondents as CSV text. */
    file: ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<string> =>
      downloadText(contract.downloadMembers, { id: community }, { format: "csv" }, signal),
  }
}
