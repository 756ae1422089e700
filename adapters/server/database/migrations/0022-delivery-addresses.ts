// Removes queries, which may contain keys, from the logged addresses of connections [O1].

import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  // A row of an action (asked) does not state whether a connection was called; its address is only shown, never called again.
  await sql`
    update deliveries set endpoint = split_part(endpoint, '?', 1)
    where (connection_id is not null or reason = 'asked') and position('?' in endpoint) > 0`.execute(db)
}

/** Only changes rows, and may run twice. */
export const deliveryAddresses = { name: "0022-delivery-addresses", creates: [], up } as const satisfies Migration
