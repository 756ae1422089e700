// Connects the machines for deliveries and connections to the adapters. Loaded with the first panel that needs them.
import { createConnectionsApi, createDataPointsApi } from "../../../../adapters/api/connections-api.ts"
import { createDeliveriesApi } from "../../../../adapters/api/deliveries-api.ts"
import { deliveryWizardMachine } from "../../../../machines/editor/delivery-wizard-machine.ts"
import { availableConnectionsMachine, externalDataMachine } from "../../../../machines/editor/external-data-machines.ts"
import type { OutboundMachines, WiringContext } from "../../console-services.tsx"

/** How long an error notice is shown, in milliseconds; the external data dialog closes with its notice. */
const noticeMs = { inPanel: 3500, inDialog: 1500 } as const

export const wireOutbound = ({ api, fill, flash }: WiringContext): OutboundMachines => {
  const deliveries = createDeliveriesApi(api)
  const connections = createConnectionsApi(api)
  const dataPoints = createDataPointsApi(api)
  return {
    deliveryWizard: deliveryWizardMachine.provide({ actors: { preview: fill(deliveries.previewPayload), test: fill(deliveries.test) } }),
    availableConnections: availableConnectionsMachine.provide({
      actors: {
        listConnections: fill(async (request, signal) => {
          const [list, mappers] = await Promise.all([connections.list(request, signal), connections.listMappers({}, signal)])
          return { connections: list, mappers }
        }),
      },
      actions: { showNoConnections: () => flash("bad", "ERROR.CRM_CONNECTION", noticeMs.inPanel) },
    }),
    externalData: externalDataMachine.provide({
      actors: {
        find: fill(async ({ community, uuid }, signal) => {
          const [list, points] = await Promise.all([connections.list({ community }, signal), dataPoints.show({ uuid }, signal)])
          return { connections: list, points }
        }),
        save: fill(dataPoints.save),
      },
      actions: {
        showNoConnection: () => flash("bad", "ERROR.CRM_CONNECTION", noticeMs.inDialog),
        showNothingFound: () => flash("bad", "ERROR.DATA_POINTS", noticeMs.inPanel),
      },
    }),
  }
}
