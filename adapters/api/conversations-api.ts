// API client for participant links and conversations.
import type { KyInstance } from "ky"
import type { Conversation, DayCount } from "../../domain/conversations/conversation.ts"
import type { Revision } from "../../domain/exports/export-columns.ts"
import type { LinkResult } from "../../domain/exports/links-and-members-csv.ts"
import type { Participant } from "../../domain/links/participant-links.ts"
import type { ResponseCounts } from "../../domain/revisions/change-impact.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import type { ScriptContents } from "../../domain/script/script-list.ts"
import * as contract from "../contract/conversation-contract.ts"
import { createCaller } from "./http-client.ts"

type ScriptRef = { readonly community: string; readonly uuid: ScriptId }
/** Requests with the same `key` create their links only once. */
type LinkRequest = ScriptRef & { readonly short: boolean; readonly key?: string }
/** `from` and `to` are ISO dates or instants between which conversations started; `filled`: only those with an answer. */
type ConversationFilter = { readonly from?: string; readonly to?: string; readonly filled?: boolean }

export const createConversationsApi = (api: KyInstance) => {
  const call = createCaller(api)
  const toPathParams = ({ community, uuid }: ScriptRef) => ({ community, id: uuid })
  const toFilterQuery = ({ from, to, filled = false }: ConversationFilter) => ({
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(filled && { filledonly: true }),
  })
  const toCallOptions = <Query>({ key }: LinkRequest, query: Query) => ({ query, ...(key !== undefined && { idempotencyKey: key }) })
  return {
    makeLinks: async (it: LinkRequest & { amount: number }, signal?: AbortSignal): Promise<ReadonlyArray<LinkResult>> =>
      (await call(contract.createLinks, toPathParams(it), {}, signal, toCallOptions(it, { amount: it.amount, short: it.short }))).process,
    makeUniqueLinks: async (
      it: LinkRequest & { people: ReadonlyArray<Participant> },
      signal?: AbortSignal,
    ): Promise<ReadonlyArray<LinkResult>> =>
      (await call(contract.createLinksForPeople, toPathParams(it), it.people, signal, toCallOptions(it, { short: it.short }))).process,
    count: async (it: ScriptRef & ConversationFilter, signal?: AbortSignal): Promise<number> =>
      (await call(contract.countConversations, toPathParams(it), toFilterQuery(it), signal)).count,
    countResponses: (it: ScriptRef, signal?: AbortSignal): Promise<ResponseCounts> =>
      call(contract.countResponses, toPathParams(it), {}, signal),
    /** Returns the number of answered conversations by chat id. Chats without any are omitted. */
    countAnswered: ({ community }: { community: string }, signal?: AbortSignal): Promise<Readonly<Record<string, number>>> =>
      call(contract.countAnsweredConversations, { community }, {}, signal),
    /** Counts conversations per day in a time zone (IANA name). */
    countByDay: async (it: ScriptRef & { zone: string }, signal?: AbortSignal): Promise<ReadonlyArray<DayCount>> =>
      (await call(contract.countConversationsByDay, toPathParams(it), { zone: it.zone }, signal)).items,
    listMetadataKeys: (it: ScriptRef, signal?: AbortSignal): Promise<ReadonlyArray<string>> =>
      call(contract.listMetadataKeys, toPathParams(it), {}, signal),
    listAnsweredRevisions: async (it: ScriptRef, signal?: AbortSignal): Promise<ReadonlyArray<Revision>> =>
      (await call(contract.listAnsweredRevisions, toPathParams(it), {}, signal)).items,
    /** Returns up to `limit` conversations after the cursor `after`; the returned `after` is null on the last page. */
    exportPage: (
      it: ScriptRef & ConversationFilter & { limit: number; after: string | null },
      signal?: AbortSignal,
    ): Promise<{ readonly items: ReadonlyArray<Conversation>; readonly after: string | null }> =>
      call(
        contract.exportConversations,
        toPathParams(it),
        { ...toFilterQuery(it), limit: it.limit, ...(it.after !== null && { after: it.after }) },
        signal,
      ),
    fetchClearStatisticsToken: async (it: ScriptRef, signal?: AbortSignal): Promise<string> =>
      (await call(contract.getClearStatisticsToken, toPathParams(it), {}, signal)).clearToken,
    clearStatistics: async (it: ScriptRef & { token: string }, signal?: AbortSignal): Promise<void> => {
      await call(contract.clearStatistics, toPathParams(it), { csrf: it.token }, signal)
    },
    /** Returns the token to clear the data of a chat, and what is erased with it. */
    fetchClearDataToken: async (it: ScriptRef, signal?: AbortSignal): Promise<ScriptContents & { readonly token: string }> => {
      const { clearToken: token, ...contents } = await call(contract.getClearDataToken, toPathParams(it), {}, signal)
      return { token, ...contents }
    },
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
      const { clearToken: token, ...counts } = await call(contract.getAnonymizeToken, toPathParams(it), {}, signal)
      return { token, ...counts }
    },
    anonymize: async (it: ScriptRef & { token: string }, signal?: AbortSignal): Promise<void> => {
      await call(contract.anonymize, toPathParams(it), { csrf: it.token }, signal)
    },
    clearData: async (it: ScriptRef & { token: string }, signal?: AbortSignal): Promise<void> => {
      await call(contract.clearData, toPathParams(it), { csrf: it.token }, signal)
    },
  }
}
