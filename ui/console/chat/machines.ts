// What the screen of one chat gets from its wiring: the machines whose ports are filled.
import type { ExportOptions } from "../../../domain/exports/export-options.ts"
import type { Bases } from "../../../domain/links/addresses.ts"
import type { Script } from "../../../domain/script/script.ts"
import type { chatDetailsMachine } from "../../../machines/chat/chat-details.ts"
import type { linksMachine } from "../../../machines/chat/links.ts"
import type { slugMachine } from "../../../machines/chat/slug.ts"

export type ChatMachines = {
  readonly details: typeof chatDetailsMachine
  readonly links: typeof linksMachine
  readonly slug: typeof slugMachine
  readonly bases: Bases
  readonly qr: {
    /** The QR code of an address: its modules on a side, and the dark ones as a path. */
    readonly of: (address: string) => { readonly size: number; readonly path: string }
    /** Hands it over as a file. */
    readonly save: (address: string, of: { readonly community: string; readonly script: Pick<Script, "name"> }) => void
  }
  /** What this person chose for exports last. */
  readonly exportOptions: () => ExportOptions
  /** Today on the person's calendar, `YYYY-MM-DD`. */
  readonly today: () => string
}
