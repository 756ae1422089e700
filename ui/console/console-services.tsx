// What the screens get from the wiring: the running actors and the machines whose ports are filled.
import type { KyInstance } from "ky"
import { createContext, use } from "react"
import type { ActorRefFrom, CallbackActorLogic, EventObject } from "xstate"
import type { PlainMessageKey } from "../../domain/catalog/catalog.ts"
import type { ExportOptions } from "../../domain/exports/export-options.ts"
import type { PublicBaseUrls } from "../../domain/links/respondent-urls.ts"
import type { Script } from "../../domain/script/script.ts"
import type { emailChangeMachine, passwordChangeMachine, passwordResetMachine } from "../../machines/account/account-form-machines.ts"
import type { openSessionsMachine } from "../../machines/account/open-sessions-machine.ts"
import type { twoFactorMachine } from "../../machines/account/two-factor-machine.ts"
import type { communityManagementMachine, userManagementMachine } from "../../machines/admin/management-machines.ts"
import type { chatDetailsMachine } from "../../machines/chat/chat-details-machine.ts"
import type { chatOverviewMachine } from "../../machines/chat/chat-overview-machine.ts"
import type { linksMachine, slugMachine } from "../../machines/chat/links-machine.ts"
import type { commandPaletteMachine } from "../../machines/command-palette-machine.ts"
import type { CommunitiesActor, communitiesMachine } from "../../machines/community/communities-machine.ts"
import type { checkoutMachine, signingSecretMachine } from "../../machines/community/community-secrets-machines.ts"
import type { connectionsMachine } from "../../machines/community/connections-machine.ts"
import type { membersMachine } from "../../machines/community/members-machine.ts"
import type { personSearchMachine } from "../../machines/community/person-search-machine.ts"
import type { deliveryWizardMachine } from "../../machines/editor/delivery-wizard-machine.ts"
import type { availableConnectionsMachine, externalDataMachine } from "../../machines/editor/external-data-machines.ts"
import type { flashMessagesMachine, Tone } from "../../machines/flash-messages-machine.ts"
import type { removalsMachine } from "../../machines/removals-machine.ts"
import type { SessionActor } from "../../machines/session/session-machine.ts"
import type { stylePreviewMachine } from "../../machines/styling/style-preview-machine.ts"
import type { stylingMachine } from "../../machines/styling/styling-machine.ts"
import type { ConnectPort } from "../kit/connect-port.ts"
import type { EditorMachines } from "./editor/EditorPage.tsx"

/** What the wiring of a part that is loaded later fills its ports with. */
export type WiringContext = {
  readonly api: KyInstance
  readonly fill: ConnectPort
  /** The same for what sends a form that holds work: it outlives the session's end. */
  readonly send: ConnectPort
  /** While it runs, the session's end does not close the screen. */
  readonly holdWork: CallbackActorLogic<EventObject>
  /** The same for what is nowhere but on the screen: the browser asks, too, before it closes the page. */
  readonly holdUnkept: CallbackActorLogic<EventObject>
  readonly session: SessionActor
  /** Shows a short message at the top left: a key of the catalogue, for so many milliseconds. */
  readonly flash: (tone: Tone, key: PlainMessageKey, milliseconds: number) => void
  /** Tells every list of communities that one was added, renamed or deleted. */
  readonly communitiesChanged: () => void
}

export type ConsoleServices = {
  readonly session: SessionActor
  readonly flashes: ActorRefFrom<typeof flashMessagesMachine>
  readonly communities: typeof communitiesMachine
  readonly chatOverview: typeof chatOverviewMachine
  /** Fetches the wiring of the command palette; see command-palette/command-palette-wiring.ts. */
  readonly loadPaletteMachine: () => Promise<typeof commandPaletteMachine>
  /** Where chat and statistics are served. */
  readonly bases: PublicBaseUrls
  /** Fetches the editor's wiring; see editor/editor-wiring.ts. */
  readonly editor: () => Promise<EditorMachines>
  /** Fetches the wiring of what leaves a chat for elsewhere, as the editor sets it up; see editor/outbound/outbound-wiring.ts. */
  readonly outbound: () => Promise<OutboundMachines>
  /** Fetches the wiring of one chat's screen; see chat-details/chat-details-wiring.ts. */
  readonly chat: () => Promise<ChatDetailsMachines>
  /** Fetches the wiring of the account screens; see account/account-wiring.ts. */
  readonly loadAccountMachines: () => Promise<AccountMachines>
  /** Fetches the wiring of the admin screens; see admin/admin-wiring.ts. */
  readonly loadAdminMachines: () => Promise<AdminMachines>
  /** Fetches the wiring of one community's screens; see community/community-wiring.ts. */
  readonly community: () => Promise<CommunityMachines>
  /** Fetches the wiring of the styling configurator; see console/styling/styling-wiring.ts. */
  readonly loadStylingMachines: () => Promise<StylingMachines>
  /** Fetches the wiring of the removal lists; see removal/removal-wiring.ts. */
  readonly loadRemovalMachines: () => Promise<RemovalMachines>
}

