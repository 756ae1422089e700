// Waiting for a person who was signed out while they worked.
import { waitFor } from "xstate"
import { Forbidden } from "../../../domain/failure.ts"
import type { SessionActor } from "../../../machines/session.ts"

/** Resolves when `user` is signed in again; rejects with `Forbidden` when somebody else is. */
export const signedInAgain = async (session: SessionActor, user: string, signal: AbortSignal): Promise<void> => {
  const { context } = await waitFor(session, (state) => state.matches("signedIn"), { signal })
  if (context.user?.uuid !== user) throw new Forbidden()
}
