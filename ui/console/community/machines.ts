// What the screens of one community get from their wiring: the machines whose ports are filled.
import type { checkoutMachine } from "../../../machines/community/checkout.ts"
import type { connectionsMachine } from "../../../machines/community/connections.ts"
import type { membersMachine } from "../../../machines/community/members.ts"
import type { peopleMachine } from "../../../machines/community/people.ts"
import type { signingMachine } from "../../../machines/community/signing.ts"

export type CommunityMachines = {
  readonly members: typeof membersMachine
  readonly people: typeof peopleMachine
  /** Hands over the receipt of an erasure as a file. */
  readonly saveReceipt: (slug: string, text: string) => void
  readonly checkout: typeof checkoutMachine
  readonly connections: typeof connectionsMachine
  readonly signing: typeof signingMachine
  /** The page to go to so that a connection's owner gives access, and that leads back to the path `returnTo`. */
  readonly authorizeAddress: (id: string, returnTo: string) => string
}
