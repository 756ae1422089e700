// When a chat's conversations can lose the people who gave them (decisions P2).
import type { Status } from "../script/status.ts"

/** [P2] Nobody is in the middle of a closed chat. */
export const canBeAnonymised = (status: Status): boolean => status === "closed"
