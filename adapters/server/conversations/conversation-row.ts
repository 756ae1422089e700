// A conversation between its row and the domain's shape.
import type { Selectable } from "kysely"
import { type Conversation, conversationStatuses } from "../../../domain/conversations/conversation.ts"
import type { Tables } from "../database/tables.ts"

export const recordOf = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text)
const instant = (date: Date | null): string | null => date?.toISOString() ?? null

/** As exports list it and deliveries send it. */
export const conversationOf = (row: Selectable<Tables["conversations"]>): Conversation => ({
  cuuid: row.id,
  uuid: row.profile_id,
  status: conversationStatuses.find((status) => status === row.status) ?? "pending",
  startedAt: instant(row.started_at),
  updatedAt: instant(row.updated_at),
  syncedAt: instant(row.synced_at),
  finishedAt: instant(row.finished_at),
  revision: row.revision,
  metadata: recordOf(row.metadata),
  answers: recordOf(row.answers),
  actions: recordOf(row.actions),
})
