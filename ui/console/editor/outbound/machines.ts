// What the panels of what leaves a chat get from their wiring: the machines whose ports are filled.
import type { connectionsAtHandMachine } from "../../../../machines/editor/outbound/connections-at-hand.ts"
import type { deliveryWizardMachine } from "../../../../machines/editor/outbound/delivery-wizard.ts"
import type { externalDataMachine } from "../../../../machines/editor/outbound/external-data.ts"

export type OutboundMachines = {
  readonly deliveryWizard: typeof deliveryWizardMachine
  readonly connectionsAtHand: typeof connectionsAtHandMachine
  readonly externalData: typeof externalDataMachine
}
