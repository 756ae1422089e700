// Keeps form submissions alive when the session ends: they wait for the user to sign in again.
import { waitFor } from "xstate"
import { Forbidden, SignedOut } from "../../domain/failures/failure.ts"
import type { SessionActor } from "../../machines/session/session-machine.ts"
import type { ConnectPort } from "../kit/connect-port.ts"

/** Resolves when `user` (a uuid) is signed in again; rejects with `Forbidden` if another user signs in. */
export const waitForSignIn = async (session: SessionActor, user: string, signal: AbortSignal): Promise<void> => {
  const { context } = await waitFor(session, (state) => state.matches("signedIn"), { signal })
  if (context.user?.uuid !== user) throw new Forbidden()
}

/**
 * Connects the submit port of a form. If the call finds the user signed out, it waits until the same user has signed in again over the
 * screen, and then repeats the call.
 */
export const createConnectSubmitPort =
  (connectPort: ConnectPort, session: SessionActor): ConnectPort =>
  (run) =>
    connectPort(async (input, signal) => {
      const user = session.getSnapshot().context.user?.uuid
      try {
        return await run(input, signal)
      } catch (error) {
        if (!(error instanceof SignedOut) || user === undefined || signal.aborted) throw error
        session.send({ type: "session.lost" })
        await waitForSignIn(session, user, signal)
        return run(input, signal)
      }
    })
