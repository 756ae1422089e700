// A page of what a query gives (adapters/contract/page.ts). The query says an order that leaves no two rows equal.
import type { SelectQueryBuilder } from "kysely"
import type { Page } from "../../contract/page.ts"

/** Without a limit it is all the rest. */
export const paged = <Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
  { limit, offset = 0 }: Page,
): SelectQueryBuilder<Db, Table, Row> => (limit === undefined ? query.offset(offset) : query.limit(limit).offset(offset))
