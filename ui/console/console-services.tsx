// Services that the wiring gives to the screens: running actors, and machines with their ports connected.

import type { KyInstance } from "ky"
import { createContext, use } from "react"
import type { ActorRefFrom, CallbackActorLogic, EventObject } from "xstate"
import type { PlainMessageKey } from "../../domain/catalog/catalog.ts"
import type { ExportOptions } from "../../domain/exports/export-options.ts"
import type { Script } from "../../domain/script/script.ts"
import type { PublicBaseUrls } from "../../domain/text/web-url.ts"
import type { emailChangeMachine, passwordChangeMachine, passwordResetMachine } from "../../machines/account/account-form-machines.ts"
import type { openSessionsMachine } from "../../machines/account/open-sessions-machine.ts"
import type { twoFactorMachine } from "../../machines/account/two-factor-machine.ts"
import type { communityManagementMachine, userManagementMachine } from "../../machines/admin/management-machines.ts"
import type { chatDetailsMachine } from "../../machines/chat/chat-details-machine.ts"
import type { chatOverviewMachine } from "../../machines/chat/chat-overview-machine.ts"
import type { linksMachine } from "../../machines/chat/links-machine.ts"
import type { slugMachine } from "../../machines/chat/slug-machine.ts"
import type { commandPaletteMachine } from "../../machines/command-palette-machine.ts"
import type { CommunitiesActor, communitiesMachine } from "../../machines/community/communities-machine.ts"
import type { checkoutMachine, signingSecretMachine } from "../../machines/community/community-secrets-machines.ts"
import type { connectionsMachine } from "../../machines/community/connections-machine.ts"
import type { membersMachine } from "../../machines/community/members-machine.ts"
import type { personSearchMachine } from "../../machines/community/person-search-machine.ts"
import type { deliveryWizardMachine } from "../../machines/editor/delivery-wizard-machine.ts"
import type { availableConnectionsMachine, externalDataMachine } from "../../machines/editor/external-data-machines.ts"
import type { flowDiagramMachine } from "../../machines/editor/flow-diagram-machine.ts"
import type { rehearsalMachine } from "../../machines/editor/rehearsal-machine.ts"
import type { scriptOpeningMachine } from "../../machines/editor/script-opening-machine.ts"
import type { flashMessagesMachine, Tone } from "../../machines/flash-messages-machine.ts"
import type { removalsMachine } from "../../machines/removals-machine.ts"
import type { SessionActor } from "../../machines/session/session-machine.ts"
import type { stylePreviewMachine } from "../../machines/styling/style-preview-machine.ts"
import type { stylingMachine } from "../../machines/styling/styling-machine.ts"
import type { ConnectPort } from "../kit/connect-port.ts"
import type { StoredWidth } from "./editor/outline/OutlineColumn.tsx"

/** What the wiring of a lazily loaded part needs to connect its ports. */
export type WiringContext = {
  readonly api: KyInstance
  readonly fill: ConnectPort
  /** Like `fill`, for form submissions that must survive the end of the session: the call waits for the user to sign in again. */
  readonly send: ConnectPort
  /** While this actor runs, the end of the session does not close the screen. */
  readonly holdWork: CallbackActorLogic<EventObject>
  /** Like `holdWork`, for work that exists only on screen: the browser also asks before it closes the page. */
  readonly holdUnkept: CallbackActorLogic<EventObject>
  readonly session: SessionActor
  /** Shows a short message at the top left: a catalog key, and a duration in milliseconds. */
  readonly flash: (tone: Tone, key: PlainMessageKey, milliseconds: number) => void
  /** Refreshes every list of communities after one was added, renamed or deleted. */
  readonly communitiesChanged: () => void
}

