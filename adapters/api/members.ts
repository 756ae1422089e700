// The calls about the people that a community's links were made for, as functions.
import type { KyInstance } from "ky"
import type { Member } from "../../domain/exports/people-csv.ts"
import * as contract from "../contract/members.ts"
import { caller, textReader } from "./call.ts"

export const membersApi = (api: KyInstance) => {
  const call = caller(api)
  const read = textReader(api)
  return {
    /** A page of at most `limit` of those with `search` in them, and how many those are. */
    list: (
      { community, ...page }: { readonly community: string; readonly limit: number; readonly offset: number; readonly search: string },
      signal?: AbortSignal,
    ): Promise<{ readonly items: ReadonlyArray<Member>; readonly total: number }> =>
      call(contract.listMembers, { id: community }, page, signal),
    /** All of them, as the text of a CSV file. */
    file: ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<string> =>
      read(contract.membersFile, { id: community }, { format: "csv" }, signal),
  }
}
