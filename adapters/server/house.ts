// What every call works with.

import type { Cookies } from "./accounts/cookies.ts"
import type { failureCounts } from "./accounts/failures.ts"
import type { Database } from "./database/database.ts"
import type { Secret } from "./secret.ts"

export type House = {
  readonly database: Database
  readonly secret: Secret
  readonly cookies: Cookies
  readonly failures: ReturnType<typeof failureCounts>
  readonly now: () => Date
  /** Origins that the console is reached at, besides the one a request is sent to. */
  readonly publicOrigin: string | null
}