export type ConsoleServices = {
  readonly session: SessionActor
  readonly flashes: ActorRefFrom<typeof flashMessagesMachine>
  readonly communities: typeof communitiesMachine
  readonly chatOverview: typeof chatOverviewMachine
  /** Loads command-palette/command-palette-wiring.ts. */
  readonly loadPaletteMachine: () => Promise<typeof commandPaletteMachine>
  /** Base addresses of the chat and statistics pages. */
  readonly bases: PublicBaseUrls
  /** Loads editor/editor-wiring.ts. */
  readonly loadEditorMachines: () => Promise<EditorMachines>
  /** Loads editor/outbound/outbound-wiring.ts, for deliveries and external data in the editor. */
  readonly outbound: () => Promise<OutboundMachines>
  /** Loads chat-details/chat-details-wiring.ts. */
  readonly loadChatDetailsMachines: () => Promise<ChatDetailsMachines>
  /** Loads account/account-wiring.ts. */
  readonly loadAccountMachines: () => Promise<AccountMachines>
  /** Loads admin/admin-wiring.ts. */
  readonly loadAdminMachines: () => Promise<AdminMachines>
  /** Loads community/community-wiring.ts. */
  readonly loadCommunityMachines: () => Promise<CommunityMachines>
  /** Loads styling/styling-wiring.ts. */
  readonly loadStylingMachines: () => Promise<StylingMachines>
  /** Loads removal/removal-wiring.ts. */
  readonly loadRemovalMachines: () => Promise<RemovalMachines>
}

const ServicesContext = createContext<ConsoleServices | null>(null)
export const ConsoleServicesProvider = ServicesContext

export const useConsoleServices = (): ConsoleServices => {
  const services = use(ServicesContext)
  if (services === null) throw new Error("no WiredProvider above")
  return services
}

export type AccountMachines = {
  readonly emailChange: typeof emailChangeMachine
  readonly passwordChange: typeof passwordChangeMachine
  readonly passwordReset: typeof passwordResetMachine
  readonly twoFactor: typeof twoFactorMachine
  readonly openSessions: typeof openSessionsMachine
}

export type AdminMachines = {
  readonly users: typeof userManagementMachine
  readonly communities: typeof communityManagementMachine
}

export type ChatDetailsMachines = {
  readonly details: typeof chatDetailsMachine
  readonly links: typeof linksMachine
  readonly slug: typeof slugMachine
  readonly bases: PublicBaseUrls
  readonly qrCode: {
    /** Returns the QR code of an address: modules per side, and the dark modules as an SVG path. */
    readonly create: (address: string) => { readonly size: number; readonly path: string }
    /** Downloads the QR code as a file. */
    readonly save: (address: string, target: { readonly community: string; readonly script: Pick<Script, "name"> }) => void
  }
  /** Returns the export options that the user chose last on this device. */
  readonly readStoredExportOptions: () => ExportOptions
  /** Returns today in the user's time zone, as `YYYY-MM-DD`. */
  readonly getToday: () => string
}

/** The list of communities, shared by the header and the home page. */
const CommunitiesContext = createContext<CommunitiesActor | null>(null)
export const CommunitiesProvider = CommunitiesContext

export const useCommunities = (): CommunitiesActor => {
  const actor = use(CommunitiesContext)
  if (actor === null) throw new Error("no CommunitiesProvider above")
  return actor
}

export type CommunityMachines = {
  readonly members: typeof membersMachine
  readonly people: typeof personSearchMachine
  /** Downloads the receipt of an erasure as a file. */
  readonly saveReceipt: (slug: string, text: string) => void
  readonly checkout: typeof checkoutMachine
  readonly connections: typeof connectionsMachine
  readonly signing: typeof signingSecretMachine
  /** Returns the address that starts the OAuth authorization of a connection and leads back to the path `returnTo`. */
  readonly authorizeAddress: (id: string, returnTo: string) => string
}

export type StylingMachines = {
  readonly styling: typeof stylingMachine
  readonly preview: typeof stylePreviewMachine
  readonly now: () => string
}

export type OutboundMachines = {
  readonly deliveryWizard: typeof deliveryWizardMachine
  readonly availableConnections: typeof availableConnectionsMachine
  readonly externalData: typeof externalDataMachine
}

export type RemovalMachines = {
  readonly removals: typeof removalsMachine
  /** Returns today in UTC, as `YYYY-MM-DD`: removal dates are days of the server's calendar. */
  readonly today: () => string
}

export type EditorMachines = {
  readonly opening: typeof scriptOpeningMachine
  readonly newUuid: () => string
  readonly now: () => string
  readonly outlineWidth: StoredWidth
  readonly panes: { readonly testRun: typeof rehearsalMachine; readonly flowDiagram: typeof flowDiagramMachine }
}
