// Waiting for a person who was signed out while they worked.
import { waitFor } from "xstate"
import { Forbidden, SignedOut } from "../../domain/failure.ts"
import type { SessionActor } from "../../machines/session/session-machine.ts"
import type { ConnectPort } from "../kit/connect-port.ts"

/** Resolves when `user` is signed in again; rejects with `Forbidden` when somebody else is. */
export const waitForSignIn = async (session: SessionActor, user: string, signal: AbortSignal): Promise<void> => {
  const { context } = await waitFor(session, (state) => state.matches("signedIn"), { signal })
  if (context.user?.uuid !== user) throw new Forbidden()
}

/**
 * Fills the port by which a form is sent. A call that finds its person signed out is not over: it waits while they sign in over the screen,
 * and is made once more (design/reliability "Sign-in and sessions").
 */
export const createConnectSubmitPort =
  (fill: ConnectPort, session: SessionActor): ConnectPort =>
  (run) =>
    fill(async (input, signal) => {
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
