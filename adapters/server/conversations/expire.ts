// Conversations that nobody went on with (spec/3-community §4: "finished, pending, expired"; decisions E13).
import { expiresAfter } from "../../../domain/conversations/limits.ts"
import type { House } from "../house.ts"

/** Rows that one change marks: it keeps nobody waiting who goes on after all. */
const atOnce = 1000

/** Marks those that have expired. Whoever goes on makes theirs pending again. */
export const expire = async ({ database: { db }, now }: Pick<House, "database" | "now">): Promise<void> => {
  const before = new Date(now().getTime() - expiresAfter)
  for (let marked = atOnce; marked === atOnce; ) {
    const { numUpdatedRows } = await db
      .updateTable("conversations")
      .set({ status: "expired" })
      .where((its) =>
        its(
          its.refTuple("script_id", "id"),
          "in",
          its
            .selectFrom("conversations")
            .select(["script_id", "id"])
            .where("status", "=", "pending")
            .where("started_at", "<", before)
            .where("updated_at", "<", before)
            .limit(atOnce)
            .$asTuple("script_id", "id"),
        ),
      )
      // Asked again of the row as it is when it is marked.
      .where("status", "=", "pending")
      .where("updated_at", "<", before)
      .executeTakeFirstOrThrow()
    marked = Number(numUpdatedRows)
  }
}
