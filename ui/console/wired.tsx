// What the screens get from the wiring: the running actors and the machines whose ports are filled.
import type { KyInstance } from "ky"
import { createContext, use } from "react"
import type { ActorRefFrom, CallbackActorLogic, EventObject } from "xstate"
import type { PlainKey } from "../../domain/catalogue/catalogue.ts"
import type { Bases } from "../../domain/links/addresses.ts"

import type { chatOverviewMachine } from "../../machines/chat-overview.ts"
import type { communitiesMachine } from "../../machines/communities.ts"
import type { flashesMachine, Tone } from "../../machines/flashes.ts"
import type { paletteMachine } from "../../machines/palette.ts"
import type { SessionActor } from "../../machines/session.ts"
import type { Fill } from "../kit/fill.ts"
import type { AccountMachines } from "./account/machines.ts"
import type { AdminMachines } from "./admin/machines.ts"
import type { ChatMachines } from "./chat/machines.ts"
import type { CommunityMachines } from "./community/machines.ts"
import type { StylingMachines } from "./community/styling/machines.ts"
import type { EditorMachines } from "./editor/Editor.tsx"
import type { OutboundMachines } from "./editor/outbound/machines.ts"
import type { RemovalMachines } from "./removal/machines.ts"

/** What the wiring of a part that is loaded later fills its ports with. */
export type Outside = {
  readonly api: KyInstance
  readonly fill: Fill
  /** The same for what sends a form that holds work: it outlives the session's end. */
  readonly send: Fill
  /** While it runs, the session's end does not close the screen. */
  readonly holdWork: CallbackActorLogic<EventObject>
  /** The same for what is nowhere but on the screen: the browser asks, too, before it closes the page. */
  readonly holdUnkept: CallbackActorLogic<EventObject>
  readonly session: SessionActor
  /** Shows a short message at the top left: a key of the catalogue, for so many milliseconds. */
  readonly flash: (tone: Tone, key: PlainKey, milliseconds: number) => void
  /** Tells every list of communities that one was added, renamed or deleted. */
  readonly communitiesChanged: () => void
}

export type Wired = {
  readonly session: SessionActor
  readonly flashes: ActorRefFrom<typeof flashesMachine>
  readonly communities: typeof communitiesMachine
  readonly chatOverview: typeof chatOverviewMachine
  /** Fetches the wiring of the command palette; see palette/wiring.ts. */
  readonly palette: () => Promise<typeof paletteMachine>
  /** Where chat and statistics are served. */
  readonly bases: Bases
  /** Fetches the editor's wiring; see editor/wiring.ts. */
  readonly editor: () => Promise<EditorMachines>
  /** Fetches the wiring of what leaves a chat for elsewhere, as the editor sets it up; see editor/outbound/wiring.ts. */
  readonly outbound: () => Promise<OutboundMachines>
  /** Fetches the wiring of one chat's screen; see chat/wiring.ts. */
  readonly chat: () => Promise<ChatMachines>
  /** Fetches the wiring of the account screens; see account/wiring.ts. */
  readonly account: () => Promise<AccountMachines>
  /** Fetches the wiring of the admin screens; see admin/wiring.ts. */
  readonly admin: () => Promise<AdminMachines>
  /** Fetches the wiring of one community's screens; see community/wiring.ts. */
  readonly community: () => Promise<CommunityMachines>
  /** Fetches the wiring of the styling configurator; see community/styling/wiring.ts. */
  readonly styling: () => Promise<StylingMachines>
  /** Fetches the wiring of the removal lists; see removal/wiring.ts. */
  readonly removal: () => Promise<RemovalMachines>
}

const WiredContext = createContext<Wired | null>(null)
export const WiredProvider = WiredContext

export const useWired = (): Wired => {
  const wired = use(WiredContext)
  if (wired === null) throw new Error("no WiredProvider above")
  return wired
}
