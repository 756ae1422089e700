// The calls about participants and their conversations, as functions.
import type { KyInstance } from "ky"
import type { Conversation, DayCount } from "../../domain/conversations/conversation.ts"
import type { Revision } from "../../domain/exports/answers-plan.ts"
import type { LinkResult } from "../../domain/exports/people-csv.ts"
import type { Participant } from "../../domain/links/participant-links.ts"
import type { ResponseCounts } from "../../domain/script/change-impact.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import * as contract from "../contract/conversation-contract.ts"
import { createCaller } from "./http-client.ts"

type ScriptRef = { readonly community: string; readonly uuid: ScriptId }
/** `key`: the same links come of it however often it is sent. */
type LinkRequest = ScriptRef & { readonly short: boolean; readonly key?: string }
/** ISO dates or instants between which conversations started; `filled`: only those with an answer. */
type ConversationFilter = { readonly from?: string; readonly to?: string; readonly filled?: boolean }

export const conversationsApi = (api: KyInstance) => {
  const call = createCaller(api)
  const at = ({ community, uuid }: ScriptRef) => ({ community, id: uuid })
  const chosen = ({ from, to, filled = false }: ConversationFilter) => ({
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(filled && { filledonly: true }),
  })
  const beside = <Query>({ key }: LinkRequest, query: Query) => ({ query, ...(key !== undefined && { key }) })
  return {
    makeLinks: async (it: LinkRequest & { amount: number }, signal?: AbortSignal): Promise<ReadonlyArray<LinkResult>> =>
      (await call(contract.createLinks, at(it), {}, signal, beside(it, { amount: it.amount, short: it.short }))).process,
    makeUniqueLinks: async (
      it: LinkRequest & { people: ReadonlyArray<Participant> },
      signal?: AbortSignal,
    ): Promise<ReadonlyArray<LinkResult>> =>
      (await call(contract.createLinksForPeople, at(it), it.people, signal, beside(it, { short: it.short }))).process,
    count: async (it: ScriptRef & ConversationFilter, signal?: AbortSignal): Promise<number> =>
      (await call(contract.countConversations, at(it), chosen(it), signal)).count,
    countResponses: (it: ScriptRef, signal?: AbortSignal): Promise<ResponseCounts> => call(contract.countResponses, at(it), {}, signal),
    /** By the ids of the chats of a community; one without an answer is not among them. */
    countAnswered: ({ community }: { community: string }, signal?: AbortSignal): Promise<Readonly<Record<string, number>>> =>
      call(contract.countAnsweredConversations, { community }, {}, signal),
    /** By the calendar of a time zone (a name of the IANA's). */
    countByDay: async (it: ScriptRef & { zone: string }, signal?: AbortSignal): Promise<ReadonlyArray<DayCount>> =>
      (await call(contract.countConversationsByDay, at(it), { zone: it.zone }, signal)).items,
    listMetadataKeys: (it: ScriptRef, signal?: AbortSignal): Promise<ReadonlyArray<string>> =>
      call(contract.listMetadataKeys, at(it), {}, signal),
    listAnsweredRevisions: async (it: ScriptRef, signal?: AbortSignal): Promise<ReadonlyArray<Revision>> =>
      (await call(contract.listAnsweredRevisions, at(it), {}, signal)).items,
    /** A page of at most `limit`, behind `after`; the answer's `after` is null where no more follow. */
    exportPage: (
      it: ScriptRef & ConversationFilter & { limit: number; after: string | null },
      signal?: AbortSignal,
    ): Promise<{ readonly items: ReadonlyArray<Conversation>; readonly after: string | null }> =>
      call(contract.exportConversations, at(it), { ...chosen(it), limit: it.limit, ...(it.after !== null && { after: it.after }) }, signal),
    fetchClearStatisticsToken: async (it: ScriptRef, signal?: AbortSignal): Promise<string> =>
      (await call(contract.getClearStatisticsToken, at(it), {}, signal)).clearToken,
    clearStatistics: async (it: ScriptRef & { token: string }, signal?: AbortSignal): Promise<void> => {
      await call(contract.clearStatistics, at(it), { csrf: it.token }, signal)
    },
    fetchClearDataToken: async (it: ScriptRef, signal?: AbortSignal): Promise<string> =>
      (await call(contract.getClearDataToken, at(it), {}, signal)).clearToken,
    fetchAnonymizeToken: async (
      it: ScriptRef,
      signal?: AbortSignal,
    ): Promise<{
      readonly token: string
      readonly conversations: number
      readonly links: number
      readonly files: number
      readonly deliveries: number
    }> => {
      const { clearToken: token, ...goes } = await call(contract.getAnonymizeToken, at(it), {}, signal)
      return { token, ...goes }
    },
    anonymize: async (it: ScriptRef & { token: string }, signal?: AbortSignal): Promise<void> => {
      await call(contract.anonymize, at(it), { csrf: it.token }, signal)
    },
    clearData: async (it: ScriptRef & { token: string }, signal?: AbortSignal): Promise<void> => {
      await call(contract.clearData, at(it), { csrf: it.token }, signal)
    },
  }
}
