// What the screens of one community get from their wiring: the machines whose ports are filled.
import type { membersMachine } from "../../../machines/community/members.ts"

export type CommunityMachines = { readonly members: typeof membersMachine }
