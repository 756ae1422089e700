// Kysely plugins: one notices erased personal data, the other rejects writes while the disk is read-only.
import { ColumnNode, DeleteQueryNode, type KyselyPlugin, type OperationNode, TableNode, UpdateQueryNode } from "kysely"
import type { DiskState } from "./embedded/embedded-database.ts"

/** Tables with personal data; short-lived rows (sessions, tokens, counters, jobs) are deleted all the time and ignored. */
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

/**
 * [P7] Calls `onErased` when personal data was deleted or detached from its profile: its bytes must be purged from the
 * files.
 */
export const createErasureWatchPlugin = (onErased: () => void): KyselyPlugin => {
  const watchedQueries = new WeakSet<object>()
  return {
    transformQuery: ({ node, queryId }) => {
      if (isDeletion(node) || isProfileDetachment(node)) watchedQueries.add(queryId)
      return node
    },
    transformResult: async ({ queryId, result }) => {
      if (watchedQueries.has(queryId) && (result.numAffectedRows ?? 0n) > 0n) onErased()
      return result
    },
  }
}

const isDeletion = (node: OperationNode): boolean =>
  DeleteQueryNode.is(node) && node.from.froms.some((it) => TableNode.is(it) && watchedTables.has(it.table.identifier.name))

/** [P2] Anonymizing removes the profile of a conversation together with all other personal data. */
const isProfileDetachment = (node: OperationNode): boolean =>
  UpdateQueryNode.is(node) && (node.updates ?? []).some(({ column }) => ColumnNode.is(column) && column.column.name === "profile_id")

/** The disk is read-only, so a write was rejected, wherever it came from. */
export class DiskNotWritable extends Error {}

const writeNodeKinds: ReadonlySet<string> = new Set(["InsertQueryNode", "UpdateQueryNode", "DeleteQueryNode"])

/** Rejects writes while the disk is read-only: a failed write ends the embedded engine, and reading with it. */
export const createWriteGuardPlugin = (disk: () => DiskState): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    if (writeNodeKinds.has(node.kind) && disk() === "read-only") throw new DiskNotWritable("the disk is read-only")
    return node
  },
  transformResult: async ({ result }) => result,
})
