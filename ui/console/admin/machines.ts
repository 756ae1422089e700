// What the admin screens get from their wiring: the machines whose ports are filled.
import type { communityManagementMachine } from "../../../machines/admin/community-management.ts"
import type { usersMachine } from "../../../machines/admin/users.ts"

export type AdminMachines = {
  readonly users: typeof usersMachine
  readonly communities: typeof communityManagementMachine
}
