// What the removal lists get from their wiring: the machine whose ports are filled.
import type { removalsMachine } from "../../../machines/removal/removals.ts"

export type RemovalMachines = {
  readonly removals: typeof removalsMachine
  /** Today on the server's calendar (UTC), `YYYY-MM-DD`: removals are of its days. */
  readonly today: () => string
}