const WiredContext = createContext<ConsoleServices | null>(null)
export const ConsoleServicesProvider = WiredContext

export const useConsoleServices = (): ConsoleServices => {
  const wired = use(WiredContext)
  if (wired === null) throw new Error("no WiredProvider above")
  return wired
}

// What the account screens get from their wiring: the machines whose ports are filled.

export type AccountMachines = {
  readonly emailChange: typeof emailChangeMachine
  readonly passwordChange: typeof passwordChangeMachine
  readonly passwordReset: typeof passwordResetMachine
  readonly twoFactor: typeof twoFactorMachine
  readonly openSessions: typeof openSessionsMachine
}

// What the admin screens get from their wiring: the machines whose ports are filled.

export type AdminMachines = {
  readonly users: typeof userManagementMachine
  readonly communities: typeof communityManagementMachine
}

// What the screen of one chat gets from its wiring: the machines whose ports are filled.

export type ChatDetailsMachines = {
  readonly details: typeof chatDetailsMachine
  readonly links: typeof linksMachine
  readonly slug: typeof slugMachine
  readonly bases: PublicBaseUrls
  readonly qrCode: {
    /** The QR code of an address: its modules on a side, and the dark ones as a path. */
    readonly of: (address: string) => { readonly size: number; readonly path: string }
    /** Hands it over as a file. */
    readonly save: (address: string, of: { readonly community: string; readonly script: Pick<Script, "name"> }) => void
  }
  /** What this person chose for exports last. */
  readonly readStoredExportOptions: () => ExportOptions
  /** Today on the person's calendar, `YYYY-MM-DD`. */
  readonly getToday: () => string
}

// The one list of communities that header and home share.

const CommunitiesContext = createContext<CommunitiesActor | null>(null)
export const CommunitiesProvider = CommunitiesContext

export const useCommunities = (): CommunitiesActor => {
  const actor = use(CommunitiesContext)
  if (actor === null) throw new Error("no CommunitiesProvider above")
  return actor
}

// What the screens of one community get from their wiring: the machines whose ports are filled.

export type CommunityMachines = {
  readonly members: typeof membersMachine
  readonly people: typeof personSearchMachine
  /** Hands over the receipt of an erasure as a file. */
  readonly saveReceipt: (slug: string, text: string) => void
  readonly checkout: typeof checkoutMachine
  readonly connections: typeof connectionsMachine
  readonly signing: typeof signingSecretMachine
  /** The page to go to so that a connection's owner gives access, and that leads back to the path `returnTo`. */
  readonly authorizeAddress: (id: string, returnTo: string) => string
}

// What the styling configurator gets from its wiring: the machines whose ports are filled.

export type StylingMachines = {
  readonly styling: typeof stylingMachine
  readonly preview: typeof stylePreviewMachine
  readonly now: () => string
}

// What the panels of what leaves a chat get from their wiring: the machines whose ports are filled.

export type OutboundMachines = {
  readonly deliveryWizard: typeof deliveryWizardMachine
  readonly availableConnections: typeof availableConnectionsMachine
  readonly externalData: typeof externalDataMachine
}

// What the removal lists get from their wiring: the machine whose ports are filled.

export type RemovalMachines = {
  readonly removals: typeof removalsMachine
  /** Today on the server's calendar (UTC), `YYYY-MM-DD`: removals are of its days. */
  readonly today: () => string
}
