// What the screen of one chat gets from its wiring: the machines whose ports are filled.
import type { answersExportMachine } from "../../../machines/chat/answers-export.ts"
import type { chatDetailsMachine } from "../../../machines/chat/chat-details.ts"

export type ChatMachines = {
  readonly details: typeof chatDetailsMachine
  readonly answersExport: typeof answersExportMachine
  /** Today on the person's calendar, `YYYY-MM-DD`. */
  readonly today: () => string
}
