// Nothing is written to a disk that refuses it: the embedded engine would end over it, and reading would end with it.
import type { KyselyPlugin } from "kysely"
import type { Disk } from "./embedded.ts"

/** What was to be written, wherever that began, is not: the disk cannot be written to. */
export class Unwritable extends Error {}

const writes: ReadonlySet<string> = new Set(["InsertQueryNode", "UpdateQueryNode", "DeleteQueryNode"])

/** Refuses what writes while the disk is read-only. */
export const onlyWhereWritable = (disk: () => Disk): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    if (writes.has(node.kind) && disk() === "read-only") throw new Unwritable("the disk is read-only")
    return node
  },
  transformResult: async ({ result }) => result,
})
