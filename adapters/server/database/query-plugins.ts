// Notices what is deleted, or loses whom it was about, for good: of that nothing stays in the files either (decisions P7). What passes by
// itself (sessions, tokens, counts, jobs) is not looked at: it is deleted all the time.
import { ColumnNode, DeleteQueryNode, type KyselyPlugin, type OperationNode, TableNode, UpdateQueryNode } from "kysely"
import type { DiskState } from "./embedded/embedded-database.ts"

const watchedTables: ReadonlySet<string> = new Set([
  "answer_files",
  "chat_slugs",
  "communities",
  "connections",
  "conversations",
  "deliveries",
  "delivery_attempts",
  "profiles",
  "scripts",
  "users",
])

export const createErasureWatchPlugin = (notice: () => void): KyselyPlugin => {
  const asked = new WeakSet<object>()
  return {
    transformQuery: ({ node, queryId }) => {
      if (isDeletion(node) || isProfileDetachment(node)) asked.add(queryId)
      return node
    },
    transformResult: async ({ queryId, result }) => {
      if (asked.has(queryId) && (result.numAffectedRows ?? 0n) > 0n) notice()
      return result
    },
  }
}

const isDeletion = (node: OperationNode): boolean =>
  DeleteQueryNode.is(node) && node.from.froms.some((it) => TableNode.is(it) && watchedTables.has(it.table.identifier.name))

/** [P2] A conversation that loses its person loses the rest with it. */
const isProfileDetachment = (node: OperationNode): boolean =>
  UpdateQueryNode.is(node) && (node.updates ?? []).some(({ column }) => ColumnNode.is(column) && column.column.name === "profile_id")

// Nothing is written to a disk that refuses it: the embedded engine would end over it, and reading would end with it.

/** What was to be written, wherever that began, is not: the disk cannot be written to. */
export class DiskNotWritable extends Error {}

const writes: ReadonlySet<string> = new Set(["InsertQueryNode", "UpdateQueryNode", "DeleteQueryNode"])

/** Refuses what writes while the disk is read-only. */
export const createWriteGuardPlugin = (disk: () => DiskState): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    if (writes.has(node.kind) && disk() === "read-only") throw new DiskNotWritable("the disk is read-only")
    return node
  },
  transformResult: async ({ result }) => result,
})
