// A conversation between its row and the domain's shape.
import type { Selectable } from "kysely"
import { type Conversation, conversationStatuses } from "../../../domain/conversations/conversation.ts"
import type { Tables } from "../database/tables.ts"

export const recordOf = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text)
const instant = (date: Date | null): string | null => date?.toISOString() ?? null

/** What is told of a conversation, which is not all that is kept of it. */
export const toldColumns = [
  "id",
  "profile_id",
  "status",
  "started_at",
  "updated_at",
  "synced_at",
  "finished_at",
  "revision",
  "metadata",
  "answers",
  "actions",
] as const satisfies ReadonlyArray<keyof Tables["conversations"]>

type Row = Pick<Selectable<Tables["conversations"]>, (typeof toldColumns)[number]>

const headOf = (row: Row) => ({
  cuuid: row.id,
  uuid: row.profile_id,
  status: conversationStatuses.find((status) => status === row.status) ?? "pending",
  startedAt: instant(row.started_at),
  updatedAt: instant(row.updated_at),
  syncedAt: instant(row.synced_at),
  finishedAt: instant(row.finished_at),
  revision: row.revision,
})

/** As deliveries send it. */
export const conversationOf = (row: Row): Conversation => ({
  ...headOf(row),
  metadata: recordOf(row.metadata),
  answers: recordOf(row.answers),
  actions: recordOf(row.actions),
})

/** The same as JSON. What is kept as JSON is not read to be written again: an export has very many of them. */
export const conversationText = (row: Row): string =>
  `${JSON.stringify(headOf(row)).slice(0, -1)},"metadata":${row.metadata},"answers":${row.answers},"actions":${row.actions}}`
